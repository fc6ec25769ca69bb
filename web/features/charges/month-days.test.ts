import { expect, test } from 'vitest';
import { monthDays } from './calculation-summary.tsx';

const register = { from: '2026-11-01', to: '2026-11-20', readAsOf: null, basis: 'estimated' } as const;

const counted = (days: readonly string[]) =>
  ['read', 'average', 'ahead'].map((kind) => days.filter((day) => day === kind).length);

test('monthDays has one entry per day of the month', () => {
  expect(monthDays('2026-11', [register])).toHaveLength(30);
  expect(monthDays('2028-02', [])).toHaveLength(29);
});

test('monthDays marks days without readings as average up to today and the rest as ahead, those of a disabled register as read', () => {
  expect(counted(monthDays('2026-11', [register]))).toEqual([0, 20, 10]);
  expect(counted(monthDays('2026-11', [{ ...register, basis: 'actual' }]))).toEqual([20, 0, 10]);
});

test('monthDays does not count the day of the reading as read', () => {
  const days = monthDays('2026-11', [{ ...register, basis: 'brought', readAsOf: '2026-11-11' }]);
  expect(counted(days)).toEqual([10, 10, 10]);
  expect(days.slice(9, 11)).toEqual(['read', 'average']);
});

test('monthDays takes the least certain of two registers', () => {
  const read = { ...register, basis: 'actual', readAsOf: '2026-11-21' } as const;
  expect(counted(monthDays('2026-11', [read]))).toEqual([20, 0, 10]);
  expect(counted(monthDays('2026-11', [read, { ...register, from: '2026-11-16' }]))).toEqual([15, 5, 10]);
});
