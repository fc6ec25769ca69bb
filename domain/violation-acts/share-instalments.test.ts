import { expect, test } from 'vitest';
import { kopiykas, sumMoney } from '../money.ts';
import { localDate } from '../time/local-date.ts';
import { shareInstalments } from './share-instalments.ts';

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
