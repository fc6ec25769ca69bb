import { expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { dueCommand } from './run-backups.ts';

/** Kyiv is two hours ahead in November. */
const night = instantFromIso('2026-11-29T01:10:00Z');
const day = instantFromIso('2026-11-29T10:00:00Z');
const hours = (count: number, at = night) => (at - count * 3_600_000) as typeof at;

test.each([
  ['the first copy is made at once', { lastBackupAt: null, lastCheckAt: null }, day, 'backup'],
  [
    'at night the copy of the night before is followed',
    { lastBackupAt: hours(24), lastCheckAt: null },
    night,
    'backup',
  ],
  [
    'one that was made by hand in the evening is enough',
    { lastBackupAt: hours(6), lastCheckAt: hours(1) },
    night,
    undefined,
  ],
  [
    'by day the next night is waited for',
    { lastBackupAt: hours(23, day), lastCheckAt: hours(1) },
    day,
    undefined,
  ],
  [
    'after a night without the server it is made by day',
    { lastBackupAt: hours(25, day), lastCheckAt: null },
    day,
    'backup',
  ],
  [
    'the first check follows the first copy',
    { lastBackupAt: hours(1, day), lastCheckAt: null },
    day,
    'check',
  ],
  [
    'a check of six days ago is enough',
    { lastBackupAt: hours(1), lastCheckAt: hours(150) },
    night,
    undefined,
  ],
  ['a check is a week old', { lastBackupAt: hours(1, day), lastCheckAt: hours(169, day) }, day, 'check'],
])('%s', (_, state, now, due) => {
  expect(dueCommand(state, now, true)).toBe(due);
});

test('without the secret key there is no check', () => {
  expect(dueCommand({ lastBackupAt: hours(1), lastCheckAt: null }, night, false)).toBeUndefined();
});
