import { afterAll, expect, test } from 'vitest';
import { usualPart } from '#platform/testing/usual-part.ts';
import { startClosingFixture } from './testing/closing-fixture.ts';
import { simulateAndCompare } from './testing/compare-histories.ts';

/** Each seed is the history of one account; `bench/histories.bench.ts` plays more. */
const ordinary = usualPart(
  Array.from({ length: 150 }, (_, index) => index + 1),
  50,
);

/**
 * What more accounts found: a day read for two months, followed by a month without a reading; a dial through zero at a point
 * that is disconnected, read early in the month.
 */
const foundBefore = [20_002_465, 30_005_351];

const fixture = await startClosingFixture();
afterAll(() => fixture.end());

test('random accounts cost month by month what they cost at once, and what the naive way says', async () => {
  const seeds = [...ordinary, ...foundBefore];
  const { accounts, months, overMonths, reviews, closingBills, differences, balances } =
    await simulateAndCompare(fixture, seeds);
  expect({ differences, balances }).toEqual({ differences: [], balances: [] });
  const areReviewed = reviews > ordinary.length;
  expect(closingBills).toBeGreaterThanOrEqual(ordinary.length / 50);
  expect({
    accounts,
    areCharged: months > ordinary.length * 15,
    areLate: overMonths > 0,
    areReviewed,
  }).toEqual({ accounts: seeds.length, areCharged: true, areLate: true, areReviewed: true });
}, 120_000);
