import { expect, test } from 'vitest';
import { readingGap } from './reading-ask.ts';

const first = '2026-12-01';
const on = (...dates: (string | null)[]) => dates.map((currentDate) => ({ currentDate }));

test.each([
  ['a register was never read', on(null), {}],
  ['one of two was not read', on('2026-11-22', null), {}],
  ['it was read before', on('2026-11-22'), { last: { date: '2026-11-22', days: 9 } }],
  ['both were read before', on('2026-11-25', '2026-11-22'), { last: { date: '2026-11-22', days: 9 } }],
  ['one of two was read before', on(first, '2026-11-30'), { last: { date: '2026-11-30', days: 1 } }],
  ['it was read as of the day', on(first, first), undefined],
  ['it was read as of a later day', on('2027-01-01'), undefined],
])('readingGap: %s', (_, registers, gap) => {
  expect(readingGap(registers, first)).toEqual(gap);
});
