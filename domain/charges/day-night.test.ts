import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromKwh } from '../energy.ts';
import { kopiykas, moneyFromWire, moneyToWire } from '../money.ts';
import { nationalTariffHistory } from '../tariffs/national-history.ts';
import { addMonths, billingPeriod } from '../time/billing-period.ts';
import { localDate } from '../time/local-date.ts';
import { chargeConsumption } from './charge-consumption.ts';
import { totalOf } from './charge-line.ts';
import {
  breakEvenShare,
  dayNightCost,
  isTariffKnown,
  payBackMonths,
  payBackShare,
  savedBy,
  savingsByNightShare,
  splitByNightShare,
} from './day-night.ts';

const { household, householdHeating } = nationalTariffHistory;

test.each([
  // 120 × 4.32 against 80 × 4.32 + 40 × 2.16.
  ['flat', household, '2026-10', 80, 40, '518.40', '432.00', '86.40'],
  // 2400 × 2.64/4.32 in the season: the 2000 reduced kWh are shared 1500 : 500, the rest 300 : 100.
  ['heating', householdHeating, '2026-01', 1800, 600, '7008.00', '6132.00', '876.00'],
  // Outside the season the heating household pays the full price.
  ['heating in summer', householdHeating, '2026-07', 80, 40, '518.40', '432.00', '86.40'],
  // The whole volume at 1.44 up to 250 kWh.
  ['the cliff', household, '2022-05', 150, 100, '360.00', '288.00', '72.00'],
  ['nothing by night', household, '2026-10', 120, 0, '518.40', '518.40', '0.00'],
  ['no consumption', household, '2026-10', 0, 0, '0.00', '0.00', '0.00'],
] as const)(
  'dayNightCost: a month of %s costs the same as charged by either meter',
  (_, versions, month, day, night, single, two, saving) => {
    const cost = dayNightCost(versions, { period: billingPeriod(month), dayKwh: day, nightKwh: night });
    expect([cost.single, cost.two, cost.saving].map(moneyToWire)).toEqual([single, two, saving]);
  },
);

test('dayNightCost: saving = single − two, never negative at the national tariffs', () => {
  const versions = fc.constantFrom(household, householdHeating);
  const offset = fc.integer({ min: 0, max: 40 });
  const kwh = fc.integer({ min: 0, max: 6000 });
  fc.assert(
    fc.property(versions, offset, kwh, kwh, (history, months, dayKwh, nightKwh) => {
      const period = addMonths(billingPeriod('2023-06'), months);
      const bill = (scheme: 'single' | 'two', zones: Record<string, number>) =>
        totalOf(
          chargeConsumption({
            period,
            versions: history,
            consumptions: Object.entries(zones).map(([zone, ofZone]) => ({
              scheme,
              zone: zone as 'single' | 'day' | 'night',
              energy: fromKwh(ofZone),
              isEstimated: true,
            })),
          }),
        );
      const cost = dayNightCost(history, { period, dayKwh, nightKwh });
      expect(cost.saving).toBe(
        bill('single', { single: dayKwh + nightKwh }) - bill('two', { day: dayKwh, night: nightKwh }),
      );
      expect(cost.saving >= 0n).toBe(true);
    }),
  );
});

test('splitByNightShare loses no kWh', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 100 }), (kwh, percent) => {
      const month = splitByNightShare({ period: billingPeriod('2026-10'), kwh }, percent);
      expect(month.dayKwh + month.nightKwh).toBe(kwh);
      expect(Math.abs(month.nightKwh - (kwh * percent) / 100)).toBeLessThan(1);
    }),
  );
});

test('breakEvenShare and payBackShare with a flat price', () => {
  const months = [
    { period: billingPeriod('2026-09'), kwh: 100 },
    { period: billingPeriod('2026-10'), kwh: 300 },
  ];
  const savings = savingsByNightShare(household, months);
  expect(savings).toHaveLength(101);
  expect(breakEvenShare(savings)).toBe(1);
  // 400 kWh × 2.16 × share = 864.00 × share in two months, so 5184.00 × share in a year.
  expect(moneyToWire(savings[50] ?? kopiykas(0))).toBe('432.00');
  expect(payBackShare(savings, 2, moneyFromWire('2592.00'), 1)).toBe(50);
  expect(payBackShare(savings, 2, moneyFromWire('2592.01'), 1)).toBe(51);
  expect(payBackShare(savings, 2, moneyFromWire('5184.01'), 1)).toBeUndefined();
  expect(payBackShare(savings, 2, moneyFromWire('5184.00'), 4)).toBe(25);
  const costs = months.map((month) => dayNightCost(household, splitByNightShare(month, 50)));
  expect(moneyToWire(savedBy(costs))).toBe('432.00');
  expect(payBackMonths(savedBy(costs), 2, moneyFromWire('2160.00'))).toBe(10);
  expect(payBackMonths(savedBy(costs), 2, moneyFromWire('2160.01'))).toBe(11);
});

test('breakEvenShare and payBackShare return undefined when the night costs as much as the day', () => {
  const plain = household.map((version) => ({ ...version, coefficients: {} }));
  const savings = savingsByNightShare(plain, [{ period: billingPeriod('2026-10'), kwh: 250 }]);
  expect(breakEvenShare(savings)).toBeUndefined();
  expect(payBackMonths(savings[100] ?? kopiykas(0), 1, kopiykas(1))).toBeUndefined();
});

test('isTariffKnown is false for a month before the first tariff', () => {
  expect(isTariffKnown(householdHeating, billingPeriod('2023-06'))).toBe(true);
  expect(isTariffKnown(householdHeating, billingPeriod('2023-05'))).toBe(false);
});

test.each([
  ['begins on its second day', { validFrom: localDate('2026-10-02') }],
  ['ends on the day before its last', { validTo: localDate('2026-10-30') }],
])('isTariffKnown is false when the tariff %s', (_, days) => {
  const versions = householdHeating.slice(-1).map((version) => ({ ...version, ...days }));
  expect(isTariffKnown(versions, billingPeriod('2026-10'))).toBe(false);
});

test('payBackShare and payBackMonths return 0 for a meter that costs nothing', () => {
  expect(payBackShare([kopiykas(0), kopiykas(216)], 1, kopiykas(0), 1)).toBe(0);
});
