import { afterAll, expect, test } from 'vitest';
import { openClosingStage } from './testing/closing-stage.ts';
import { playAndCompare } from './testing/compare-histories.ts';

/** The ordinary run; `bench/histories.ts` plays more. */
const ACCOUNTS = 150;

const stage = await openClosingStage();
afterAll(() => stage.end());

test('random accounts cost month by month what they cost at once, and what the naive way says', async () => {
  const { accounts, months, overMonths, differences } = await playAndCompare(stage, {
    accounts: ACCOUNTS,
    firstSeed: 1,
  });
  expect(differences).toEqual([]);
  expect({ accounts, areCharged: months > ACCOUNTS * 15, areLate: overMonths > 0 }).toEqual({
    accounts: ACCOUNTS,
    areCharged: true,
    areLate: true,
  });
}, 120_000);
