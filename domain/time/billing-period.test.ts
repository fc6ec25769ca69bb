import { expect, test } from 'vitest';
import {
  addMonths,
  billingPeriod,
  comparePeriods,
  daysIn,
  firstDay,
  firstDayAfter,
  formatPeriod,
  parseBillingPeriod,
  periodOf,
  periodsBetween,
} from './billing-period.ts';
import { localDate } from './local-date.ts';

test.each(['', '2026', '2026-13', '2026-00', '2026-1', '10.2026', '2026-10-01', '0000-01'])(
  '%j is no month',
  (text) => {
    expect(parseBillingPeriod(text)).toBeUndefined();
    expect(() => billingPeriod(text)).toThrow(RangeError);
  },
);

test.each([
  ['2026-10', 1, '2026-11'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-10', -22, '2024-12'],
  ['2026-10', 0, '2026-10'],
  ['2024-11', 26, '2027-01'],
])('%s and %i months is %s', (period, n, other) => {
  expect(addMonths(billingPeriod(period), n)).toBe(other);
  expect(periodsBetween(billingPeriod(period), billingPeriod(other))).toBe(n);
});

test.each([
  ['2026-10', 31],
  ['2026-09', 30],
  ['2026-02', 28],
  ['2024-02', 29],
])('%s has %i days', (period, days) => {
  expect(daysIn(billingPeriod(period))).toBe(days);
});

test('a month begins on its 1st and its closing values are of the next 1st', () => {
  const december = billingPeriod('2026-12');
  expect(firstDay(december)).toBe('2026-12-01');
  expect(firstDayAfter(december)).toBe('2027-01-01');
  expect(periodOf(localDate('2026-12-31'))).toBe(december);
  expect(formatPeriod(december)).toBe('12.2026');
});

test('months sort by the calendar', () => {
  const periods = ['2026-10', '2025-12', '2026-01'].map(billingPeriod);
  expect(periods.sort(comparePeriods)).toEqual(['2025-12', '2026-01', '2026-10']);
});

test('periods are compared: the earlier, the same, the later', () => {
  const [first, second] = [billingPeriod('2026-09'), billingPeriod('2026-10')];
  expect([
    comparePeriods(first, second),
    comparePeriods(first, first),
    comparePeriods(second, first),
  ]).toEqual([-1, 0, 1]);
});

test('there is no month after the year 9999', () => {
  expect(() => addMonths(billingPeriod('9999-12'), 1)).toThrow(RangeError);
});

test('periods end with the years 1 and 9999', () => {
  expect(addMonths(billingPeriod('9999-11'), 1)).toBe('9999-12');
  expect(addMonths(billingPeriod('0001-02'), -1)).toBe('0001-01');
  expect(() => addMonths(billingPeriod('9999-12'), 1)).toThrow(RangeError);
  expect(() => addMonths(billingPeriod('0001-01'), -1)).toThrow(RangeError);
});
