import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EnergyFlow, type LossRule, lineLossKwh, lossKwh, transformerLossKwh } from './losses.ts';
import { type PointInput, pointQuantities } from './quantities.ts';

const transformer = { ratedKva: 250, noLoadKw: 0.74, loadKw: 3.7, formFactor: 1.15 };
const line = { resistanceOhm: 0.35, voltageKv: 10, formFactor: 1.15 };
const flow: EnergyFlow = { activeKwh: 33_360, reactiveKvarh: 21_680, hours: 744 };
const whole = { from: 0, to: 744, ofMonth: 744 };

function point(
  eicCode: string,
  meteredKwh: number,
  loss: LossRule,
  subs: readonly string[] = [],
): PointInput {
  const subConsumers = subs.map((code) => ({ eicCode: code }));
  return { eicCode, meteredKwh, reactiveImportKvarh: 0, loss, subConsumers, hours: whole };
}

const none: LossRule = { mode: 'none' };
const fixed = (kwh: number): LossRule => ({ mode: 'fixed', kwh });

describe('lossKwh', () => {
  test.each<[string, LossRule, number]>([
    ['none', none, 0],
    ['fixed', fixed(42), 42],
    ['2.5 % of 33360', { mode: 'percent', thousandths: 2500 }, 834],
    ['0.25 % of 33360', { mode: 'percent', thousandths: 250 }, 83],
    ['transformer', { mode: 'formula', transformer }, 717],
    ['line', { mode: 'formula', line }, 10],
    ['transformer and line', { mode: 'formula', transformer, line }, 727],
    ['formula of nothing', { mode: 'formula' }, 0],
  ])('%s', (_, rule, kwh) => {
    expect(lossKwh(rule, { ...flow, hours: whole })).toBe(kwh);
  });

  test('percent rounds half a kWh up', () => {
    const half = { activeKwh: 50, reactiveKvarh: 0, hours: whole };
    expect(lossKwh({ mode: 'percent', thousandths: 1000 }, half)).toBe(1);
    expect(lossKwh({ mode: 'percent', thousandths: 999 }, half)).toBe(0);
  });

  test('a formula rounds half a kWh up, also where 0.4 kV has no exact binary form', () => {
    const half = { resistanceOhm: 0.225, voltageKv: 0.4, formFactor: 1 };
    // 4960² · 0.225 / (0.4² · 744 · 1000) = 46.5
    expect(lineLossKwh(half, { activeKwh: 4960, reactiveKvarh: 0, hours: 744 })).toBe(47);
    expect(lineLossKwh(half, { activeKwh: 4959, reactiveKvarh: 0, hours: 744 })).toBe(46);
  });

  test('two parts of a month have the fixed kWh of the month, and those of a formula under an even load', () => {
    const part = fc.record({
      ofMonth: fc.constantFrom(672, 720, 743, 745),
      at: fc.integer({ min: 0, max: 745 }),
    });
    fc.assert(
      fc.property(part, fc.nat(9_999_999), fc.nat(5000), ({ ofMonth, at }, kwh, load) => {
        const end = Math.min(at, ofMonth);
        const lost = (rule: LossRule, from: number, to: number) =>
          lossKwh(rule, {
            activeKwh: load * (to - from),
            reactiveKvarh: 0,
            hours: { from, to, ofMonth },
          });
        const inParts = (rule: LossRule) => lost(rule, 0, end) + lost(rule, end, ofMonth);
        expect(inParts(fixed(kwh))).toBe(kwh);
        const rule: LossRule = { mode: 'formula', transformer };
        expect(Math.abs(inParts(rule) - lost(rule, 0, ofMonth))).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('a transformer loses without load, a line does not, and neither without hours', () => {
    const idle = { activeKwh: 0, reactiveKvarh: 0, hours: 744 };
    expect([transformerLossKwh(transformer, idle), lineLossKwh(line, idle)]).toEqual([551, 0]);
    const noHours = { ...flow, hours: 0 };
    expect([transformerLossKwh(transformer, noHours), lineLossKwh(line, noHours)]).toEqual([0, 0]);
  });
});

describe('pointQuantities', () => {
  test('bills a point without losses and subs what it metered', () => {
    expect(pointQuantities([point('A', 100, none)])).toEqual([
      {
        eicCode: 'A',
        meteredKwh: 100,
        lossKwh: 0,
        lossOfSubsKwh: 0,
        subKwh: 0,
        billedKwh: 100,
        isHeld: false,
      },
    ]);
    expect(pointQuantities([])).toEqual([]);
  });

  test("takes a sub-consumer's own losses off the main point as well", () => {
    const points = [point('A', 1000, fixed(10), ['B']), point('B', 95, fixed(5))];
    // The main point passed 100 of its 1000 kWh on: a tenth of its losses.
    expect(pointQuantities(points)).toMatchObject([
      { eicCode: 'A', lossKwh: 10, subKwh: 95, lossOfSubsKwh: 6, billedKwh: 909 },
      { eicCode: 'B', lossKwh: 6, billedKwh: 101 },
    ]);
  });

  test('passes losses on through a sub-consumer that has its own', () => {
    const points = [point('A', 1000, fixed(100), ['B']), point('B', 500, none, ['C']), point('C', 250, none)];
    expect(pointQuantities(points)).toMatchObject([
      { lossKwh: 100, lossOfSubsKwh: 50, billedKwh: 550 },
      { lossKwh: 50, lossOfSubsKwh: 25, billedKwh: 275 },
      { lossKwh: 25, lossOfSubsKwh: 0, billedKwh: 275 },
    ]);
  });

  test('of equal remainders the main point is served first, then the lower code', () => {
    for (const subs of [
      ['B', 'C'],
      ['C', 'B'],
    ]) {
      const points = [point('A', 30, fixed(2), subs), point('B', 10, none), point('C', 10, none)];
      expect(pointQuantities(points)).toMatchObject([{ billedKwh: 11 }, { lossKwh: 1 }, { lossKwh: 0 }]);
    }
  });

  test.each<[string, PointInput[], number, boolean]>([
    ['bills 0 when subs took all', [point('A', 10, fixed(3), ['B']), point('B', 10, none)], 0, false],
    ['holds when subs took more', [point('A', 10, fixed(3), ['B']), point('B', 11, none)], 0, true],
    [
      'keeps its losses when nobody consumed',
      [point('A', 0, fixed(3), ['B']), point('B', 0, none)],
      3,
      false,
    ],
  ])('%s', (_, points, billedKwh, isHeld) => {
    expect(pointQuantities(points)[0]).toMatchObject({ billedKwh, isHeld });
  });

  test.each<[string, PointInput[]]>([
    ['a code twice', [point('A', 1, none), point('A', 2, none)]],
    ['a sub-consumer out of the list', [point('A', 1, none, ['B'])]],
    [
      'a sub-consumer of two points',
      [point('A', 1, none, ['C']), point('B', 1, none, ['C']), point('C', 1, none)],
    ],
    ['a sub-consumer named twice', [point('A', 1, none, ['B', 'B']), point('B', 1, none)]],
    ['a point of its own', [point('A', 1, none, ['A'])]],
    ['a cycle', [point('A', 1, none, ['B']), point('B', 1, none, ['A'])]],
    ['a cycle beside a tree', [point('R', 1, none), point('A', 1, none, ['B']), point('B', 1, none, ['A'])]],
    ['negative energy', [point('A', -1, none)]],
    ['a part of a kWh', [point('A', 0.5, none)]],
    ['negative losses', [point('A', 1, fixed(-1))]],
  ])('refuses %s', (_, points) => {
    expect(() => pointQuantities(points)).toThrow(RangeError);
  });

  /** A forest: each point may be fed by an earlier one. */
  const anyPoints = fc
    .array(
      fc.record({
        meteredKwh: fc.nat({ max: 100_000 }),
        loss: fc.oneof(
          fc.constant(none),
          fc.nat({ max: 5000 }).map(fixed),
          fc.nat({ max: 20_000 }).map((thousandths): LossRule => ({ mode: 'percent', thousandths })),
        ),
        feeder: fc.option(fc.nat()),
      }),
      { maxLength: 8 },
    )
    .map((drafts) => {
      const subs = drafts.map((): string[] => []);
      for (const [index, { feeder }] of drafts.entries())
        if (feeder !== null && index > 0) subs[feeder % index]?.push(`P${index}`);
      return drafts.map(({ meteredKwh, loss }, index) => point(`P${index}`, meteredKwh, loss, subs[index]));
    });

  const rootsOf = (points: readonly PointInput[]) => {
    const fed = new Set(points.flatMap(({ subConsumers }) => subConsumers.map(({ eicCode }) => eicCode)));
    return points.filter(({ eicCode }) => !fed.has(eicCode));
  };

  test('bills what was metered and lost at the points nobody feeds, unless one is held', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        const quantities = pointQuantities(points);
        for (const { billedKwh, isHeld } of quantities) {
          expect(billedKwh).toBeGreaterThanOrEqual(0);
          if (isHeld) expect(billedKwh).toBe(0);
        }
        if (quantities.some(({ isHeld }) => isHeld)) return;
        const delivered = rootsOf(points).map(
          ({ meteredKwh, loss }) =>
            meteredKwh + lossKwh(loss, { activeKwh: meteredKwh, reactiveKvarh: 0, hours: whole }),
        );
        const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
        expect(sum(quantities.map(({ billedKwh }) => billedKwh))).toBe(sum(delivered));
      }),
    );
  });

  test('each row adds up unless held', () => {
    fc.assert(
      fc.property(anyPoints, (points) => {
        for (const row of pointQuantities(points)) {
          const rest = row.meteredKwh + row.lossKwh - row.subKwh - row.lossOfSubsKwh;
          expect(row.isHeld).toBe(rest < 0);
          expect(row.billedKwh).toBe(Math.max(rest, 0));
        }
      }),
    );
  });

  test('gives the same for points and sub-consumers in any order', () => {
    const shuffledPoints = anyPoints.chain((points) =>
      fc.shuffledSubarray(points, { minLength: points.length }).map((shuffled) => ({
        points,
        shuffled: shuffled.map((one) => ({ ...one, subConsumers: one.subConsumers.toReversed() })),
      })),
    );
    fc.assert(
      fc.property(shuffledPoints, ({ points, shuffled }) => {
        const byCode = (list: PointInput[]) =>
          pointQuantities(list).toSorted((a, b) => (a.eicCode < b.eicCode ? -1 : 1));
        expect(byCode(shuffled)).toEqual(byCode(points));
        expect(pointQuantities(shuffled).map(({ eicCode }) => eicCode)).toEqual(
          shuffled.map(({ eicCode }) => eicCode),
        );
      }),
    );
  });
});
