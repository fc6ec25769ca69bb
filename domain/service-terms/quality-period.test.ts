import { expect, test } from 'vitest';
import { localDate } from '../time/local-date.ts';
import { daysOfQualityPeriod, qualityPeriods } from './quality-period.ts';

const yesterday = localDate('2026-11-25');

test.each([
  ['2026', '2026-01-01', '2026-11-25'],
  ['2026-Q4', '2026-10-01', '2026-11-25'],
  ['2026-Q3', '2026-07-01', '2026-09-30'],
  ['2025', '2025-01-01', '2025-12-31'],
  ['2025-Q4', '2025-10-01', '2025-12-31'],
  ['2024-Q1', '2024-01-01', '2024-03-31'],
])('%s has the days from %s to %s', (period, from, to) => {
  expect(daysOfQualityPeriod(period, yesterday)).toEqual({ from, to });
});

test('periods begin with this year until yesterday; a quarter that has not begun is none', () => {
  expect(qualityPeriods(localDate('2025-11-02'), localDate('2026-05-04'))).toEqual([
    '2026',
    '2026-Q2',
    '2026-Q1',
    '2025',
    '2025-Q4',
    '2025-Q3',
    '2025-Q2',
    '2025-Q1',
  ]);
});

test('on the first day of a year the last one is the newest; older than five years is left out', () => {
  const periods = qualityPeriods(localDate('2018-11-02'), localDate('2026-12-31'));
  expect(periods[0]).toBe('2026');
  expect(periods.at(-1)).toBe('2022-Q1');
  expect(periods).toHaveLength(25);
});

test('a first day that lies ahead still gives this year', () => {
  expect(qualityPeriods(localDate('2027-01-05'), localDate('2026-02-01'))).toEqual(['2026', '2026-Q1']);
});
