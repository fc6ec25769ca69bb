import { expect, test } from 'vitest';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { kopiykas } from '../money.ts';
import { correctionLimitOf, isCorrectionInRange, needsSecondAdministrator } from './correction-limits.ts';

test.each([
  [['billing'], kopiykas(100_000)],
  [['owner'], kopiykas(1_000_000)],
  [['operator', 'billing', 'owner'], kopiykas(1_000_000)],
  [['operator', 'analyst'], undefined],
  [[], undefined],
])('correctionLimitOf %j is %s', (roles, limit) => {
  expect(correctionLimitOf(roles, standardRules.corrections)).toBe(limit);
});

test('correctionLimitOf takes the higher limit of two roles, whichever has it', () => {
  const limits = { billing: kopiykas(500_000), owner: kopiykas(200_000) };
  expect(correctionLimitOf(['billing', 'owner'], limits)).toBe(500_000n);
});

test.each([
  [100_000n, false],
  [-100_000n, false],
  [100_001n, true],
  [-100_001n, true],
])('needsSecondAdministrator for a correction of %s: %s', (change, needed) => {
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
])('isCorrectionInRange for a balance of %s changed by %s: %s', (balance, change, isInRange) => {
  expect(isCorrectionInRange(kopiykas(balance), kopiykas(change))).toBe(isInRange);
});
