import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apportion } from './apportion.ts';

test.each([
  [10, [1, 1], [5, 5]],
  [10, [1, 1, 1], [4, 3, 3]],
  [100, [80, 40], [67, 33]],
  [7, [0, 5, 0], [0, 7, 0]],
  // The remainder goes to the largest fraction, wherever it is in the list.
  [10, [1, 2, 4], [1, 3, 6]],
  [10, [4, 2, 1], [6, 3, 1]],
  [3, [4, 1], [2, 1]],
  [1, [1, 3, 2], [0, 1, 0]],
  [2, [1, 2, 3, 3], [0, 0, 1, 1]],
  [2, [3, 3, 1, 3], [1, 1, 0, 0]],
  [0, [0, 0], [0, 0]],
  [0, [], []],
])('apportion shares %i by the weights %j as %j', (total, weights, shares) => {
  expect(apportion(total, weights)).toEqual(shares);
});

test.each([
  [5, [0, 0]],
  [5, []],
  [-1, [1]],
  [1.5, [1]],
  [1, [-1]],
  [2 ** 40, [2 ** 40]],
])('apportion refuses %d by the weights %j', (total, weights) => {
  expect(() => apportion(total, weights)).toThrow(RangeError);
});

test('apportion loses nothing, and each share is within one unit of the exact one', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), weights, (total, list) => {
      const whole = list.reduce((sum, weight) => sum + weight, 0);
      fc.pre(whole > 0);
      const shares = apportion(total, list);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
      shares.forEach((share, index) => {
        expect(Math.abs(share * whole - total * (list[index] ?? 0))).toBeLessThan(whole);
      });
    }),
  );
});
