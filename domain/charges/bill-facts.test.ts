import { expect, test } from 'vitest';
import { localDate } from '../time/local-date.ts';
import { daysCovered } from './bill-facts.ts';

test.each([
  ['no register', [], 0],
  ['one', [[1, 31]], 30],
  [
    'one after the other, in any order',
    [
      [11, 21],
      [1, 11],
    ],
    20,
  ],
  [
    'a gap between them',
    [
      [20, 25],
      [1, 5],
      [10, 15],
    ],
    14,
  ],
  [
    'one inside the other',
    [
      [5, 10],
      [1, 31],
    ],
    30,
  ],
  [
    'one inside the other, the longer first',
    [
      [1, 31],
      [5, 10],
    ],
    30,
  ],
  [
    'one inside the other and one that overlaps the longer',
    [
      [1, 25],
      [5, 10],
      [20, 31],
    ],
    30,
  ],
  [
    'the same first day',
    [
      [1, 5],
      [1, 10],
    ],
    9,
  ],
  ['no day at all', [[7, 7]], 0],
] as const)('days covered by registers with %s', (_, spans, days) => {
  const day = (number: number) => localDate(`2026-10-${String(number).padStart(2, '0')}`);
  const ranges = (spans as readonly (readonly [number, number])[]).map(([from, to]) => ({
    from: day(from),
    to: day(to),
  }));
  expect(daysCovered(ranges)).toBe(days);
});
