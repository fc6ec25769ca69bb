import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
    return ofZone === undefined ? [] : [{ scheme, zone, energy: fromKwh(ofZone), isEstimated: false }];
  });
  return chargeConsumption({ period: billingPeriod(month), consumptions, versions });
}

function shown(lines: ChargeLine[]): string[] {
  return lines.map(
    (line) => `${line.zone} ${line.blockIndex}: ${toKwh(line.energy)} = ${moneyToWire(line.amount)}`,
  );
}

test('chargeConsumption charges a two-zone household 432.00 in October 2026', () => {
  const lines = charge('2026-10', 'two', { day: 80, night: 40 });
  expect(shown(lines)).toEqual(['day 0: 80 = 345.60', 'night 0: 40 = 86.40']);
  expect(moneyToWire(totalOf(lines))).toBe('432.00');
});

test('chargeConsumption charges electric heating 6792.00 in January 2026', () => {
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
])('chargeConsumption charges the worked month exactly: %s', (_, month, kwh, sum) => {
  expect(moneyToWire(totalOf(charge(month, 'single', { single: kwh })))).toBe(sum);
});

test('chargeConsumption charges a three-zone household 397.44 for 100 kWh', () => {
  const lines = charge('2026-10', 'three', { peak: 20, halfPeak: 50, night: 30 });
  expect(shown(lines)).toEqual(['peak 0: 20 = 129.60', 'halfPeak 0: 50 = 216.00', 'night 0: 30 = 51.84']);
  expect(moneyToWire(totalOf(lines))).toBe('397.44');
});

test('chargeConsumption gives each zone its part of the reduced volume with electric heating and two zones', () => {
  const lines = charge('2026-01', 'two', { day: 1600, night: 900 }, householdHeating);
  expect(shown(lines)).toEqual([
    'day 0: 1280 = 3379.20',
    'day 1: 320 = 1382.40',
    'night 0: 720 = 950.40',
    'night 1: 180 = 388.80',
  ]);
});

test('chargeConsumption does not count kWh of one step in the next', () => {
  const rule: TariffVersion['rule'] = {
    kind: 'marginalBlocks',
    blocks: [
      { upToKwh: 1, price: priceFromText('0.9') },
      { upToKwh: 3, price: priceFromText('1.68') },
      { price: priceFromText('2.64') },
    ],
  };
  const versions = [{ ...lastOf(household), rule, coefficients: {} }];
  expect(shown(charge('2026-10', 'three', { peak: 1, halfPeak: 1, night: 1 }, versions))).toEqual([
    'peak 0: 1 = 0.90',
    'halfPeak 1: 1 = 1.68',
    'night 1: 1 = 1.68',
  ]);
});

test('chargeConsumption charges electric heating the full price outside the season', () => {
  expect(shown(charge('2026-05', 'single', { single: 2350 }, householdHeating))).toEqual([
    'single 0: 2350 = 10152.00',
  ]);
});

test('chargeConsumption charges both zones the higher price over the 2022 limit', () => {
  expect(shown(charge('2022-03', 'two', { day: 200, night: 51 }))).toEqual([
    'day 1: 200 = 336.00',
    'night 1: 51 = 42.84',
  ]);
});

test('chargeConsumption splits whole kWh by days when the price changes inside the month, and each line has its days', () => {
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

test('chargeConsumption charges a replaced meter and the new one together, estimated if a part is', () => {
  const lines = chargeConsumption({
    period: billingPeriod('2026-10'),
    versions: household,
    consumptions: [
      { scheme: 'single', zone: 'single', energy: fromKwh(30), isEstimated: true },
      { scheme: 'single', zone: 'single', energy: fromKwh(50), isEstimated: false },
    ],
  });
  expect(lines).toMatchObject([{ kind: 'energy', energy: 80_000, amount: 34560n, isEstimated: true }]);
});

test('chargeConsumption ignores an estimate of zero beside actual consumption', () => {
  const lines = chargeConsumption({
    period: billingPeriod('2026-10'),
    versions: household,
    consumptions: [
      { scheme: 'single', zone: 'single', energy: fromKwh(0), isEstimated: true },
      { scheme: 'single', zone: 'single', energy: fromKwh(50), isEstimated: false },
    ],
  });
  expect(lines).toMatchObject([{ energy: 50_000, isEstimated: false }]);
});

test('chargeConsumption returns no lines for zero consumption even without a tariff', () => {
  expect(charge('2026-10', 'two', { day: 0, night: 0 }, [])).toEqual([]);
});

test('chargeConsumption refuses consumption of an account without a day in the month', () => {
  const first = localDate('2026-10-05');
  const consumptions = [
    { scheme: 'single' as const, zone: 'single' as const, energy: fromKwh(1), isEstimated: false },
  ];
  const period = billingPeriod('2026-10');
  const days = { from: first, to: first };
  expect(() => chargeConsumption({ period, versions: household, consumptions, days })).toThrow(RangeError);
});

test('chargeConsumption refuses fractions of a kWh even if they add up to whole ones', () => {
  const half = { scheme: 'single' as const, zone: 'single' as const, isEstimated: false };
  const consumptions = [500, 500].map((energy) => ({ ...half, energy: wattHours(energy) }));
  const period = billingPeriod('2026-10');
  expect(() => chargeConsumption({ period, versions: household, consumptions })).toThrow(RangeError);
});

describe('chargeConsumption with a meter replaced by one with other zones', () => {
  const of = (scheme: ZoneScheme, zone: Zone, kwh: number) => ({
    scheme,
    zone,
    energy: fromKwh(kwh),
    isEstimated: false,
  });

  test('keeps the nights of both schemes apart, each with its own coefficient', () => {
    const consumptions = [of('two', 'night', 10), of('three', 'night', 10)];
    const lines = chargeConsumption({ period: billingPeriod('2026-10'), versions: household, consumptions });
    expect(shown(lines)).toEqual(['night 0: 10 = 21.60', 'night 0: 10 = 17.28']);
  });

  test('shares the reduced kWh of electric heating between them: 1500 + 1500 kWh cost 8480.28', () => {
    const consumptions = [of('single', 'single', 1500), of('two', 'day', 800), of('two', 'night', 700)];
    const lines = chargeConsumption({
      period: billingPeriod('2026-01'),
      versions: householdHeating,
      consumptions,
    });
    const ofBlock = (index: number) =>
      lines
        .filter(({ blockIndex }) => blockIndex === index)
        .reduce((sum, line) => sum + toKwh(line.energy), 0);
    expect([ofBlock(0), ofBlock(1)]).toEqual([2000, 1000]);
    expect(shown(lines)).toEqual([
      'single 0: 1000 = 2640.00',
      'single 1: 500 = 2160.00',
      'day 0: 533 = 1407.12',
      'day 1: 267 = 1153.44',
      'night 0: 467 = 616.44',
      'night 1: 233 = 503.28',
    ]);
    expect(moneyToWire(totalOf(lines))).toBe('8480.28');
  });

  test('counts both towards the 2022 limit: 200 + 200 kWh cost 672.00', () => {
    const consumptions = [of('single', 'single', 200), of('three', 'halfPeak', 200)];
    const lines = chargeConsumption({ period: billingPeriod('2022-03'), versions: household, consumptions });
    expect(moneyToWire(totalOf(lines))).toBe('672.00');
  });
});

describe('chargeConsumption with a price that changes inside the month', () => {
  const flat = (validFrom: string, price: string): TariffVersion => ({
    ...lastOf(household),
    validFrom: localDate(validFrom),
    rule: { kind: 'flat', price: priceFromText(price) },
  });
  const versions = [flat('2020-01-01', '2.64'), flat('2026-01-16', '4.32')];
  const period = billingPeriod('2026-01');
  const days = (from: string, to: string) => ({ from: localDate(from), to: localDate(to) });
  const single = (kwh: number, ofDays?: ReturnType<typeof days>) => ({
    scheme: 'single' as const,
    zone: 'single' as const,
    energy: fromKwh(kwh),
    isEstimated: false,
    days: ofDays,
  });

  test('uses only the new price for an account opened after the change', () => {
    const own = days('2026-01-20', '2026-02-01');
    const lines = chargeConsumption({ period, versions, days: own, consumptions: [single(310, own)] });
    expect(moneyToWire(totalOf(lines))).toBe('1339.20');
    expect(lines).toMatchObject([{ from: '2026-01-20', to: '2026-01-31' }]);
  });

  test('shares by the days of a contract that ended after the change', () => {
    const own = days('2026-01-01', '2026-01-21');
    const lines = chargeConsumption({ period, versions, days: own, consumptions: [single(100, own)] });
    expect(lines.map(({ from, to, energy }) => [from, to, toKwh(energy)])).toEqual([
      ['2026-01-01', '2026-01-15', 75],
      ['2026-01-16', '2026-01-20', 25],
    ]);
  });

  test('uses the earlier price where a meter was removed on the day of the change', () => {
    const consumptions = [
      single(100, days('2026-01-01', '2026-01-16')),
      single(120, days('2026-01-16', '2026-02-01')),
    ];
    const lines = chargeConsumption({ period, versions, consumptions });
    expect(shown(lines)).toEqual(['single 0: 100 = 264.00', 'single 0: 120 = 518.40']);
  });

  test('shares consumption over the last two of three prices by their days', () => {
    const three = [flat('2020-01-01', '2'), flat('2026-01-11', '3'), flat('2026-01-21', '4')];
    const consumptions = [single(32, days('2026-01-16', '2026-02-01'))];
    const lines = chargeConsumption({ period, versions: three, consumptions });
    expect(shown(lines)).toEqual(['single 0: 10 = 30.00', 'single 0: 22 = 88.00']);
  });

  test('shares a limit by the days of the account, and grants it whole when one price covers all of them', () => {
    const steps = (validFrom: string): TariffVersion => ({
      ...flat(validFrom, '1'),
      rule: {
        kind: 'marginalBlocks',
        blocks: [{ upToKwh: 100, price: priceFromText('1') }, { price: priceFromText('2') }],
      },
    });
    const blocks = [steps('2020-01-01'), steps('2026-01-16')];
    const charged = (from: string, to: string) =>
      chargeConsumption({ period, versions: blocks, days: days(from, to), consumptions: [single(200)] }).map(
        ({ blockIndex, energy }) => [blockIndex, toKwh(energy)],
      );
    expect(charged('2026-01-11', '2026-01-21')).toEqual([
      [0, 50],
      [1, 50],
      [0, 50],
      [1, 50],
    ]);
    expect(charged('2026-01-20', '2026-02-01')).toEqual([
      [0, 100],
      [1, 100],
    ]);
  });
});

test('charges a scheme without coefficients in the tariff in full', () => {
  const versions = [{ ...lastOf(household), coefficients: {} }];
  expect(shown(charge('2026-10', 'two', { night: 10 }, versions))).toEqual(['night 0: 10 = 43.20']);
});

test.each([
  ['a zone of another scheme', 'peak', 1000],
  ['energy below zero', 'single', -1000],
  ['a part of a kWh', 'single', 500],
] as const)('it is a fault to charge %s', (_, zone, energy) => {
  const consumptions = [{ scheme: 'single' as const, zone, energy: wattHours(energy), isEstimated: false }];
  const period = billingPeriod('2026-10');
  expect(() => chargeConsumption({ period, versions: household, consumptions })).toThrow(RangeError);
});

test('chargeConsumption gives a line the days of its part on which registers of its zone counted', () => {
  const range = (from: string, to: string) => ({ from: localDate(from), to: localDate(to) });
  const flat = (from: string, price: string): TariffVersion => ({
    validFrom: localDate(from),
    rule: { kind: 'flat', price: priceFromText(price) },
    coefficients: nationalZoneCoefficients,
    act: 'test',
  });
  const known = { isEstimated: false };
  const lines = chargeConsumption({
    period: billingPeriod('2026-10'),
    versions: [flat('2020-01-01', '2'), flat('2026-10-11', '3')],
    consumptions: [
      // Nothing was counted on its first days, and the register was there.
      {
        ...known,
        scheme: 'single',
        zone: 'single',
        energy: fromKwh(0),
        days: range('2026-10-01', '2026-10-06'),
      },
      {
        ...known,
        scheme: 'single',
        zone: 'single',
        energy: fromKwh(50),
        days: range('2026-10-06', '2026-10-16'),
      },
      { ...known, scheme: 'two', zone: 'day', energy: fromKwh(40), days: range('2026-10-16', '2026-11-01') },
      { ...known, scheme: 'two', zone: 'night', energy: fromKwh(0), days: range('2026-10-16', '2026-11-01') },
    ],
  });
  expect(lines.map(({ zone, energy, from, to }) => [zone, toKwh(energy), from, to])).toEqual([
    ['single', 25, '2026-10-01', '2026-10-10'],
    ['single', 25, '2026-10-11', '2026-10-15'],
    ['day', 40, '2026-10-16', '2026-10-31'],
  ]);
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

test('chargeConsumption neither loses nor adds a kWh of a zone, for any tariff and price changes', () => {
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

test('chargeConsumption fills each step of a whole month before the next begins', () => {
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

test.each([
  ['2026-10-10', '20.00'],
  ['2026-10-15', '20.00'],
  ['2026-10-16', '30.00'],
  ['2026-11-01', '30.00'],
])(
  'chargeConsumption charges consumption without days at the price of %s, the day on which it was found',
  (found, sum) => {
    const version = (from: string, price: string): TariffVersion => ({
      validFrom: localDate(from),
      rule: { kind: 'flat', price: priceFromText(price) },
      coefficients: {},
      act: 'test',
    });
    const days = { from: localDate(found), to: localDate(found) };
    const lines = chargeConsumption({
      period: billingPeriod('2026-10'),
      versions: [version('2020-01-01', '2'), version('2026-10-16', '3')],
      consumptions: [{ scheme: 'single', zone: 'single', energy: fromKwh(10), isEstimated: false, days }],
    });
    expect(moneyToWire(totalOf(lines))).toBe(sum);
  },
);
