import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import { localDate } from '../time/local-date.ts';
import { internalMinutes } from './internal-clock.ts';
import type { WorkCalendar } from './work-calendar.ts';

const calendar: WorkCalendar = {
  version: 1,
  validFrom: localDate('2022-02-24'),
  weeklyDaysOff: new Set([6, 7]),
  exceptions: new Map(),
  holidaysAreWorkdays: true,
  opensAt: 9 * 60,
  closesAt: 18 * 60,
  afterHoursIsNextDay: true,
};
const event = (at: string, runs: boolean) => ({ at: instantFromIso(at), runs });
const hours = (count: number) => count * 60;

test.each([
  ['nothing happened', [], '2026-11-25T12:00+02:00', 0],
  ['from the opening', [event('2026-11-25T08:00+02:00', true)], '2026-11-25T12:00+02:00', hours(3)],
  ['not in the future', [event('2026-11-25T08:00+02:00', true)], '2026-11-25T07:00+02:00', 0],
  ['over a night', [event('2026-11-25T17:00+02:00', true)], '2026-11-26T10:00+02:00', hours(2)],
  ['over a weekend', [event('2026-11-27T17:00+02:00', true)], '2026-11-30T09:30+02:00', 90],
  ['over the day of 25 hours', [event('2026-10-23T17:00+03:00', true)], '2026-10-26T10:00+02:00', hours(2)],
  [
    'stands while the customer is asked',
    [
      event('2026-11-25T09:00+02:00', true),
      event('2026-11-25T10:00+02:00', false),
      event('2026-11-25T16:00+02:00', true),
    ],
    '2026-11-25T17:00+02:00',
    hours(2),
  ],
  [
    'stands after the answer, whatever comes later',
    [event('2026-11-25T09:00+02:00', true), event('2026-11-25T09:20+02:00', false)],
    '2026-12-25T17:00+02:00',
    20,
  ],
  [
    'events after the moment do not count',
    [event('2026-11-25T09:00+02:00', true), event('2026-11-25T15:00+02:00', false)],
    '2026-11-25T10:00+02:00',
    hours(1),
  ],
])('internal time: %s', (_, events, now, expected) => {
  expect(internalMinutes(events, calendar, instantFromIso(now))).toBe(expected);
});

test('a day that was entered later as a day off is not counted any more', () => {
  const corrected = { ...calendar, exceptions: new Map([[localDate('2026-11-25'), 'dayOff' as const]]) };
  const events = [event('2026-11-25T09:00+02:00', true)];
  expect(internalMinutes(events, calendar, instantFromIso('2026-11-26T10:00+02:00'))).toBe(hours(10));
  expect(internalMinutes(events, corrected, instantFromIso('2026-11-26T10:00+02:00'))).toBe(hours(1));
});
