import { type Kopiykas, smallerMoney, subtractMoney, zeroMoney } from '../money.ts';
import { type BillingPeriod, comparePeriods } from '../time/billing-period.ts';

/** What is still owed, or what is paid, for a period. */
export interface PeriodSum {
  readonly period: BillingPeriod;
  readonly amount: Kopiykas;
}

export interface Allocation {
  /** What the payment settles, in the order it does. */
  readonly settled: PeriodSum[];
  /** What is left over: an advance. */
  readonly advance: Kopiykas;
}

/**
 * Shares a payment out over debts: the period the payer named first, if any, then the oldest first. Periods without debt
 * take nothing. Source: product.md 7, facts 2.3.
 * @throws RangeError when the payment is not above zero.
 */
export function allocatePayment(
  payment: Kopiykas,
  debts: readonly PeriodSum[],
  namedPeriod?: BillingPeriod,
): Allocation {
  if (payment <= zeroMoney) throw new RangeError(`A payment must be above zero: ${payment}`);
  const settled: PeriodSum[] = [];
  let left = payment;
  for (const { period, amount } of inOrder(debts, namedPeriod)) {
    if (left === zeroMoney) break;
    if (amount <= zeroMoney) continue;
    const paid = smallerMoney(amount, left);
    settled.push({ period, amount: paid });
    left = subtractMoney(left, paid);
  }
  return { settled, advance: left };
}

function inOrder(debts: readonly PeriodSum[], named: BillingPeriod | undefined): PeriodSum[] {
  return debts.toSorted(
    (a, b) => Number(b.period === named) - Number(a.period === named) || comparePeriods(a.period, b.period),
  );
}
