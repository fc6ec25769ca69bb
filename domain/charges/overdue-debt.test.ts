import { expect, test } from 'vitest';
import { kopiykas } from '#domain/money.ts';
import { overdueDebt } from './overdue-debt.ts';

test.each([
  ['nothing was owed before', 0, 0, 43_200, 0],
  ['a debt that was not paid', 10_000, 0, 53_200, 10_000],
  ['a debt that was paid in part', 10_000, 4_000, 49_200, 6_000],
  ['a debt that was paid and more', 10_000, 20_000, 33_200, 0],
  ['an overpayment', -10_000, 0, 33_200, 0],
  ['a debt that a recalculation gave back in part', 10_000, 0, 2_500, 2_500],
  ['a debt that a recalculation gave back', 10_000, 0, -500, 0],
])('%s', (_says, opening, paid, closing, overdue) => {
  const bill = { opening: kopiykas(opening), paid: kopiykas(paid), closing: kopiykas(closing) };
  expect(overdueDebt(bill)).toBe(kopiykas(overdue));
});
