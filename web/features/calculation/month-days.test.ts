import { expect, test } from 'vitest';
import { monthDays } from './month-days.ts';

const register = { from: '2026-11-01', to: '2026-11-20', readAsOf: null, basis: 'estimated' } as const;

const counted = (days: readonly string[]) =>
  ['read', 'average', 'ahead'].map((kind) => days.filter((day) => day === kind).length);

test('a month has as many days as the calendar says', () => {
  expect(monthDays('2026-11', [register])).toHaveLength(30);
  expect(monthDays('2028-02', [])).toHaveLength(29);
});

test('nobody has read: by average up to today, the rest is ahead', () => {
  expect(counted(monthDays('2026-11', [register]))).toEqual([0, 20, 10]);
});

test('the day as of which was read is the first that the reading does not count', () => {
  const days = monthDays('2026-11', [{ ...register, basis: 'brought', readAsOf: '2026-11-11' }]);
  expect(counted(days)).toEqual([10, 10, 10]);
  expect(days.slice(9, 11)).toEqual(['read', 'average']);
});

test('of two registers the one that nobody has read says what the day is', () => {
  const read = { ...register, basis: 'actual', readAsOf: '2026-11-21' } as const;
  expect(counted(monthDays('2026-11', [read]))).toEqual([20, 0, 10]);
  expect(counted(monthDays('2026-11', [read, { ...register, from: '2026-11-16' }]))).toEqual([15, 5, 10]);
});

test('a meter that stands still is read, though nobody has looked', () => {
  expect(counted(monthDays('2026-11', [{ ...register, basis: 'actual' }]))).toEqual([20, 0, 10]);
});
