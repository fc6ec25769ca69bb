import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import { localDate } from '../time/local-date.ts';
import type { ServiceStandard, Term } from './service-standard.ts';
import { compareTerms, countOtherTerms, earliestDay, isInHours, mostMoved } from './term-change.ts';
import type { WorkCalendar } from './work-calendar.ts';

const calendar: WorkCalendar = {
  version: 1,
  validFrom: localDate('2026-01-01'),
  weeklyDaysOff: new Set([6, 7]),
  exceptions: new Map(),
  holidaysAreWorkdays: true,
  opensAt: 9 * 60,
  closesAt: 18 * 60,
  afterHoursIsNextDay: true,
};
const withDayOff = (day: string): WorkCalendar => ({
  ...calendar,
  exceptions: new Map([[localDate(day), 'dayOff']]),
});
const standard = (code: string, term: Term): ServiceStandard => ({
  code,
  validFrom: localDate('2026-01-01'),
  term,
  basis: 'supplier',
  extensionDays: null,
  compensation: null,
});
const days = (n: number, unit: Term['unit'] = 'working'): Term => ({ days: n, unit });

test.each([
  ['in the morning', '2026-11-20T05:00:00Z', '2026-11-21'],
  ['half a minute before midnight in winter', '2026-11-20T21:59:29Z', '2026-11-21'],
  ['less than half a minute before it', '2026-11-20T21:59:30Z', '2026-11-22'],
  ['half a minute before midnight in summer', '2026-07-20T20:59:29Z', '2026-07-21'],
  ['after midnight in Kyiv, the evening before in UTC', '2026-07-20T21:00:00Z', '2026-07-22'],
  ['on the day of 25 hours', '2026-10-25T21:59:29Z', '2026-10-26'],
  ['on the day of 23 hours', '2027-03-28T20:59:29Z', '2027-03-29'],
])('the first day of a version saved %s', (_, now, day) => {
  expect(earliestDay(instantFromIso(now))).toBe(day);
});

const requests = [
  { receivedAt: '2026-11-20T10:00:00Z', code: 'DATA', count: 3 },
  // After hours on a Friday: received on Monday.
  { receivedAt: '2026-11-20T16:00:00Z', code: 'DATA', count: 1 },
  { receivedAt: '2026-11-20T10:00:00Z', code: 'APPEAL', count: 5 },
].map(({ receivedAt, code, count }) => ({
  receivedAt: instantFromIso(receivedAt),
  standard: code === 'DATA' ? standard(code, days(5)) : standard(code, days(30, 'calendar')),
  calendar,
  count,
}));

test.each<[string, Parameters<typeof compareTerms>[1], [number, number, number]]>([
  ['the same calendar', { calendar }, [9, 0, 0]],
  ['a day off within the working days', { calendar: withDayOff('2026-11-25') }, [9, 0, 4]],
  ['a day off on the last day of the later ones', { calendar: withDayOff('2026-11-30') }, [9, 0, 1]],
  ['a day off on the last calendar day', { calendar: withDayOff('2026-12-21') }, [9, 0, 5]],
  ['a day off after all of them', { calendar: withDayOff('2026-12-22') }, [9, 0, 0]],
  [
    'a longer day, so that what came in the evening is of that day',
    { calendar: { ...calendar, closesAt: 1200 } },
    [9, 1, 0],
  ],
  ['a shorter term of one kind', { standard: standard('DATA', days(3)) }, [4, 4, 0]],
  ['a longer term of another', { standard: standard('APPEAL', days(32, 'calendar')) }, [5, 0, 5]],
  ['a kind that nothing open has', { standard: standard('READING', days(3)) }, [0, 0, 0]],
])('open requests by %s', (_, planned, [of, earlier, later]) => {
  expect(countOtherTerms(compareTerms(requests, planned))).toMatchObject({ of, earlier, later });
});

test('the furthest moved requests come first, each way as many as are named', () => {
  // What came on Friday evening would be received that day; a day off moves what ends on it.
  const longer = { ...withDayOff('2026-12-21'), closesAt: 1200 };
  const compared = compareTerms(requests, { calendar: longer });
  expect(compared.map(({ dueOn, wouldBeDueOn, days: by }) => [dueOn, wouldBeDueOn, by])).toEqual([
    ['2026-11-27', '2026-11-27', 0],
    ['2026-11-30', '2026-11-27', -3],
    ['2026-12-21', '2026-12-22', 1],
  ]);
  expect(countOtherTerms(compared)).toEqual({ of: 9, earlier: 1, later: 5, mostEarlier: 3, mostLater: 1 });
  expect(mostMoved(compared, 'earlier', 10).map(({ days: by }) => by)).toEqual([-3]);
  const all = compareTerms(requests, { calendar: withDayOff('2026-11-25') });
  // Three move over a weekend, by three days, one by one.
  expect(mostMoved(all, 'later', 4).map(({ days: by, count }) => [by, count])).toEqual([
    [3, 3],
    [1, 1],
  ]);
  expect(mostMoved(all, 'later', 3).map(({ count }) => count)).toEqual([3]);
  expect(mostMoved(all, 'earlier', 3)).toEqual([]);
});

const rule = {
  validFrom: localDate('2030-01-01'),
  opensAt: 9 * 60,
  closesAt: 18 * 60,
  answerMinutes: 5,
  ticketAfterMinutes: 30,
  endsAfterMinutes: 1440,
};
const began = [
  // 08:30, 12:00 and 23:30 on a Friday; 02:30 on the day of 25 hours, twice; 12:00 on a Saturday.
  '2026-11-20T06:30:00Z',
  '2026-11-20T10:00:00Z',
  '2026-11-20T21:30:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2026-11-21T10:00:00Z',
].map(instantFromIso);

test.each([
  ['as they are', rule, calendar, 1],
  ['from eight', { ...rule, opensAt: 8 * 60 }, calendar, 2],
  ['to midnight', { ...rule, closesAt: 24 * 60 }, calendar, 2],
  ['without days off', rule, { ...calendar, weeklyDaysOff: new Set<number>() }, 2],
  [
    'by day and night',
    { ...rule, opensAt: 0, closesAt: 1440 },
    { ...calendar, weeklyDaysOff: new Set<number>() },
    6,
  ],
  ['with that Friday off', rule, withDayOff('2026-11-20'), 0],
])('chats within hours %s', (_, hours, of, n) => {
  expect(began.filter((at) => isInHours(at, hours, of))).toHaveLength(n);
});
