import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopiykas } from '../money.ts';
import { instantFromIso } from '../time/instant.ts';
import { kyivInstant } from '../time/kyiv.ts';
import { addDays, daysBetween, localDate, localDateFromDayNumber } from '../time/local-date.ts';
import { weekdayOf } from '../time/working-days.ts';
import { freezeTerm, lastDayOf, latestExtension, receivedOn, termLeft } from './legal-clock.ts';
import { type ServiceStandard, standardOn, type Term } from './service-standard.ts';
import { type CalendarException, isWorkday, type WorkCalendar } from './work-calendar.ts';

const martialLaw: WorkCalendar = {
  version: 1,
  validFrom: localDate('2022-02-24'),
  weeklyDaysOff: new Set([6, 7]),
  exceptions: new Map<ReturnType<typeof localDate>, CalendarException>([
    [localDate('2026-01-01'), 'holiday'],
    [localDate('2026-08-24'), 'holiday'],
    [localDate('2026-12-25'), 'holiday'],
    [localDate('2027-01-01'), 'holiday'],
    [localDate('2026-06-29'), 'dayOff'],
    [localDate('2026-07-04'), 'workday'],
  ]),
  holidaysAreWorkdays: true,
  opensAt: 9 * 60,
  closesAt: 18 * 60,
  afterHoursIsNextDay: true,
};
const peace: WorkCalendar = { ...martialLaw, version: 2, holidaysAreWorkdays: false };
const sameDay: WorkCalendar = { ...martialLaw, version: 3, afterHoursIsNextDay: false };

const working = (days: number): Term => ({ days, unit: 'working' });
const calendarDays = (days: number): Term => ({ days, unit: 'calendar' });
const standard = (term: Term, extensionDays: number | null = null): ServiceStandard => ({
  code: 'BILL_CHECK',
  validFrom: localDate('2020-08-12'),
  term,
  basis: '',
  extensionDays,
  compensation: null,
});

describe('receivedOn', () => {
  test.each([
    ['in hours', '2026-11-25T10:00+02:00', martialLaw, '2026-11-25'],
    ['before the opening', '2026-11-25T03:00+02:00', martialLaw, '2026-11-25'],
    ['in the last minute', '2026-11-25T17:59:59+02:00', martialLaw, '2026-11-25'],
    ['at the closing', '2026-11-25T18:00+02:00', martialLaw, '2026-11-26'],
    ['after midnight in Kyiv, the day before in UTC', '2026-11-26T00:30+02:00', martialLaw, '2026-11-26'],
    ['on a Friday evening', '2026-11-27T19:00+02:00', martialLaw, '2026-11-30'],
    ['on a Saturday', '2026-11-28T10:00+02:00', martialLaw, '2026-11-30'],
    ['on a Saturday that is worked', '2026-07-04T10:00+03:00', martialLaw, '2026-07-04'],
    ['on a holiday under martial law', '2026-08-24T10:00+03:00', martialLaw, '2026-08-24'],
    ['on a holiday in peace', '2026-08-24T10:00+03:00', peace, '2026-08-25'],
    ['on New Year eve after hours, in peace', '2026-12-31T20:00+02:00', peace, '2027-01-04'],
    ['on New Year eve after hours', '2026-12-31T20:00+02:00', martialLaw, '2027-01-01'],
    ['after hours where the day itself counts', '2026-11-27T23:59+02:00', sameDay, '2026-11-27'],
    ['on the short day, after the clock went forward', '2026-03-29T10:00+03:00', sameDay, '2026-03-29'],
    ['on the long day, in its doubled hour', '2026-10-25T03:30+02:00', sameDay, '2026-10-25'],
  ])('%s', (_, moment, calendar, expected) => {
    expect(receivedOn(instantFromIso(moment), calendar)).toBe(expected);
  });
});

describe('lastDayOf', () => {
  test.each([
    ['5 working days over a weekend', working(5), '2026-11-25', martialLaw, '2026-12-02'],
    ['5 working days over New Year under martial law', working(5), '2026-12-29', martialLaw, '2027-01-05'],
    ['5 working days over New Year in peace', working(5), '2026-12-29', peace, '2027-01-06'],
    [
      '5 working days over a day off and a worked Saturday',
      working(5),
      '2026-06-26',
      martialLaw,
      '2026-07-04',
    ],
    ['1 working day from a Friday', working(1), '2026-11-27', martialLaw, '2026-11-30'],
    ['30 days to a working day', calendarDays(30), '2026-11-25', martialLaw, '2026-12-25'],
    ['30 days to a holiday in peace', calendarDays(30), '2026-11-25', peace, '2026-12-28'],
    ['30 days to a Saturday', calendarDays(30), '2026-10-29', martialLaw, '2026-11-30'],
    ['30 days over a leap day', calendarDays(30), '2028-02-01', martialLaw, '2028-03-02'],
    ['30 days over a February without one', calendarDays(30), '2027-02-01', martialLaw, '2027-03-03'],
    ['30 days over the clock going forward', calendarDays(30), '2026-03-10', martialLaw, '2026-04-09'],
    ['45 days', calendarDays(45), '2026-10-12', martialLaw, '2026-11-26'],
  ])('%s', (_, term, received, calendar, expected) => {
    expect(lastDayOf(term, localDate(received), calendar)).toBe(expected);
  });
});

describe('freezeTerm', () => {
  const at = instantFromIso('2026-11-25T10:00+02:00');

  test('keeps the rule and the version of the calendar', () => {
    expect(freezeTerm(at, standard(working(5)), martialLaw)).toEqual({
      standardCode: 'BILL_CHECK',
      standardValidFrom: '2020-08-12',
      term: working(5),
      calendarVersion: 1,
      receivedOn: '2026-11-25',
      dueOn: '2026-12-02',
    });
  });

  test('the last day is a working day after the receipt, and a longer term never ends earlier', () => {
    const instants = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2032-01-01') });
    const terms = fc.record({
      days: fc.integer({ min: 1, max: 60 }),
      unit: fc.constantFrom('working' as const, 'calendar' as const),
    });
    fc.assert(
      fc.property(instants, terms, fc.constantFrom(martialLaw, peace, sameDay), (moment, term, calendar) => {
        const frozen = freezeTerm(moment as typeof at, standard(term), calendar);
        expect(isWorkday(calendar, frozen.dueOn)).toBe(true);
        expect(daysBetween(frozen.receivedOn, frozen.dueOn)).toBeGreaterThanOrEqual(term.days);
        expect(frozen.receivedOn >= receivedOn(moment as typeof at, sameDay)).toBe(true);
        const longer = freezeTerm(moment as typeof at, standard({ ...term, days: term.days + 1 }), calendar);
        expect(longer.dueOn >= frozen.dueOn).toBe(true);
      }),
    );
  });
});

describe('termLeft', () => {
  const term = { receivedOn: localDate('2026-11-25'), dueOn: localDate('2026-12-02') };
  test.each([
    ['2026-11-25T12:00+02:00', 'inTime', 7],
    ['2026-12-01T23:59:59+02:00', 'inTime', 1],
    ['2026-12-02T00:00+02:00', 'dueToday', 0],
    ['2026-12-02T23:59:59+02:00', 'dueToday', 0],
    ['2026-12-03T00:00+02:00', 'breached', -1],
    ['2026-12-05T10:00+02:00', 'breached', -3],
  ])('%s is %s with %i days', (now, state, daysLeft) => {
    expect(termLeft(term, instantFromIso(now))).toMatchObject({ state, daysLeft });
  });

  test('the share goes from 1 at the first day of the term to 0 at the breach, over a day of 25 hours too', () => {
    expect(termLeft(term, instantFromIso('2026-11-25T12:00+02:00')).share).toBe(1);
    expect(termLeft(term, instantFromIso('2026-12-03T00:00+02:00')).share).toBe(0);
    const autumn = { receivedOn: localDate('2026-10-24'), dueOn: localDate('2026-10-25') };
    expect(termLeft(autumn, instantFromIso('2026-10-25T12:00+02:00')).share).toBeCloseTo(12 / 25);
    expect(termLeft(term, instantFromIso('2026-12-10T00:00+02:00')).share).toBe(-1);
  });
});

describe('latestExtension', () => {
  const received = localDate('2026-11-02');
  test.each([
    ['a term without extension', working(5), null, null],
    ['30 days to 45 in all, though it is a day off', calendarDays(30), 45, '2026-12-17'],
    ['45 days are the most', calendarDays(45), 45, null],
  ])('%s', (_, term, extensionDays, expected) => {
    const rule = standard(term, extensionDays);
    expect(latestExtension(received, lastDayOf(term, received, martialLaw), rule)).toBe(expected);
  });

  test('45 days in all are not moved from a day off', () => {
    expect(
      latestExtension(localDate('2026-11-04'), localDate('2026-12-04'), standard(calendarDays(30), 45)),
    ).toBe('2026-12-19');
    expect(weekdayOf(localDate('2026-12-19'))).toBe(6);
  });
});

test('the standard of the day is the newest that is valid then', () => {
  const sums = (kop: number) => ({
    amounts: { household: kopiykas(kop), smallBusiness: kopiykas(2 * kop), other: kopiykas(4 * kop) },
    term: null,
  });
  const earlier = { ...standard(working(5)), validFrom: localDate('2018-10-24'), compensation: sums(10_000) };
  const later = { ...standard(working(5)), compensation: sums(20_000) };
  const list = [later, earlier];
  expect(standardOn(list, 'BILL_CHECK', localDate('2018-10-23'))).toBeUndefined();
  expect(standardOn(list, 'BILL_CHECK', localDate('2020-08-11'))).toBe(earlier);
  expect(standardOn(list, 'BILL_CHECK', localDate('2020-08-12'))).toBe(later);
  expect(standardOn(list, 'DATA', localDate('2026-01-01'))).toBeUndefined();
});

test('a working day under martial law is one that is worked, holiday or not', () => {
  const days = fc.integer({ min: 19_000, max: 24_000 }).map((day) => localDateFromDayNumber(day));
  fc.assert(
    fc.property(days, (day) => {
      const plain = { ...martialLaw, exceptions: new Map() };
      expect(isWorkday({ ...martialLaw, exceptions: new Map([[day, 'holiday']]) }, day)).toBe(
        isWorkday(plain, day),
      );
      expect(isWorkday({ ...peace, exceptions: new Map([[day, 'holiday']]) }, day)).toBe(false);
    }),
  );
  expect(kyivInstant(addDays(localDate('2026-03-28'), 1), 0, 600)).toBe(
    instantFromIso('2026-03-29T10:00+03:00'),
  );
});
