import { expect, test } from 'vitest';
import { localDate } from './local-date.ts';
import { addWorkingDays, isWorkingDay } from './working-days.ts';

test.each([
  ['2026-10-02', true],
  ['2026-10-03', false],
  ['2026-10-04', false],
  ['2026-10-05', true],
  ['1969-12-28', false],
  ['1969-12-29', true],
])('is %s a working day: %s', (date, works) => {
  expect(isWorkingDay(localDate(date), new Set())).toBe(works);
});

test.each([
  ['2026-10-01', 0, '2026-10-01'],
  ['2026-10-01', 1, '2026-10-02'],
  ['2026-10-02', 1, '2026-10-05'],
  ['2026-10-03', 1, '2026-10-05'],
  ['2026-10-02', 5, '2026-10-09'],
  ['2026-12-31', 10, '2027-01-14'],
])('%s and %i working days is %s', (date, n, other) => {
  expect(addWorkingDays(localDate(date), n, new Set())).toBe(other);
});

test('a holiday the supplier keeps is not counted', () => {
  const holidays = new Set([localDate('2026-10-05')]);
  expect(isWorkingDay(localDate('2026-10-05'), holidays)).toBe(false);
  expect(addWorkingDays(localDate('2026-10-02'), 1, holidays)).toBe('2026-10-06');
});
