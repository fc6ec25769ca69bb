import { describe, expect, test } from 'vitest';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { nextWindow, type PeriodState, placeReading, readingsTakenUntil } from './submission-window.ts';

const { person, entity } = standardRules.readings.window;

function at(moment: string) {
  const [day = '', time = ''] = moment.split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return kyivInstant(localDate(day), hour, minute);
}

function states(known: Record<string, PeriodState>) {
  return (period: BillingPeriod): PeriodState => known[period] ?? 'open';
}

describe('A household’s reading counts', () => {
  test.each([
    // moment, states, period, effective date, in window, told that it is not in the calculation
    ['2026-10-29 23:59', {}, '2026-10', '2026-10-29', false, false],
    ['2026-10-30 00:00', {}, '2026-10', '2026-11-01', true, false],
    ['2026-10-31 23:59', {}, '2026-10', '2026-11-01', true, false],
    ['2026-11-01 00:00', {}, '2026-10', '2026-11-01', true, false],
    ['2026-11-02 12:59', {}, '2026-10', '2026-11-01', true, false],
    ['2026-11-02 13:00', {}, '2026-11', '2026-11-01', false, true],
    ['2026-11-03 23:59', {}, '2026-11', '2026-11-01', false, true],
    ['2026-11-04 00:00', {}, '2026-11', '2026-11-04', false, false],
    ['2026-11-15 12:00', {}, '2026-11', '2026-11-15', false, false],
    // the last two days of February, common and leap
    ['2027-02-26 23:59', {}, '2027-02', '2027-02-26', false, false],
    ['2027-02-27 00:00', {}, '2027-02', '2027-03-01', true, false],
    ['2028-02-27 23:59', {}, '2028-02', '2028-02-27', false, false],
    ['2028-02-28 00:00', {}, '2028-02', '2028-03-01', true, false],
    // over the year
    ['2026-12-31 23:59', {}, '2026-12', '2027-01-01', true, false],
    ['2027-01-01 00:00', {}, '2026-12', '2027-01-01', true, false],
    // clocks go back on 25.10.2026 and forward on 28.03.2027, both on a Sunday near the window
    ['2026-10-25 03:30', {}, '2026-10', '2026-10-25', false, false],
    ['2027-03-28 04:00', {}, '2027-03', '2027-03-28', false, false],
    ['2027-04-02 12:59', {}, '2027-03', '2027-04-01', true, false],
    ['2027-04-02 13:00', {}, '2027-04', '2027-04-01', false, true],
    // the month before is being closed or is closed
    ['2026-11-01 10:00', { '2026-10': 'closing' }, '2026-11', '2026-11-01', true, true],
    ['2026-11-01 10:00', { '2026-10': 'closed' }, '2026-11', '2026-11-01', true, true],
    ['2026-11-02 14:00', { '2026-10': 'closing' }, '2026-11', '2026-11-01', false, true],
    ['2026-11-03 14:00', { '2026-10': 'closed' }, '2026-11', '2026-11-01', false, false],
    ['2026-11-06 14:00', { '2026-10': 'closing' }, '2026-11', '2026-11-06', false, true],
    ['2026-11-06 14:00', { '2026-10': 'closed' }, '2026-11', '2026-11-06', false, false],
    ['2026-10-31 10:00', { '2026-10': 'closed' }, '2026-11', '2026-11-01', true, true],
  ] as const)('given %s with %j: for %s as of %s', (moment, known, period, effectiveDate, inWindow, late) => {
    expect(placeReading(at(moment), states(known), person)).toEqual({
      submittedOn: moment.slice(0, 10),
      period,
      effectiveDate,
      inWindow,
      taken: true,
      notInCalculation: late,
    });
  });

  test('never for a month that is closed, even when every month is', () => {
    const placed = placeReading(at('2026-11-01 10:00'), () => 'closed', person);
    // A year after the month that is being closed: so many closed ones ahead are no state of a supplier
    expect(placed.period).toBe('2027-10');
    expect(placed.notInCalculation).toBe(true);
  });
});

describe('A company’s reading', () => {
  test.each([
    ['2026-10-29 23:59', false],
    ['2026-10-30 00:00', true],
    ['2026-11-03 23:59', true],
    ['2026-11-04 00:00', false],
  ])('given %s is taken: %s', (moment, taken) => {
    expect(placeReading(at(moment), states({}), entity)).toMatchObject({ taken, inWindow: taken });
  });

  test('is taken no longer than the first days, whatever the closing day', () => {
    const rules = { ...entity, closingDay: 10 };
    expect(placeReading(at('2026-11-03 23:59'), states({}), rules).taken).toBe(true);
    expect(placeReading(at('2026-11-04 00:00'), states({}), rules).taken).toBe(false);
  });
});

test('unless configured, households give readings on any day, companies in their window only, and no day is a holiday', () => {
  expect([person.outsideWindow, entity.outsideWindow, standardRules.readings.holidays]).toEqual([
    'accept',
    'block',
    [],
  ]);
});

describe('The countdown on the home page', () => {
  test.each([
    ['2026-10-15 12:00', '2026-10', '2026-10-30', '2026-11-02T11:00:00.000Z', false],
    ['2026-10-30 00:00', '2026-10', '2026-10-30', '2026-11-02T11:00:00.000Z', true],
    ['2026-11-02 12:59', '2026-10', '2026-10-30', '2026-11-02T11:00:00.000Z', true],
    ['2026-11-02 13:00', '2026-11', '2026-11-29', '2026-12-02T11:00:00.000Z', false],
    // summer time: 13:00 in Kyiv is 10:00 UTC
    ['2027-03-20 12:00', '2027-03', '2027-03-30', '2027-04-02T10:00:00.000Z', false],
    ['2027-02-27 00:00', '2027-02', '2027-02-27', '2027-03-02T11:00:00.000Z', true],
  ])('at %s speaks of %s: from %s until %s', (moment, period, opensOn, closesAt, isOpen) => {
    const next = nextWindow(at(moment), person);
    expect({ ...next, closesAt: instantToIso(next.closesAt) }).toEqual({ period, opensOn, closesAt, isOpen });
  });

  test('a window that lasts to the end of a day shuts at midnight', () => {
    expect(instantToIso(nextWindow(at('2026-10-31 10:00'), entity).closesAt)).toBe(
      '2026-11-03T22:00:00.000Z',
    );
  });
});

test.each([
  // The closing day, its hour and the first days: whichever ends first
  [{ closingDay: 2, closingHour: 13, firstDays: 3 }, '2026-11-02 13:00'],
  [{ closingDay: 2, closingHour: 23, firstDays: 3 }, '2026-11-02 23:00'],
  [{ closingDay: 2, closingHour: 24, firstDays: 3 }, '2026-11-03 00:00'],
  [{ closingDay: 3, closingHour: 13, firstDays: 3 }, '2026-11-03 13:00'],
  [{ closingDay: 5, closingHour: 13, firstDays: 3 }, '2026-11-04 00:00'],
  [{ closingDay: 4, closingHour: 0, firstDays: 3 }, '2026-11-04 00:00'],
])('with %j readings of October are taken until %s', (rules, moment) => {
  const window = { ...person, ...rules };
  expect(
    instantToIso(readingsTakenUntil('2026-10' as BillingPeriod, { person: window, entity: window })),
  ).toBe(instantToIso(at(moment)));
});

test('readings of a period are taken until the last window of the two ends', () => {
  const late = { ...person, closingDay: 3, closingHour: 10, firstDays: 3 };
  const until = (rules: Parameters<typeof readingsTakenUntil>[1]) =>
    instantToIso(readingsTakenUntil('2026-10' as BillingPeriod, rules));
  expect(until({ person: late, entity: person })).toBe(instantToIso(at('2026-11-03 10:00')));
  expect(until({ person, entity: late })).toBe(instantToIso(at('2026-11-03 10:00')));
});
