import { expect, test } from 'vitest';
import { kopiykas } from '../money.ts';
import {
  correctionLimitOf,
  defaultCorrectionLimits,
  isCorrectionInRange,
  needsSecondAdministrator,
} from './correction-limits.ts';

test.each([
  [['billing'], kopiykas(100_000)],
  [['owner'], kopiykas(1_000_000)],
  [['operator', 'billing', 'owner'], kopiykas(1_000_000)],
  [['operator', 'analyst'], undefined],
  [[], undefined],
])('the limit of %j is %s', (roles, limit) => {
  expect(correctionLimitOf(roles, defaultCorrectionLimits)).toBe(limit);
});

test('who has both roles has the higher limit, whichever role the supplier gives it to', () => {
  const limits = { billing: kopiykas(500_000), owner: kopiykas(200_000) };
  expect(correctionLimitOf(['billing', 'owner'], limits)).toBe(500_000n);
});

test.each([
  [100_000n, false],
  [-100_000n, false],
  [100_001n, true],
  [-100_001n, true],
])('a correction of %s needs a second administrator: %s', (change, needed) => {
  expect(needsSecondAdministrator(kopiykas(change), kopiykas(100_000))).toBe(needed);
});

const most = 10n ** 15n;
test.each([
  [0n, most, true],
  [0n, -most, true],
  [0n, most + 1n, false],
  [1n, most, false],
  [-1n, -most, false],
  [most, -most, true],
  [-most, most + 1n, false],
])('a balance of %s changed by %s is in range: %s', (balance, change, isInRange) => {
  expect(isCorrectionInRange(kopiykas(balance), kopiykas(change))).toBe(isInRange);
});
