import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billingPeriod } from './billing-period.ts';
import { type Instant, instantFromIso, instantToIso } from './instant.ts';
import { hoursOfDays, kyivDateOf, kyivInstant, kyivMidnight, kyivTimeOf } from './kyiv.ts';
import { addDays, localDate } from './local-date.ts';

test.each([
  ['winter evening', '2026-01-15T21:59:59Z', '2026-01-15', 23, 59],
  ['winter midnight', '2026-01-15T22:00:00Z', '2026-01-16', 0, 0],
  ['summer midnight', '2026-07-15T21:00:00Z', '2026-07-16', 0, 0],
  ['a minute before the spring change', '2026-03-29T00:59:00Z', '2026-03-29', 2, 59],
  ['the spring change', '2026-03-29T01:00:00Z', '2026-03-29', 4, 0],
  ['the doubled hour, first time', '2026-10-25T00:30:00Z', '2026-10-25', 3, 30],
  ['the doubled hour, second time', '2026-10-25T01:30:00Z', '2026-10-25', 3, 30],
  ['new year', '2026-12-31T22:00:00Z', '2027-01-01', 0, 0],
])('a Kyiv clock is read right: %s', (_, moment, date, hour, minute) => {
  const instant = instantFromIso(moment);
  expect(kyivTimeOf(instant)).toEqual({ date, hour, minute });
  expect(kyivDateOf(instant)).toBe(date);
});

test.each([
  ['2026-10-02', 13, 0, '2026-10-02T10:00:00.000Z'],
  ['2026-11-02', 13, 0, '2026-11-02T11:00:00.000Z'],
  ['2026-03-29', 2, 59, '2026-03-29T00:59:00.000Z'],
  ['2026-03-29', 3, 30, '2026-03-29T01:30:00.000Z'],
  ['2026-03-29', 4, 0, '2026-03-29T01:00:00.000Z'],
  ['2026-10-25', 2, 59, '2026-10-24T23:59:00.000Z'],
  ['2026-10-25', 3, 30, '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', 4, 0, '2026-10-25T02:00:00.000Z'],
])('%s %i:%i in Kyiv is %s', (date, hour, minute, moment) => {
  expect(instantToIso(kyivInstant(localDate(date), hour, minute))).toBe(moment);
});

test.each([
  ['2026-03-29', 23],
  ['2026-10-25', 25],
  ['2026-10-26', 24],
  ['2024-03-31', 23],
  ['2024-10-27', 25],
])('the day %s has %i hours', (text, hours) => {
  const date = localDate(text);
  expect((kyivMidnight(addDays(date, 1)) - kyivMidnight(date)) / 3_600_000).toBe(hours);
});

test('the midnight of the day of any moment is not later than it, and the next midnight is', () => {
  const anyMoment = fc.integer({ min: Date.parse('1996-01-01'), max: Date.parse('2060-01-01') });
  fc.assert(
    fc.property(anyMoment, (moment) => {
      const date = kyivDateOf(moment as Instant);
      expect(kyivMidnight(date)).toBeLessThanOrEqual(moment);
      expect(kyivMidnight(addDays(date, 1))).toBeGreaterThan(moment);
    }),
  );
});

test('a moment is written in UTC and read only with its offset', () => {
  expect(instantToIso(instantFromIso('2026-10-25T03:30:00+03:00'))).toBe('2026-10-25T00:30:00.000Z');
  for (const wrong of ['2026-10-25', '2026-10-25T03:30:00', 'tomorrow', '2026-13-25T03:30:00Z']) {
    expect(() => instantFromIso(wrong)).toThrow(RangeError);
  }
});

test.each([
  ['2026-02', 672],
  ['2028-02', 696],
  ['2026-03', 743],
  ['2026-04', 720],
  ['2026-10', 745],
  ['2026-12', 744],
])('hoursOfDays(%s) is %i', (month, hours) => {
  expect(hoursOfDays(billingPeriod(month))).toEqual({ from: 0, to: hours, ofMonth: hours });
});

test.each([
  ['2026-03-01', '2026-03-29', 0, 672],
  ['2026-03-29', '2026-04-01', 672, 743],
  ['2026-03-30', '2026-03-30', 695, 695],
  ['2026-03-20', '2026-03-10', 456, 456],
])('hoursOfDays from %s to %s is %i to %i', (from, to, first, last) => {
  const days = { from: localDate(from), to: localDate(to) };
  expect(hoursOfDays(billingPeriod('2026-03'), days)).toEqual({ from: first, to: last, ofMonth: 743 });
});
