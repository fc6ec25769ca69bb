import { expect, test } from 'vitest';
import { kopiykas } from '#domain/money.ts';
import { closingExceptionKinds, shareOfCharge, stopsClosing } from './closing-exceptions.ts';

test('what can not be charged stops a closing, what looks wrong does not', () => {
  expect(closingExceptionKinds.filter(stopsClosing)).toEqual(['noTariff', 'noPrice', 'notCharged']);
});

test('readings under review come first in the list', () => {
  expect(closingExceptionKinds[0]).toBe('underReview');
});

test.each([
  [43_200n, 100_000, 100_000, 43_200n],
  [43_200n, 50_000, 100_000, 21_600n],
  [1n, 1, 2, 1n],
  [100n, 1, 3, 33n],
  [100n, 0, 0, 0n],
] as const)('of %s kopiykas for the energy %i of %i are %s', (charged, part, whole, share) => {
  expect(shareOfCharge(kopiykas(charged), part, whole)).toBe(share);
});
