import { expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { dueReminders, type ReminderFacts } from './plan-reminders.ts';

const facts: ReminderFacts = {
  accountNumber: '2390001111',
  windows: [{ period: '2026-11', opensOn: '2026-11-29', closesAt: '2026-12-02T11:00:00.000Z' }],
  awaitsReading: true,
  takesReadings: true,
  owed: null,
  planned: null,
  toPay: '0.00',
};
const kindsAt = (iso: string, more: Partial<ReminderFacts> = {}) =>
  dueReminders({ ...facts, ...more }, instantFromIso(iso)).map(({ kind }) => kind);

// Kyiv is two hours ahead of UTC in winter.
test.each([
  ['the day before it opens', '2026-11-28T12:00:00Z', []],
  ['its first day before ten', '2026-11-29T07:59:00Z', []],
  ['its first day from ten on', '2026-11-29T08:00:00Z', ['windowOpens']],
  ['a day in between, after an outage', '2026-11-30T07:00:00Z', ['windowOpens']],
  ['the night', '2026-11-30T20:00:00Z', []],
  ['its last day before nine', '2026-12-02T06:59:00Z', []],
  ['its last day from nine on', '2026-12-02T07:00:00Z', ['windowCloses']],
])('of the window is reminded on %s', (_, now, expected) => {
  expect(kindsAt(now)).toEqual(expected);
});

test.each(['2026-11-29T12:00:00Z', '2026-12-02T08:00:00Z'])(
  'who has given the reading is not reminded at %s',
  (now) => {
    expect(kindsAt(now, { awaitsReading: false })).toEqual([]);
  },
);

test('a reminder of the window is of no use after its end', () => {
  const [reminder] = dueReminders(facts, instantFromIso('2026-12-02T07:00:00Z'));
  expect(reminder?.expiresAt).toBe(instantFromIso('2026-12-02T11:00:00Z'));
});

const owed = { period: '2026-10', dueOn: '2026-11-20', sum: '432.50' };
test.each([
  ['four days before', '2026-11-16T12:00:00Z', []],
  ['three days before, early', '2026-11-17T06:59:00Z', []],
  ['three days before', '2026-11-17T07:00:00Z', ['dueSoon']],
  ['on the last day', '2026-11-20T10:00:00Z', ['dueSoon']],
  ['afterwards', '2026-11-21T10:00:00Z', []],
])('of what is owed is reminded from the third day before: %s', (_, now, expected) => {
  expect(kindsAt(now, { owed })).toEqual(expected);
});

test.each([
  ['four days before', '2026-11-01T12:00:00Z', []],
  ['three days before', '2026-11-02T12:00:00Z', ['plannedSoon']],
  ['on its day', '2026-11-05T12:00:00Z', ['plannedSoon']],
])('of a planned payment is reminded from the third day before: %s', (_, now, expected) => {
  const planned = { period: '2026-11', dueOn: '2026-11-05', sum: '90000.00' };
  expect(kindsAt(now, { planned })).toEqual(expected);
});
