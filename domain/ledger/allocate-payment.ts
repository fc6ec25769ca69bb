import { type Kopiykas, smallerMoney, subtractMoney, zeroMoney } from '../money.ts';
import { type BillingPeriod, comparePeriods } from '../time/billing-period.ts';

/** A debt or payment of one period. */
export interface PeriodSum {
  readonly period: BillingPeriod;
  readonly amount: Kopiykas;
}

export interface Allocation {
  /** Settled sums, in the order of settlement. */
  readonly settled: PeriodSum[];
  /** The unused rest: an advance. */
  readonly advance: Kopiykas;
}

/**
 * Allocates a payment to debts: the named period first, if any, then the oldest first. Periods without debt are
 * skipped. Source: product.md 7, facts 2.3.
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
