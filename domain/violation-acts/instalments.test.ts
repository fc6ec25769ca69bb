import { expect, test } from 'vitest';
import { kopiykas, sumMoney } from '../money.ts';
import { addDays, localDate } from '../time/local-date.ts';
import { instalmentsLeft, scheduleProblem, shareInstalments } from './instalments.ts';

const today = localDate('2026-11-20');
const part = (day: number, sum: number) => ({ dueOn: addDays(today, day), sum: kopiykas(sum) });

test.each([
  [[part(0, 100)], 100, undefined],
  [[part(0, 60), part(30, 40)], 100, undefined],
  [[part(0, 60), part(30, 41)], 100, 'wrongSum'],
  [[part(0, 60), part(30, 39)], 100, 'wrongSum'],
  [[part(0, 100), part(30, 0)], 100, 'wrongSum'],
  [[part(0, 110), part(30, -10)], 100, 'wrongSum'],
  [[part(-1, 100)], 100, 'badDays'],
  [[part(30, 60), part(30, 40)], 100, 'badDays'],
  [[part(30, 60), part(29, 40)], 100, 'badDays'],
  [[], 100, 'wrongSum'],
] as const)('the schedule %o of %i is refused with %s', (parts, unpaid, problem) => {
  expect(scheduleProblem(parts, kopiykas(unpaid), today)).toBe(problem);
});

test.each([
  [100, [30, 30, 40]],
  [90, [20, 30, 40]],
  [70, [0, 30, 40]],
  [55, [0, 15, 40]],
  [0, [0, 0, 0]],
  [-5, [0, 0, 0]],
  [120, [50, 30, 40]],
])('of a debt of %i is left %o', (debt, left) => {
  const parts = [part(0, 30), part(30, 30), part(60, 40)];
  expect(instalmentsLeft(parts, kopiykas(debt)).map((one) => Number(one.left))).toEqual(left);
});

test('what is left adds up to the debt, whatever was paid and went back', () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 500; round += 1) {
    const parts = Array.from({ length: 1 + random(36) }, (_, day) => part(day, 1 + random(100_000)));
    const total = Number(sumMoney(parts.map(({ sum }) => sum)));
    expect(scheduleProblem(parts, kopiykas(total), today)).toBeUndefined();
    const debt = kopiykas(random(total + 5000));
    const left = instalmentsLeft(parts, debt);
    expect(sumMoney(left.map((one) => one.left))).toBe(debt);
    // The earliest are paid first: before a part that is begun none is open.
    const begun = left.findIndex((one) => one.left < one.sum && one.left > 0n);
    expect(left.slice(0, Math.max(0, begun)).every((one) => one.left === 0n)).toBe(true);
  }
});

test('parts are equal, the first has the kopiykas that remain', () => {
  expect(shareInstalments(kopiykas(100_000n), localDate('2026-12-15'), 3)).toEqual([
    { dueOn: '2026-12-15', sum: 33_334n },
    { dueOn: '2027-01-15', sum: 33_333n },
    { dueOn: '2027-02-15', sum: 33_333n },
  ]);
});

test('a day that a month does not have is its last one, and comes back', () => {
  const parts = shareInstalments(kopiykas(400n), localDate('2027-01-31'), 4);
  expect(parts.map(({ dueOn }) => dueOn)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
});

test('whatever the sum and the count, the parts are exactly the sum and in the order of days', () => {
  for (const sum of [1n, 7n, 99n, 123_457n, 999_999_999_999n])
    for (let count = 1; count <= 36; count += 1) {
      const parts = shareInstalments(kopiykas(sum), localDate('2026-08-30'), count);
      expect(parts).toHaveLength(count);
      expect(sumMoney(parts.map((part) => part.sum))).toBe(sum);
      const days = parts.map(({ dueOn }) => dueOn);
      expect(days).toEqual([...new Set(days)].toSorted());
    }
});
