import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, localDate } from '../time/local-date.ts';
import { countDays, shareByDays } from './share-by-days.ts';

const day = localDate;

test.each([
  [
    'two months and a part of the third',
    81,
    '2026-09-01',
    '2026-11-21',
    ['2026-10-01', '2026-11-01'],
    [30, 31, 20],
  ],
  [
    'a remainder goes where it is largest',
    100,
    '2026-09-01',
    '2026-11-01',
    ['2026-10-01', '2026-11-01'],
    [49, 51, 0],
  ],
  [
    'from a reading inside the first month',
    50,
    '2026-09-21',
    '2026-11-10',
    ['2026-10-01', '2026-11-01'],
    [10, 31, 9],
  ],
  [
    'a meter that was removed before the last month',
    60,
    '2026-09-01',
    '2026-10-01',
    ['2026-10-01', '2026-11-01'],
    [60, 0, 0],
  ],
  [
    'a month that ended before the days',
    31,
    '2026-10-11',
    '2026-11-11',
    ['2026-10-01', '2026-11-01'],
    [0, 21, 10],
  ],
  ['no day between', 7, '2026-10-01', '2026-10-01', ['2026-10-01'], [0, 7]],
  ['no month between', 7, '2026-10-01', '2026-10-08', [], [7]],
] as const)('%s', (_, units, from, to, ends, shares) => {
  expect(shareByDays(units, day(from), day(to), ends.map(day))).toEqual(shares);
});

test.each([
  ['days without have no share', 62, [['2026-09-11', '2026-10-11']], [20, 42]],
  ['a month without a day has none', 60, [['2026-09-01', '2026-10-01']], [0, 60]],
  ['when no day counts the last share has all', 60, [['2026-08-01', '2027-01-01']], [0, 60]],
  ['days without outside change nothing', 61, [['2026-08-01', '2026-09-01']], [30, 31]],
] as const)('%s', (_, units, without, shares) => {
  const ranges = without.map(([from, to]) => ({ from: day(from), to: day(to) }));
  const shared = shareByDays(units, day('2026-09-01'), day('2026-11-01'), [day('2026-10-01')], ranges);
  expect(shared).toEqual(shares);
});

test('countDays counts excluded days once', () => {
  const days = { from: day('2026-09-01'), to: day('2026-10-01') };
  expect(countDays(days, [])).toBe(30);
  expect(countDays(days, [{ from: day('2026-08-25'), to: day('2026-09-04') }])).toBe(27);
  expect(countDays(days, [{ from: day('2026-09-30'), to: day('2026-10-09') }])).toBe(29);
  expect(countDays({ from: days.to, to: days.from }, [])).toBe(0);
});

test('shareByDays loses no unit, and no share is negative', () => {
  const start = day('2025-01-01');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.array(fc.integer({ min: 0, max: 31 }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 200 }),
      (units, lengths, days) => {
        let end = start;
        const ends = lengths.map((length) => {
          end = addDays(end, length);
          return end;
        });
        const shares = shareByDays(units, start, addDays(start, days), ends);
        expect(shares).toHaveLength(ends.length + 1);
        expect(shares.every((share) => share >= 0)).toBe(true);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(units);
      },
    ),
  );
});
