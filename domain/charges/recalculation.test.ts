import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromKwh, toKwh } from '../energy.ts';
import { moneyToWire, sumMoney } from '../money.ts';
import { nationalTariffHistory } from '../tariffs/national-history.ts';
import type { Zone, ZoneScheme } from '../tariffs/tariff.ts';
import { addMonths, billingPeriod } from '../time/billing-period.ts';
import { type ConsumptionToCharge, chargeConsumption } from './charge-consumption.ts';
import { type ChargeLine, totalOf } from './charge-line.ts';
import { recalculateOverestimate } from './recalculation.ts';

function month(
  period: string,
  scheme: ZoneScheme,
  kwh: Partial<Record<Zone, number>>,
  isEstimated = true,
): ConsumptionToCharge {
  return {
    period: billingPeriod(period),
    scheme,
    versions: nationalTariffHistory.household,
    consumptions: Object.entries(kwh).map(([zone, n]) => ({
      zone: zone as Zone,
      energy: fromKwh(n),
      isEstimated,
    })),
  };
}

function shown(lines: ChargeLine[]): string[] {
  return lines.map(
    (line) =>
      `${line.lineNumber} ${line.kind} ${line.from.slice(0, 7)} ${line.zone} ${line.blockIndex}: ${toKwh(line.energy)} = ${moneyToWire(line.amount)}`,
  );
}

test('a customer charged 20 kWh too many by an estimate gets 86.40 back', () => {
  const { lines, unexplained } = recalculateOverestimate(
    [{ zone: 'single', energy: fromKwh(20) }],
    [month('2026-09', 'single', { single: 150 })],
  );
  expect(shown(lines)).toEqual(['1 recalculation 2026-09 single 0: -20 = -86.40']);
  expect(unexplained).toEqual([]);
});

test('each zone is given back at its own price', () => {
  const { lines } = recalculateOverestimate(
    [
      { zone: 'day', energy: fromKwh(10) },
      { zone: 'night', energy: fromKwh(10) },
    ],
    [month('2026-09', 'two', { day: 100, night: 60 })],
    3,
  );
  expect(shown(lines)).toEqual([
    '3 recalculation 2026-09 day 0: -10 = -43.20',
    '4 recalculation 2026-09 night 0: -10 = -21.60',
  ]);
});

test('the price is the one of the month overestimated, the latest month first', () => {
  const { lines, months } = recalculateOverestimate(
    [{ zone: 'single', energy: fromKwh(130) }],
    [month('2024-05', 'single', { single: 100 }), month('2024-06', 'single', { single: 90 })],
  );
  expect(shown(lines)).toEqual([
    '1 recalculation 2024-06 single 0: -90 = -388.80',
    '2 recalculation 2024-05 single 0: -40 = -105.60',
  ]);
  expect(months.map(({ period, consumptions }) => [period, consumptions[0]?.energy])).toEqual([
    ['2024-06', fromKwh(0)],
    ['2024-05', fromKwh(60)],
  ]);
});

test('a month that comes back under the cliff is charged anew at the lower price', () => {
  const { lines } = recalculateOverestimate(
    [{ zone: 'single', energy: fromKwh(1) }],
    [month('2022-03', 'single', { single: 251 })],
  );
  expect(shown(lines)).toEqual([
    '1 recalculation 2022-03 single 1: -251 = -421.68',
    '2 recalculation 2022-03 single 0: 250 = 360.00',
  ]);
});

test('actual consumption is never taken back; what estimates can not account for is said', () => {
  const { lines, months, unexplained } = recalculateOverestimate(
    [{ zone: 'single', energy: fromKwh(20) }],
    [month('2026-09', 'single', { single: 150 }, false), month('2026-08', 'single', { single: 5 })],
  );
  expect(shown(lines)).toEqual(['1 recalculation 2026-08 single 0: -5 = -21.60']);
  expect(months.map(({ period }) => period)).toEqual(['2026-08']);
  expect(unexplained).toEqual([{ zone: 'single', energy: fromKwh(15) }]);
});

test('an overestimate of parts of a kWh is a fault', () => {
  expect(() => recalculateOverestimate([{ zone: 'single', energy: fromKwh(-1) }], [])).toThrow(RangeError);
});

test('old bills and the recalculation together are what the right consumption costs', () => {
  const kwh = fc.record({ day: fc.integer({ min: 0, max: 900 }), night: fc.integer({ min: 0, max: 900 }) });
  const first = fc
    .constantFrom('2015-05', '2020-11', '2021-08', '2023-04', '2024-04', '2026-03')
    .map(billingPeriod);
  fc.assert(
    fc.property(first, fc.array(kwh, { minLength: 1, maxLength: 4 }), kwh, (start, list, over) => {
      const months = list.map((ofMonth, n) => month(addMonths(start, n), 'two', ofMonth));
      const result = recalculateOverestimate(
        [
          { zone: 'day', energy: fromKwh(over.day) },
          { zone: 'night', energy: fromKwh(over.night) },
        ],
        months,
      );
      const right = months.map((old) => result.months.find(({ period }) => period === old.period) ?? old);
      const costOf = (each: ConsumptionToCharge) => totalOf(chargeConsumption(each));
      expect(sumMoney([...months.map(costOf), totalOf(result.lines)])).toBe(sumMoney(right.map(costOf)));
      const taken = result.lines.reduce((sum, line) => sum - line.energy, 0);
      const unexplained = result.unexplained.reduce((sum, { energy }) => sum + energy, 0);
      expect(taken + unexplained).toBe(fromKwh(over.day + over.night));
    }),
  );
});
