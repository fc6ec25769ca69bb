import { afterAll, expect, test } from 'vitest';
import { startClosingFixture } from './testing/closing-fixture.ts';
import { simulateAndCompare } from './testing/compare-histories.ts';

/** The ordinary run; `bench/histories.bench.ts` plays more. */
const ACCOUNTS = 150;

/**
 * What more accounts found: a day read for two months, followed by a month without a reading; a dial through zero at a point
 * that is disconnected, read early in the month.
 */
const foundBefore = [20_002_465, 30_005_351];

const fixture = await startClosingFixture();
afterAll(() => fixture.end());

test('random accounts cost month by month what they cost at once, and what the naive way says', async () => {
  const seeds = [...Array.from({ length: ACCOUNTS }, (_, index) => index + 1), ...foundBefore];
  const { accounts, months, overMonths, reviews, closingBills, differences, balances } =
    await simulateAndCompare(fixture, seeds);
  expect({ differences, balances }).toEqual({ differences: [], balances: [] });
  const areReviewed = reviews > ACCOUNTS;
  expect(closingBills).toBeGreaterThan(ACCOUNTS / 50);
  expect({ accounts, areCharged: months > ACCOUNTS * 15, areLate: overMonths > 0, areReviewed }).toEqual({
    accounts: seeds.length,
    areCharged: true,
    areLate: true,
    areReviewed: true,
  });
}, 120_000);
