import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromKwh, toKwh, wattHours } from '../energy.ts';
import { moneyToWire } from '../money.ts';
import { lineAmount, priceFromText } from '../price.ts';
import { nationalTariffHistory, nationalZoneCoefficients } from '../tariffs/national-history.ts';
import { type TariffVersion, type Zone, type ZoneScheme, zonesOf } from '../tariffs/tariff.ts';
import { billingPeriod } from '../time/billing-period.ts';
import { addDays, localDate } from '../time/local-date.ts';
import { chargeConsumption } from './charge-consumption.ts';
import { type ChargeLine, totalOf } from './charge-line.ts';

const { household, householdHeating } = nationalTariffHistory;

function charge(
  month: string,
  scheme: ZoneScheme,
  kwh: Partial<Record<Zone, number>>,
  versions: readonly TariffVersion[] = household,
): ChargeLine[] {
  const consumptions = zonesOf[scheme].flatMap((zone) => {
    const ofZone = kwh[zone];
    return ofZone === undefined ? [] : [{ zone, energy: fromKwh(ofZone), isEstimated: false }];
  });
  return chargeConsumption({ period: billingPeriod(month), scheme, consumptions, versions });
}

function shown(lines: ChargeLine[]): string[] {
  return lines.map(
    (line) => `${line.zone} ${line.blockIndex}: ${toKwh(line.energy)} = ${moneyToWire(line.amount)}`,
  );
}

test('a household with two zones in October 2026 pays 432.00', () => {
  const lines = charge('2026-10', 'two', { day: 80, night: 40 });
  expect(shown(lines)).toEqual(['day 0: 80 = 345.60', 'night 0: 40 = 86.40']);
  expect(moneyToWire(totalOf(lines))).toBe('432.00');
});

test('a household with electric heating in January 2026 pays 6792.00', () => {
  const lines = charge('2026-01', 'single', { single: 2350 }, householdHeating);
  expect(shown(lines)).toEqual(['single 0: 2000 = 5280.00', 'single 1: 350 = 1512.00']);
  expect(moneyToWire(totalOf(lines))).toBe('6792.00');
});

test.each([
  ['250 kWh before the cliff', '2022-03', 250, '360.00'],
  ['251 kWh after the cliff', '2022-03', 251, '421.68'],
  ['250 kWh in two marginal steps', '2019-03', 250, '342.00'],
  ['700 kWh in three marginal steps', '2015-05', 700, '492.30'],
  ['nothing', '2026-10', 0, '0.00'],
])('the worked month comes out exactly: %s', (_, month, kwh, sum) => {
  expect(moneyToWire(totalOf(charge(month, 'single', { single: kwh })))).toBe(sum);
});

test('a household with three zones pays 397.44 for 100 kWh', () => {
  const lines = charge('2026-10', 'three', { peak: 20, halfPeak: 50, night: 30 });
  expect(shown(lines)).toEqual(['peak 0: 20 = 129.60', 'halfPeak 0: 50 = 216.00', 'night 0: 30 = 51.84']);
  expect(moneyToWire(totalOf(lines))).toBe('397.44');
});

test('heating with two zones: each zone has its part of the reduced volume', () => {
  const lines = charge('2026-01', 'two', { day: 1600, night: 900 }, householdHeating);
  expect(shown(lines)).toEqual([
    'day 0: 1280 = 3379.20',
    'day 1: 320 = 1382.40',
    'night 0: 720 = 950.40',
    'night 1: 180 = 388.80',
  ]);
});

test('outside the season heating costs the full price', () => {
  expect(shown(charge('2026-05', 'single', { single: 2350 }, householdHeating))).toEqual([
    'single 0: 2350 = 10152.00',
  ]);
});

test('over the cliff both zones go to the higher price', () => {
  expect(shown(charge('2022-03', 'two', { day: 200, night: 51 }))).toEqual([
    'day 1: 200 = 336.00',
    'night 1: 51 = 42.84',
  ]);
});

test('a price that changes inside the month splits whole kWh by days, and each line says its days', () => {
  const versions: TariffVersion[] = [
    {
      ...lastOf(household),
      validFrom: localDate('2026-10-11'),
      rule: { kind: 'flat', price: priceFromText('5') },
    },
    ...household,
  ];
  const lines = charge('2026-10', 'two', { day: 100, night: 50 }, versions);
  expect(shown(lines)).toEqual([
    'day 0: 32 = 138.24',
    'night 0: 16 = 34.56',
    'day 0: 68 = 340.00',
    'night 0: 34 = 85.00',
  ]);
  expect(
    lines.map(({ lineNumber, from, to, tariffValidFrom }) => [lineNumber, from, to, tariffValidFrom]),
  ).toEqual([
    [1, '2026-10-01', '2026-10-10', '2026-05-01'],
    [2, '2026-10-01', '2026-10-10', '2026-05-01'],
    [3, '2026-10-11', '2026-10-31', '2026-10-11'],
    [4, '2026-10-11', '2026-10-31', '2026-10-11'],
  ]);
});

test('a replaced meter and the new one are charged as one consumption, estimated if a part of it is', () => {
  const lines = chargeConsumption({
    period: billingPeriod('2026-10'),
    scheme: 'single',
    versions: household,
    consumptions: [
      { zone: 'single', energy: fromKwh(30), isEstimated: true },
      { zone: 'single', energy: fromKwh(50), isEstimated: false },
    ],
  });
  expect(lines).toMatchObject([{ kind: 'energy', energy: 80_000, amount: 34560n, isEstimated: true }]);
});

test('a scheme the tariff says nothing about is charged in full', () => {
  const versions = [{ ...lastOf(household), coefficients: {} }];
  expect(shown(charge('2026-10', 'two', { night: 10 }, versions))).toEqual(['night 0: 10 = 43.20']);
});

test.each([
  ['a zone of another scheme', 'peak', 1000],
  ['energy below zero', 'single', -1000],
  ['a part of a kWh', 'single', 500],
] as const)('it is a fault to charge %s', (_, zone, energy) => {
  const consumptions = [{ zone, energy: wattHours(energy), isEstimated: false }];
  const period = billingPeriod('2026-10');
  expect(() => chargeConsumption({ period, scheme: 'single', versions: household, consumptions })).toThrow(
    RangeError,
  );
});

const anyScheme = fc.constantFrom<ZoneScheme>('single', 'two', 'three');
const anyKwh = fc.record({
  single: fc.integer({ min: 0, max: 5000 }),
  day: fc.integer({ min: 0, max: 5000 }),
  night: fc.integer({ min: 0, max: 5000 }),
  peak: fc.integer({ min: 0, max: 5000 }),
  halfPeak: fc.integer({ min: 0, max: 5000 }),
});
const anyPrice = fc.integer({ min: 1, max: 9_999_999 }).map((n) => priceFromText((n / 1_000_000).toFixed(6)));
const anyBlocks = fc
  .tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 500 }), anyPrice, anyPrice, anyPrice)
  .map(([first, more, a, b, c]) => [
    { upToKwh: first, price: a },
    { upToKwh: first + more, price: b },
    { price: c },
  ]);
const anyRule: fc.Arbitrary<TariffVersion['rule']> = fc.oneof(
  fc.record({ kind: fc.constant('flat' as const), price: anyPrice }),
  fc.record({ kind: fc.constant('marginalBlocks' as const), blocks: anyBlocks }),
  fc.record({ kind: fc.constant('wholeVolumeBlocks' as const), blocks: anyBlocks }),
  fc.record({
    kind: fc.constant('seasonalHeating' as const),
    limitKwh: fc.integer({ min: 1, max: 3000 }),
    reducedPrice: anyPrice,
    price: anyPrice,
    seasonFrom: fc.constantFrom('10-01', '10-15', '09-01'),
    seasonTo: fc.constantFrom('04-30', '10-20', '04-15'),
  }),
);
const anyVersions = fc
  .array(fc.record({ rule: anyRule, day: fc.integer({ min: 0, max: 30 }) }), { minLength: 1, maxLength: 4 })
  .map((list) =>
    list.map(({ rule, day }, index): TariffVersion => {
      const validFrom = index === 0 ? localDate('2000-01-01') : addDays(localDate('2026-10-01'), day);
      return { validFrom, rule, coefficients: nationalZoneCoefficients, act: 'test' };
    }),
  );

test('whatever the tariff and its changes, no kWh of a zone is lost or added', () => {
  fc.assert(
    fc.property(anyScheme, anyKwh, anyVersions, (scheme, kwh, versions) => {
      const lines = charge('2026-10', scheme, kwh, versions);
      for (const zone of zonesOf[scheme]) {
        const ofZone = lines.filter((line) => line.zone === zone);
        expect(ofZone.reduce((sum, line) => sum + line.energy, 0)).toBe(fromKwh(kwh[zone]));
      }
      for (const line of lines) {
        expect(line.energy).toBeGreaterThan(0);
        expect(line.energy % 1000).toBe(0);
        expect(line.amount).toBe(lineAmount(line.energy, line.price, line.coefficient));
      }
      expect(lines.map((line) => line.lineNumber)).toEqual(lines.map((_, index) => index + 1));
    }),
  );
});

test('the steps of a whole month are filled to their ends before the next begins', () => {
  fc.assert(
    fc.property(anyKwh, anyBlocks, (kwh, blocks) => {
      const versions = [{ ...lastOf(household), rule: { kind: 'marginalBlocks' as const, blocks } }];
      const lines = charge('2026-10', 'three', kwh, versions);
      const total = kwh.peak + kwh.halfPeak + kwh.night;
      let before = 0;
      blocks.forEach(({ upToKwh }, index) => {
        const end = Math.min(upToKwh ?? total, total);
        const ofBlock = lines.filter((line) => line.blockIndex === index);
        expect(ofBlock.reduce((sum, line) => sum + toKwh(line.energy), 0)).toBe(end - before);
        before = end;
      });
    }),
  );
});

function lastOf(versions: readonly TariffVersion[]): TariffVersion {
  const last = versions.at(-1);
  if (last === undefined) throw new Error('no versions');
  return last;
}
