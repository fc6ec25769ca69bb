import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  compareDates,
  dayNumber,
  daysBetween,
  daysInCommon,
  earlierOf,
  formatDate,
  laterOf,
  localDate,
  localDateFromDayNumber,
  parseLocalDate,
} from './local-date.ts';

const anyDay = fc.integer({ min: -719_162, max: 2_932_896 });

test.each(['2026-10-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(localDate(text)).toBe(text);
});

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-10-00',
  '0000-01-01',
  '2026-1-1',
  '31.10.2026',
  '2026-10-31T00:00',
  '',
])('%j is no day', (text) => {
  expect(parseLocalDate(text)).toBeUndefined();
  expect(() => localDate(text)).toThrow(RangeError);
});

test.each([
  ['2026-10-31', 1, '2026-11-01'],
  ['2026-10-24', 2, '2026-10-26'],
  ['2026-03-28', 1, '2026-03-29'],
  ['2026-03-29', 1, '2026-03-30'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2024-02-29', 365, '2025-02-28'],
])('%s and %i days is %s', (date, n, other) => {
  expect(addDays(localDate(date), n)).toBe(other);
  expect(daysBetween(localDate(date), localDate(other))).toBe(n);
});

test('there is no day after the year 9999 or before the year 1', () => {
  expect(() => addDays(localDate('9999-12-31'), 1)).toThrow(RangeError);
  expect(() => addDays(localDate('0001-01-01'), -1)).toThrow(RangeError);
});

test('a day is shown day first', () => {
  expect(formatDate(localDate('2026-10-05'))).toBe('05.10.2026');
});

test('days sort by the calendar', () => {
  const days = ['2026-10-31', '2025-12-31', '2026-01-02'].map(localDate);
  expect(days.sort(compareDates)).toEqual(['2025-12-31', '2026-01-02', '2026-10-31']);
});

test('every day agrees with the calendar of the machine', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const date = localDateFromDayNumber(day);
      expect(date).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
      expect(parseLocalDate(date)).toBe(date);
      expect(dayNumber(date)).toBe(day);
    }),
  );
});

test('two dates are compared, and the earlier or the later is found', () => {
  const [first, second] = [localDate('2026-01-31'), localDate('2026-02-01')];
  expect([compareDates(first, second), compareDates(second, first), compareDates(first, first)]).toEqual([
    -1, 1, 0,
  ]);
  expect([earlierOf(first, second), earlierOf(second, first)]).toEqual([first, first]);
  expect([laterOf(first, second), laterOf(second, first)]).toEqual([second, second]);
});

test('the calendar ends with the years 1 and 9999', () => {
  expect(addDays(localDate('9999-12-30'), 1)).toBe('9999-12-31');
  expect(addDays(localDate('0001-01-02'), -1)).toBe('0001-01-01');
  expect(() => addDays(localDate('9999-12-31'), 1)).toThrow(RangeError);
  expect(() => addDays(localDate('0001-01-01'), -1)).toThrow(RangeError);
});

test.each(['2000-02-29', '2000-03-01', '2100-02-28', '2100-03-01', '2299-12-31', '2400-02-29'])(
  '%s, at the end of a century of the calendar, is found by its number again',
  (date) => {
    expect(localDateFromDayNumber(dayNumber(localDate(date)))).toBe(date);
  },
);

test.each([
  ['2026-10-01', '2026-11-01', '2026-10-10', '2026-10-20', 10],
  ['2026-10-01', '2026-10-20', '2026-10-10', '2026-11-01', 10],
  ['2026-10-01', '2026-10-20', '2026-10-20', '2026-11-01', 0],
  ['2026-10-01', '2026-10-10', '2026-10-20', '2026-11-01', 0],
])('%s–%s and %s–%s have %i days in common', (from, to, otherFrom, otherTo, days) => {
  const first = { from: localDate(from), to: localDate(to) };
  const second = { from: localDate(otherFrom), to: localDate(otherTo) };
  expect([daysInCommon(first, second), daysInCommon(second, first)]).toEqual([days, days]);
});
