import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromKwh } from '../energy.ts';
import { kopiykas, moneyFromWire, moneyToWire, subtractMoney, sumMoney, zeroMoney } from '../money.ts';
import { coefficientFromText, priceFromText } from '../price.ts';
import { nationalTariffHistory } from '../tariffs/national-history.ts';
import {
  type TariffRule,
  type TariffVersion,
  type Zone,
  type ZoneScheme,
  zonesOf,
} from '../tariffs/tariff.ts';
import { addMonths, billingPeriod, daysIn } from '../time/billing-period.ts';
import { localDate } from '../time/local-date.ts';
import { type BillFacts, closingOf, daysCovered, type MeasuredZone } from './bill-facts.ts';
import { chargeConsumption } from './charge-consumption.ts';
import { totalOf } from './charge-line.ts';
import { explainDifference } from './explain-difference.ts';

const { household, householdHeating } = nationalTariffHistory;

type Kwh = Partial<Record<Zone, number>>;

interface MonthOfTest {
  readonly scheme?: ZoneScheme;
  readonly versions?: readonly TariffVersion[];
  readonly days?: number;
  readonly sums?: Partial<Record<'opening' | 'recalculated' | 'benefit' | 'paid', string>>;
}

/** A bill made by the charging rules. */
function bill(month: string, kwh: Kwh, options: MonthOfTest = {}): BillFacts {
  const { scheme = 'single', versions = household, sums = {} } = options;
  const period = billingPeriod(month);
  const consumptions = zonesOf[scheme].flatMap((zone): MeasuredZone[] =>
    kwh[zone] === undefined ? [] : [{ scheme, zone, kwh: kwh[zone] }],
  );
  const lines = chargeConsumption({
    period,
    versions,
    consumptions: consumptions.map((one) => ({
      scheme: one.scheme,
      zone: one.zone,
      energy: fromKwh(one.kwh),
      isEstimated: false,
    })),
  });
  const sum = (name: keyof typeof sums) => moneyFromWire(sums[name] ?? '0.00');
  return {
    period,
    opening: sum('opening'),
    charged: totalOf(lines),
    recalculated: sum('recalculated'),
    benefit: sum('benefit'),
    paid: sum('paid'),
    days: options.days ?? daysIn(period),
    consumptions,
    prices: [],
  };
}

/** The parts that are not zero: "days +17.28". */
function explained(
  base: BillFacts,
  next: BillFacts,
  versions: readonly TariffVersion[] = household,
): string[] {
  return explainDifference(base, next, versions)
    .filter(({ sum }) => sum !== zeroMoney)
    .map((part) => `${part.kind === 'kwh' ? part.zone : part.kind} ${moneyToWire(part.sum)}`);
}

describe('explainDifference', () => {
  test('explains a longer month with the same daily consumption by its days', () => {
    const parts = explained(bill('2026-09', { single: 120 }), bill('2026-10', { single: 124 }));
    expect(parts).toEqual(['days 17.28']);
  });

  test('returns only zero parts for equal bills', () => {
    expect(explained(bill('2026-10', { single: 120 }), bill('2026-10', { single: 120 }))).toEqual([]);
  });

  test('separates days from consumption, and zones from each other', () => {
    const base = bill('2026-09', { day: 60, night: 60 }, { scheme: 'two' });
    const next = bill('2026-10', { day: 80, night: 40 }, { scheme: 'two', sums: { opening: '0.50' } });
    expect(explained(base, next)).toEqual(['days 12.96', 'day 77.76', 'night -47.52', 'debt 0.50']);
  });

  test('the kWh of the parts add up to the difference in kWh', () => {
    const base = bill('2026-09', { day: 60, night: 61 }, { scheme: 'two' });
    const next = bill('2026-10', { day: 80, night: 40 }, { scheme: 'two' });
    const kwh = explainDifference(base, next, household).map((part) => ('kwh' in part ? part.kwh : 0));
    expect(kwh.reduce((sum, one) => sum + one, 0)).toBe(-1);
  });

  test('prices the first kWh over the 2022 limit by the limit', () => {
    const base = bill('2022-01', { single: 250 });
    expect(explained(base, bill('2022-03', { single: 251 }))).toEqual(['single 61.68']);
  });

  test('explains the heating season by the tariff', () => {
    const versions = householdHeating;
    const base = bill('2026-09', { single: 300 }, { versions });
    const next = bill('2026-10', { single: 310 }, { versions });
    expect(explained(base, next, versions)).toEqual(['days 43.20', 'tariff -520.80']);
  });

  test('explains a changed price by the tariff alone', () => {
    const base = bill('2023-10', { single: 100 });
    const next = bill('2026-10', { single: 100 });
    expect(explained(base, next)).toEqual(['tariff 168.00']);
  });

  test('explains a one-zone meter replaced by a two-zone meter', () => {
    const base = bill('2026-08', { single: 120 });
    const next = bill('2026-10', { day: 80, night: 40 }, { scheme: 'two' });
    expect(explained(base, next)).toEqual(['day 345.60', 'night 86.40', 'single -518.40']);
  });

  test('prices consumption as of the last day of the older month when the price changed the day after', () => {
    const base = bill('2023-05', { single: 100 });
    expect(explained(base, bill('2023-07', { single: 110 }))).toEqual(['single 14.40', 'tariff 132.00']);
  });

  test.each([
    ['three zones', { peak: 20, halfPeak: 50, night: 30 }, 'three', ['peak', 'halfPeak', 'night', 'day']],
    ['one zone of two', { day: 10 }, 'two', ['day', 'night']],
    ['one zone', { single: 100 }, 'single', ['single', 'day', 'night']],
  ] as const)(
    'lists the zones of the newer bill first, in the order of its meter: %s',
    (_, kwh, scheme, zones) => {
      const base = bill('2026-08', { night: 40, day: 80 }, { scheme: 'two' });
      const parts = explainDifference(base, bill('2026-10', kwh, { scheme }), household);
      expect(parts.flatMap((part) => ('zone' in part ? part.zone : []))).toEqual(zones);
    },
  );

  test('has no part for a zone without consumption in either bill', () => {
    const base = bill('2026-08', { day: 80 }, { scheme: 'two' });
    const parts = explainDifference(base, bill('2026-10', { day: 10 }, { scheme: 'two' }), household);
    expect(parts.flatMap((part) => ('zone' in part ? part.zone : []))).toEqual(['day']);
  });

  test('explains a contract that began in the middle of the month', () => {
    const base = bill('2026-09', { single: 60 }, { days: 15 });
    expect(explained(base, bill('2026-10', { single: 124 }))).toEqual(['days 276.48']);
  });

  test('explains a recalculated estimate, a benefit and a payment', () => {
    const base = bill('2026-10', { single: 100 }, { sums: { opening: '432.00', paid: '432.00' } });
    const sums = { recalculated: '-86.40', benefit: '-50.00', opening: '432.00', paid: '600.00' };
    const next = bill('2026-12', { single: 100 }, { sums });
    expect(explained(base, next)).toEqual(['recalculation -86.40', 'benefit -50.00', 'debt -168.00']);
  });

  test('uses the average price of the older bill without a known tariff', () => {
    const base = { ...bill('2026-09', { single: 100 }), charged: moneyFromWire('300.00') };
    const next = { ...bill('2026-10', { single: 110 }), charged: moneyFromWire('400.00') };
    expect(explained(base, next, [])).toEqual(['days 9.00', 'single 21.00', 'tariff 70.00']);
  });

  test('explains a month without consumption', () => {
    const nothing = bill('2026-09', {}, { days: 0 });
    expect(explained(nothing, bill('2026-10', { single: 10 }))).toEqual(['single 43.20']);
    expect(explained(bill('2026-10', { single: 10 }), nothing)).toEqual(['days -43.20']);
  });

  test('does not share consumption without days over days', () => {
    const base = bill('2026-09', { single: 10 }, { days: 0 });
    expect(explained(base, bill('2026-10', { single: 20 }))).toEqual(['single 43.20']);
  });

  test('explains everything by the tariff without a known tariff and without consumption', () => {
    expect(explained(bill('2026-09', {}), bill('2026-10', { single: 10 }), [])).toEqual(['tariff 43.20']);
  });
});

test.each([
  ['two registers of one month', ['2026-10-01 2026-11-01', '2026-10-01 2026-11-01'], 31],
  ['a meter replaced inside the month', ['2026-10-01 2026-10-12', '2026-10-12 2026-11-01'], 31],
  ['a day between two meters', ['2026-10-13 2026-11-01', '2026-10-01 2026-10-12'], 30],
  ['none', [], 0],
])('daysCovered: %s', (_, spans, days) => {
  const parsed = spans.map((span) => {
    const [from = '', to = ''] = span.split(' ');
    return { from: localDate(from), to: localDate(to) };
  });
  expect(daysCovered(parsed)).toBe(days);
});

const price = fc
  .integer({ min: 1, max: 9_999_999 })
  .map((micro) => priceFromText(`0.${String(micro).padStart(7, '0').slice(0, 6)}`));
const blocks = fc
  .tuple(price, price, price)
  .map(([first, second, third]) => [
    { upToKwh: 100, price: first },
    { upToKwh: 250, price: second },
    { price: third },
  ]);
const rule: fc.Arbitrary<TariffRule> = fc.oneof(
  price.map((flat): TariffRule => ({ kind: 'flat', price: flat })),
  blocks.map((steps): TariffRule => ({ kind: 'marginalBlocks', blocks: steps })),
  blocks.map((steps): TariffRule => ({ kind: 'wholeVolumeBlocks', blocks: steps })),
  fc.tuple(price, price, fc.integer({ min: 1, max: 3000 })).map(
    ([reducedPrice, full, limitKwh]): TariffRule => ({
      kind: 'seasonalHeating',
      limitKwh,
      reducedPrice,
      price: full,
      seasonFrom: '10-01',
      seasonTo: '04-15',
    }),
  ),
);
const coefficients = {
  two: { day: coefficientFromText('1'), night: coefficientFromText('0.5') },
  three: {
    peak: coefficientFromText('1.5'),
    halfPeak: coefficientFromText('1'),
    night: coefficientFromText('0.4'),
  },
};
/** Two versions: one from the beginning, one from any day, also inside a compared month. */
const tariff = fc
  .tuple(rule, rule, fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 30 }))
  .map(([first, second, day, month]): TariffVersion[] => [
    { validFrom: localDate('2015-01-01'), rule: first, coefficients, act: 'first' },
    {
      validFrom: localDate(`${addMonths(billingPeriod('2024-06'), month)}-${String(day).padStart(2, '0')}`),
      rule: second,
      coefficients,
      act: 'second',
    },
  ]);
const sum = fc.integer({ min: -10_000_000, max: 10_000_000 }).map(kopiykas);
const consumption = fc
  .constantFrom<ZoneScheme>('single', 'two', 'three')
  .chain((scheme) =>
    fc
      .tuple(...zonesOf[scheme].map(() => fc.option(fc.nat(4000), { nil: undefined })))
      .map((values) =>
        zonesOf[scheme].flatMap((zone, index): MeasuredZone[] =>
          values[index] === undefined ? [] : [{ scheme, zone, kwh: values[index] }],
        ),
      ),
  );
/** A bill with one meter, or with two of different schemes after a replacement. */
const anyBill = (versions: readonly TariffVersion[]) =>
  fc
    .record({
      month: fc.integer({ min: 0, max: 30 }),
      days: fc.integer({ min: 0, max: 31 }),
      first: consumption,
      second: fc.oneof(
        { weight: 3, arbitrary: fc.constant<MeasuredZone[]>([]) },
        { weight: 1, arbitrary: consumption },
      ),
      opening: sum,
      recalculated: sum,
      benefit: sum,
      paid: sum,
      charged: fc.option(sum, { nil: undefined, freq: 5 }),
    })
    .map(({ month, first, second, charged, ...rest }): BillFacts => {
      const period = addMonths(billingPeriod('2024-05'), month);
      const consumptions = [...first, ...second];
      const lines = chargeConsumption({
        period,
        versions,
        consumptions: consumptions.map(({ scheme, zone, kwh }) => ({
          scheme,
          zone,
          energy: fromKwh(kwh),
          isEstimated: false,
        })),
      });
      return { ...rest, period, consumptions, charged: charged ?? totalOf(lines), prices: [] };
    });

test('the parts add up to the difference to the kopiyka for any bills', () => {
  const pair = tariff.chain((versions) =>
    fc.tuple(fc.constantFrom(versions, []), anyBill(versions), anyBill(versions)),
  );
  fc.assert(
    fc.property(pair, ([versions, base, next]) => {
      const parts = explainDifference(base, next, versions);
      expect(sumMoney(parts.map((part) => part.sum))).toBe(subtractMoney(closingOf(next), closingOf(base)));
      expect(new Set(parts.map((part) => `${part.kind} ${'zone' in part ? part.zone : ''}`)).size).toBe(
        parts.length,
      );
    }),
    { numRuns: 10_000 },
  );
});

test('the kWh add up for any bills', () => {
  const kwhOf = (bill: BillFacts) => bill.consumptions.reduce((total, { kwh }) => total + kwh, 0);
  fc.assert(
    fc.property(anyBill(household), anyBill(household), (base, next) => {
      const parts = explainDifference(base, next, household);
      const kwh = parts.reduce((total, part) => total + ('kwh' in part ? part.kwh : 0), 0);
      expect(kwh).toBe(kwhOf(next) - kwhOf(base));
    }),
    { numRuns: 1000 },
  );
});
