import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromKwh } from '#domain/energy.ts';
import {
  acceptedConsumption,
  consumptionBetween,
  consumptionThrough,
  isBeyondNext,
} from './consumption-between.ts';
import { isUntouched, parseReadingValue, physicalLimit } from './reading-value.ts';

describe('parseReadingValue', () => {
  test.each([
    ['12345', 5, 12345],
    ['00045', 5, 45],
    [' 45 ', 5, 45],
    ['0', 5, 0],
    [45, 5, 45],
    ['99999', 5, 99999],
    ['100000', 5, undefined],
    ['000045', 5, undefined],
    ['45.0', 5, 45],
    ['12 345,00', 5, 12345],
    ['45.000', 5, undefined],
    ['45,5', 5, undefined],
    ['-45', 5, undefined],
    ['+45', 5, undefined],
    ['4 5', 5, undefined],
    ['4e1', 5, undefined],
    ['٤٥', 5, undefined],
    ['сто', 5, undefined],
    ['', 5, undefined],
    [4.5, 5, undefined],
    [-1, 5, undefined],
    [Number.NaN, 5, undefined],
    [1e21, 22, undefined],
  ])('%j on a meter of %i digits: %s', (typed, digits, value) => {
    expect(parseReadingValue(typed, digits)).toBe(value);
  });

  test.each([undefined, null, '', '  '])('isUntouched is true for %j', (typed) => {
    expect(isUntouched(typed)).toBe(true);
  });

  test.each(['0', 0, 'x'])('isUntouched is false for %j', (typed) => {
    expect(isUntouched(typed)).toBe(false);
  });
});

describe('consumptionBetween', () => {
  const month = physicalLimit(5000, 30);

  test('physicalLimit of 5 kW over 30 days is 3600 kWh, and two readings of one day count as one day', () => {
    expect(month).toBe(fromKwh(3600));
    expect(physicalLimit(5000, 0)).toBe(fromKwh(120));
  });

  test.each([
    // previous, value, coefficient, kind, kWh
    [12345, 12425, 1, 'forward', 80],
    [4100, 4140, 1, 'forward', 40],
    [100, 100, 1, 'forward', 0],
    [100, 150, 40, 'forward', 2000],
    [99_950, 130, 1, 'rollOver', 180],
    [90_000, 0, 40, 'lower', 0],
    [99_999, 0, 1, 'rollOver', 1],
    [99_950, 40, 40, 'rollOver', 3600],
    [99_950, 41, 40, 'lower', 0],
    [96_400, 0, 1, 'rollOver', 3600],
    [96_400, 1, 1, 'lower', 0],
    [89_999, 10, 1, 'lower', 0],
    [12_425, 12_345, 1, 'lower', 0],
    // A five-digit meter never shows that
    [100_000, 5, 1, 'lower', 0],
  ] as const)('from %i to %i × %i: %s, %i kWh', (previousValue, value, coefficient, kind, kwh) => {
    const span = { previousValue, value, digitCapacity: 5, coefficient, limit: month };
    expect(consumptionBetween(span, 90)).toEqual({ kind, energy: fromKwh(kwh) });
  });

  test('a roll-over is possible at exactly 90 % of the capacity, not below', () => {
    const roomy = { digitCapacity: 3, coefficient: 1, limit: fromKwh(1000) };
    expect(consumptionBetween({ ...roomy, previousValue: 900, value: 5 }, 90).kind).toBe('rollOver');
    expect(consumptionBetween({ ...roomy, previousValue: 899, value: 5 }, 90).kind).toBe('lower');
    expect(consumptionBetween({ ...roomy, previousValue: 899, value: 5 }, 80).kind).toBe('rollOver');
  });

  test.each([
    ['one reading', [99_950], 0],
    ['readings one after another', [100, 150, 400], 300 * 40],
    ['a way through zero, however much that is', [99_950, 40, 60], (90 + 20) * 40],
    ['a reading below the one before counts as nothing', [400, 350, 360], 10 * 40],
  ])('through accepted readings of a meter with the coefficient 40: %s', (_, values, kwh) => {
    expect(consumptionThrough(values, { digitCapacity: 5, coefficient: 40 })).toBe(fromKwh(kwh));
  });

  test('a register of nine digits with a large coefficient is counted, of any values', () => {
    const register = { digitCapacity: 9, coefficient: 40_000 };
    expect(consumptionThrough([0], register)).toBe(fromKwh(0));
    expect(consumptionThrough([5, 7], register)).toBe(fromKwh(80_000));
    expect(consumptionThrough([999_999_999, 1], register)).toBe(fromKwh(80_000));
  });

  test.each([
    // previous, value, kind, units: whatever the power and the rules of submission are
    [96_200, 300, 'rollOver', 4100],
    [85_000, 500, 'rollOver', 15_500],
    [50_001, 0, 'rollOver', 49_999],
    [50_000, 0, 'lower', 0],
    // It leaves the last tenth of the dial by the longer way.
    [90_000, 45_000, 'rollOver', 55_000],
    [89_999, 45_000, 'lower', 0],
    [92_900, 92_600, 'lower', 0],
    [12_425, 12_345, 'lower', 0],
    [100_000, 5, 'lower', 0],
    [300, 96_200, 'forward', 95_900],
  ] as const)('accepted values %i and %i: %s, %i units', (previousValue, value, kind, units) => {
    const span = { previousValue, value, digitCapacity: 5, coefficient: 40 };
    expect(acceptedConsumption(span)).toEqual({ kind, energy: fromKwh(units * 40) });
  });

  test.each([
    // previous, value, next
    [100, 150, 200, false],
    [100, 250, 200, true],
    [100, 99_900, 200, true],
    [96_200, 98_000, 300, false],
    [96_200, 100, 300, false],
    [96_200, 400, 300, true],
    [96_200, 40_000, 300, true],
    // The later value is lower than the earlier one, and nothing explains it.
    [500, 150, 200, false],
    [500, 250, 200, true],
  ])('between %i and %i: a value %i is beyond the next one: %s', (previous, value, next, isBeyond) => {
    expect(isBeyondNext({ digitCapacity: 5, coefficient: 1 }, previous, value, next)).toBe(isBeyond);
  });

  test('what is a roll-over when it is accepted is one when it is charged, with the same energy', () => {
    const judged = fc.record({
      previousValue: fc.nat(99_999),
      value: fc.nat(99_999),
      percent: fc.integer({ min: 1, max: 100 }),
      limit: fc.nat({ max: 100_000 }).map(fromKwh),
    });
    fc.assert(
      fc.property(judged, ({ percent, limit, ...values }) => {
        const span = { ...values, digitCapacity: 5, coefficient: 1 };
        const accepted = consumptionBetween({ ...span, limit }, percent);
        if (accepted.kind === 'rollOver') expect(acceptedConsumption(span)).toEqual(accepted);
      }),
    );
  });

  test('is never negative', () => {
    const span = fc.record({
      previousValue: fc.nat({ max: 999_999_999 }),
      value: fc.nat({ max: 999_999_999 }),
      digitCapacity: fc.integer({ min: 4, max: 9 }),
      coefficient: fc.integer({ min: 1, max: 40_000 }),
      limit: fc.nat({ max: 1_000_000_000 }).map(fromKwh),
    });
    fc.assert(
      fc.property(fc.array(span), (spans) => {
        for (const one of spans) {
          expect(consumptionBetween(one, 90).energy).toBeGreaterThanOrEqual(0);
          expect(acceptedConsumption(one).energy).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('is additive over an intermediate reading', () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(99_999), fc.nat(99_999), fc.nat(99_999)), (values) => {
        const [a, b, c] = values.toSorted((x, y) => x - y) as [number, number, number];
        const meter = { digitCapacity: 5, coefficient: 30, limit: month };
        const energy = (previousValue: number, value: number) =>
          consumptionBetween({ ...meter, previousValue, value }, 90).energy;
        expect(energy(a, b) + energy(b, c)).toBe(energy(a, c));
      }),
    );
  });
});
