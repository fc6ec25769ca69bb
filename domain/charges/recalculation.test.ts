import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromKwh, toKwh } from '../energy.ts';
import { moneyToWire, sumMoney } from '../money.ts';
import { nationalTariffHistory } from '../tariffs/national-history.ts';
import type { Zone, ZoneScheme } from '../tariffs/tariff.ts';
import { billingPeriod } from '../time/billing-period.ts';
import { type DayRange, localDate } from '../time/local-date.ts';
import { chargeConsumption } from './charge-consumption.ts';
import { type ChargeLine, totalOf } from './charge-line.ts';
import { linesInForce, recalculationLines } from './recalculation.ts';

type Kwh = Partial<Record<Zone, number>>;

/** Charge of one month. */
function charge(
  period: string,
  scheme: ZoneScheme,
  kwh: Kwh,
  { tariff = 'household', isEstimated = true }: { tariff?: Tariff; isEstimated?: boolean } = {},
): ChargeLine[] {
  return chargeConsumption({
    period: billingPeriod(period),
    versions: nationalTariffHistory[tariff],
    consumptions: Object.entries(kwh).map(([zone, n]) => ({
      scheme,
      zone: zone as Zone,
      energy: fromKwh(n),
      isEstimated,
    })),
  });
}

type Tariff = keyof typeof nationalTariffHistory;

function shown(lines: ChargeLine[]): string[] {
  return lines.map(
    (line) =>
      `${line.lineNumber} ${line.kind} ${line.from} ${line.zone} ${line.blockIndex}: ${toKwh(line.energy)} = ${moneyToWire(line.amount)}`,
  );
}

test.each<[string, string, ZoneScheme, Kwh, Kwh, string[], { tariff?: Tariff }?]>([
  [
    'too much by 20 kWh',
    '2026-09',
    'single',
    { single: 150 },
    { single: 130 },
    ['1 recalculation 2026-09-01 single 0: -20 = -86.40'],
  ],
  [
    'too little by 20 kWh',
    '2026-09',
    'single',
    { single: 150 },
    { single: 170 },
    ['1 recalculation 2026-09-01 single 0: 20 = 86.40'],
  ],
  [
    'each zone at its own price, one up, one down',
    '2026-09',
    'two',
    { day: 100, night: 60 },
    { day: 110, night: 50 },
    ['1 recalculation 2026-09-01 day 0: 10 = 43.20', '2 recalculation 2026-09-01 night 0: -10 = -21.60'],
  ],
  [
    'a zone that was not charged at all',
    '2026-09',
    'two',
    { day: 100 },
    { day: 100, night: 10 },
    ['1 recalculation 2026-09-01 night 0: 10 = 21.60'],
  ],
  [
    'over the step of a marginal tariff',
    '2018-03',
    'single',
    { single: 90 },
    { single: 250 },
    ['1 recalculation 2018-03-01 single 0: 10 = 9.00', '2 recalculation 2018-03-01 single 1: 150 = 252.00'],
  ],
  [
    'back under the cliff: all of it at the lower price',
    '2022-03',
    'single',
    { single: 251 },
    { single: 250 },
    [
      '1 recalculation 2022-03-01 single 1: -251 = -421.68',
      '2 recalculation 2022-03-01 single 0: 250 = 360.00',
    ],
  ],
  [
    'a month in which the tariff changed',
    '2023-06',
    'single',
    { single: 300 },
    { single: 360 },
    ['1 recalculation 2023-06-01 single 0: 60 = 158.40'],
  ],
  [
    'electric heating beyond its limit',
    '2026-01',
    'single',
    { single: 1900 },
    { single: 2350 },
    [
      '1 recalculation 2026-01-01 single 0: 100 = 264.00',
      '2 recalculation 2026-01-01 single 1: 350 = 1512.00',
    ],
    { tariff: 'householdHeating' },
  ],
  ['nothing, when the estimate was right', '2026-09', 'single', { single: 150 }, { single: 150 }, []],
])('%s', (_, period, scheme, charged, right, lines, options) => {
  expect(
    shown(
      recalculationLines(charge(period, scheme, charged, options), charge(period, scheme, right, options)),
    ),
  ).toEqual(lines);
});

test('recalculationLines corrects each part of a month in which the tariff changed', () => {
  const month = '2021-10';
  const versions = charge(month, 'single', { single: 310 }).map(({ from }) => from);
  const lines = recalculationLines(
    charge(month, 'single', { single: 310 }),
    charge(month, 'single', { single: 200 }),
  );
  expect(new Set(lines.map(({ from }) => from))).toEqual(new Set(versions));
});

test('recalculationLines continues from the first recalculation of a month', () => {
  const first = charge('2022-03', 'two', { day: 200, night: 80 });
  const second = charge('2022-03', 'two', { day: 150, night: 80 });
  const third = charge('2022-03', 'two', { day: 150, night: 120 });
  const bills = [...first, ...recalculationLines(first, second)];
  expect(totalOf(linesInForce(bills))).toBe(totalOf(second));
  const all = [...bills, ...recalculationLines(linesInForce(bills), third)];
  expect(totalOf(all)).toBe(totalOf(third));
  expect(linesInForce(all).map(({ energy }) => energy)).toEqual(third.map(({ energy }) => energy));
});

test('charged lines and recalculation add up to the cost of the right consumption, to the kopiyka', () => {
  const kwh = fc.record({ day: fc.integer({ min: 0, max: 900 }), night: fc.integer({ min: 0, max: 900 }) });
  const months = fc.constantFrom<[string, Tariff]>(
    ...['2015-05', '2017-03', '2020-11', '2021-10', '2022-03', '2024-06'].map((month): [string, Tariff] => [
      month,
      'household',
    ]),
    ['2026-03', 'householdHeating'],
    ['2026-05', 'householdHeating'],
  );
  fc.assert(
    fc.property(months, fc.array(kwh, { minLength: 2, maxLength: 5 }), ([month, tariff], states) => {
      const charges = states.map((state) => charge(month, 'two', state, { tariff }));
      let bills: ChargeLine[] = charges[0] ?? [];
      for (const right of charges.slice(1)) {
        bills = [...bills, ...recalculationLines(linesInForce(bills), right)];
        expect(sumMoney(bills.map(({ amount }) => amount))).toBe(totalOf(right));
        const energyOf = (lines: readonly ChargeLine[], zone: Zone) =>
          lines.reduce((sum, line) => sum + (line.zone === zone ? line.energy : 0), 0);
        for (const zone of ['day', 'night'] as const)
          expect(energyOf(bills, zone)).toBe(energyOf(right, zone));
      }
    }),
  );
});

test('linesInForce drops a line only when both its energy and its amount are zero', () => {
  const [line] = charge('2026-09', 'single', { single: 10 }) as [ChargeLine];
  const nothing = { energy: fromKwh(0), amount: sumMoney([]) };
  expect(linesInForce([{ ...line, ...nothing }])).toEqual([]);
  expect(linesInForce([{ ...line, energy: nothing.energy }])).toHaveLength(1);
  expect(linesInForce([{ ...line, amount: nothing.amount }])).toHaveLength(1);
  expect(linesInForce([{ ...line, kind: 'recalculation' }])).toEqual([{ ...line, kind: 'energy' }]);
  const other = { ...line, amount: sumMoney([line.amount, line.amount]) };
  expect(shown(recalculationLines([line], [other]))).toEqual([
    '1 recalculation 2026-09-01 single 0: 0 = 43.20',
  ]);
  const more = { ...line, energy: fromKwh(11) };
  expect(shown(recalculationLines([line], [more]))).toEqual([
    '1 recalculation 2026-09-01 single 0: 1 = 0.00',
  ]);
  expect(recalculationLines([line], [more])[0]?.isEstimated).toBe(false);
  expect(recalculationLines([line], [line])).toEqual([]);
});

test('a line whose days alone are others is not corrected; one with other energy takes the days it has', () => {
  const range = (from: string, to: string) => ({ from: localDate(from), to: localDate(to) });
  const onDays = (energy: number, days: DayRange) =>
    chargeConsumption({
      period: billingPeriod('2026-09'),
      versions: nationalTariffHistory.household,
      consumptions: [{ scheme: 'single', zone: 'single', energy: fromKwh(energy), isEstimated: false, days }],
    });
  const wholeMonth = onDays(50, range('2026-09-01', '2026-10-01'));
  expect(recalculationLines(wholeMonth, onDays(50, range('2026-09-01', '2026-09-16')))).toEqual([]);
  const corrected = recalculationLines(wholeMonth, onDays(48, range('2026-09-01', '2026-09-16')));
  expect(corrected.map(({ to, energy }) => [to, toKwh(energy)])).toEqual([
    ['2026-09-30', -50],
    ['2026-09-15', 48],
  ]);
});
