import { expect, test } from 'vitest';
import { instantFromIso, instantToIso } from '../time/instant.ts';
import { localDate } from '../time/local-date.ts';
import { type ChatRule, chatHours, overdueSpans } from './chat-hours.ts';
import type { WorkCalendar } from './work-calendar.ts';

const rule: ChatRule = {
  validFrom: localDate('2026-01-01'),
  opensAt: 9 * 60,
  closesAt: 18 * 60,
  answerMinutes: 5,
  ticketAfterMinutes: 30,
  endsAfterMinutes: 1440,
};
const longer = { ...rule, validFrom: localDate('2026-12-01'), opensAt: 8 * 60, closesAt: 20 * 60 };

const martialLaw: WorkCalendar = {
  version: 1,
  validFrom: localDate('2026-01-01'),
  weeklyDaysOff: new Set([6, 7]),
  exceptions: new Map([
    [localDate('2026-12-25'), 'holiday'],
    [localDate('2026-11-24'), 'dayOff'],
    [localDate('2026-11-28'), 'workday'],
  ]),
  holidaysAreWorkdays: true,
  opensAt: 9 * 60,
  closesAt: 18 * 60,
  afterHoursIsNextDay: true,
};
const peace = { ...martialLaw, version: 2, validFrom: localDate('2026-12-24'), holidaysAreWorkdays: false };

const at = (moment: string, calendars = [martialLaw], rules = [rule, longer]) => {
  const { isOpen, opensAt, closesAt } = chatHours(rules, calendars, instantFromIso(moment));
  return [isOpen, opensAt && instantToIso(opensAt), closesAt && instantToIso(closesAt)];
};

test.each([
  ['the first minute of the hours', '2026-11-20T07:00:00Z', [true, null, '2026-11-20T16:00:00.000Z']],
  ['a minute before them', '2026-11-20T06:59:00Z', [false, '2026-11-20T07:00:00.000Z', null]],
  ['their end on a Friday', '2026-11-20T16:00:00Z', [false, '2026-11-23T07:00:00.000Z', null]],
  ['the evening before a day off', '2026-11-23T17:00:00Z', [false, '2026-11-25T07:00:00.000Z', null]],
  ['a Saturday that is worked', '2026-11-28T10:00:00Z', [true, null, '2026-11-28T16:00:00.000Z']],
  ['the night before another rule holds', '2026-11-30T20:00:00Z', [false, '2026-12-01T06:00:00.000Z', null]],
  ['summer time', '2026-06-01T06:00:00Z', [true, null, '2026-06-01T15:00:00.000Z']],
  ['a holiday under martial law', '2026-12-25T10:00:00Z', [true, null, '2026-12-25T18:00:00.000Z']],
])('%s', (_, moment, expected) => {
  expect(at(moment)).toEqual(expected);
});

test('a holiday is off when the calendar of that day says so', () => {
  expect(at('2026-12-25T10:00:00Z', [martialLaw, peace])).toEqual([false, '2026-12-28T06:00:00.000Z', null]);
});

test('without a rule or a calendar nobody answers', () => {
  expect(at('2026-11-20T10:00:00Z', [martialLaw], [])).toEqual([false, null, null]);
  expect(at('2026-11-20T10:00:00Z', [])).toEqual([false, null, null]);
});

test('a wait is over by the minutes of the day on which it began, whatever rule holds now', () => {
  const quick = { ...longer, ticketAfterMinutes: 10, endsAfterMinutes: 60 };
  const spans = (moment: string, minutes: 'ticketAfterMinutes' | 'endsAfterMinutes') =>
    overdueSpans([quick, rule], minutes, instantFromIso(moment)).map(({ from, before }) => [
      instantToIso(from),
      instantToIso(before),
    ]);
  const since = '2025-12-31T22:00:00.000Z';
  const midnight = '2026-11-30T22:00:00.000Z';
  // Before the midnight of the new rule only the old one counts.
  expect(spans('2026-11-30T21:59:00Z', 'endsAfterMinutes')).toEqual([[since, '2026-11-29T21:59:00.000Z']]);
  // At noon what fell silent in the evening before has its day, what fell silent that morning an hour.
  expect(spans('2026-12-01T10:00:00Z', 'endsAfterMinutes')).toEqual([
    [since, '2026-11-30T10:00:00.000Z'],
    [midnight, '2026-12-01T09:00:00.000Z'],
  ]);
  expect(spans('2026-12-01T22:00:00Z', 'endsAfterMinutes')[0]).toEqual([since, midnight]);
  // Of a wait of half an hour the old rule holds until half past midnight.
  expect(spans('2026-11-30T22:20:00Z', 'ticketAfterMinutes')).toEqual([
    [since, '2026-11-30T21:50:00.000Z'],
    [midnight, '2026-11-30T22:10:00.000Z'],
  ]);
  expect(overdueSpans([quick], 'endsAfterMinutes', instantFromIso('2026-11-30T21:00:00Z'))).toEqual([]);
});
