import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from '../time/local-date.ts';
import { newVersions, versionOn, versionsInTime } from './legal-versions.ts';

const version = (number: number, from: string | null, asksConsent = false) => ({
  number,
  from: from === null ? null : localDate(from),
  asksConsent,
});
const shipped = version(0, null);

test.each([
  ['only that of the product', [], '2026-12-01', 0, [[0, null]]],
  [
    'one ahead',
    [version(1, '2026-12-10')],
    '2026-12-09',
    0,
    [
      [0, '2026-12-10'],
      [1, null],
    ],
  ],
  [
    'on its first day',
    [version(1, '2026-12-10')],
    '2026-12-10',
    1,
    [
      [0, '2026-12-10'],
      [1, null],
    ],
  ],
  [
    'a later one of an earlier day',
    [version(1, '2026-12-10'), version(2, '2026-12-05')],
    '2026-12-11',
    2,
    [
      [0, '2026-12-05'],
      [2, null],
    ],
  ],
  [
    'a later one of the same day',
    [version(1, '2026-12-10'), version(2, '2026-12-10')],
    '2026-12-10',
    2,
    [
      [0, '2026-12-10'],
      [2, null],
    ],
  ],
  [
    'two ahead in turn',
    [version(2, '2026-12-20'), version(1, '2026-12-10')],
    '2026-12-12',
    1,
    [
      [0, '2026-12-10'],
      [1, '2026-12-20'],
      [2, null],
    ],
  ],
])('of versions counts %s', (_, published, day, number, expected) => {
  const inTime = versionsInTime([...published, shipped]);
  expect(inTime.map((one) => [one.number, one.until])).toEqual(expected);
  expect(versionOn(inTime, localDate(day))?.number).toBe(number);
});

test('every day has one version, and later days never an earlier one', () => {
  const days = fc.array(fc.integer({ min: 10, max: 28 }), { maxLength: 6 });
  fc.assert(
    fc.property(days, (starts) => {
      const inTime = versionsInTime([
        shipped,
        ...starts.map((day, index) => version(index + 1, `2026-12-${day}`)),
      ]);
      const numbers = Array.from({ length: 20 }, (_, day) =>
        Number(versionOn(inTime, localDate(`2026-12-${day + 10}`))?.number),
      );
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(numbers.at(-1)).toBe(starts.length);
    }),
  );
});

const asking = version(1, '2026-12-10', true);
const telling = version(2, '2026-12-20');
test.each([
  ['before any takes effect', '2026-12-09', [0], [], [], false],
  ['one that asks', '2026-12-10', [0], [], [1], true],
  ['one that asks, agreed to', '2026-12-10', [0, 1], [], [], false],
  ['one that tells after one that asked and was not answered', '2026-12-20', [0], [], [1, 2], true],
  ['one that asks is not answered by taking note of a later one', '2026-12-20', [0], [2], [1, 2], true],
  ['one that tells', '2026-12-20', [0, 1], [], [2], false],
  ['one that tells, taken note of', '2026-12-20', [0, 1], [2], [], false],
  ['who signed up under the newest', '2026-12-20', [2], [], [], false],
  ['who never answered', '2026-12-20', [], [], [1, 2], true],
])('a customer is told of %s', (_, day, given, informed, numbers, asksConsent) => {
  const inTime = versionsInTime([shipped, asking, telling]);
  const told = newVersions(inTime, { given, informed }, localDate(day));
  expect([told.versions.map(({ number }) => number), told.asksConsent]).toEqual([numbers, asksConsent]);
});
