import { type Kopiykas, smallerMoney, subtractMoney } from '../money.ts';
import { type BillingPeriod, firstDay } from '../time/billing-period.ts';
import { addDays, type LocalDate } from '../time/local-date.ts';
import { isPlan, type PlannedPart } from './contract-terms.ts';
import { divideRounded } from './rounding.ts';

export interface PlannedPayment {
  /** From 1. */
  readonly partNumber: number;
  readonly dueOn: LocalDate;
  readonly amount: Kopiykas;
}

/** What a prepayment was computed from. */
export interface PlannedVolume {
  readonly declaredKwh: number;
  /** Of points without a declared volume: what the month before billed of them. */
  readonly undeclaredKwh: number;
}

/**
 * The planned payments of a period by the parts of the contract. The running share is rounded half-up to the kopiyka,
 * so the amounts add up to the total. Source: facts of entities 2.
 * @throws RangeError when the parts are no plan.
 */
export function planPayments(
  total: Kopiykas,
  parts: readonly PlannedPart[],
  period: BillingPeriod,
): PlannedPayment[] {
  if (!isPlan(parts)) throw new RangeError(`Not a plan of payments: ${JSON.stringify(parts)}`);
  let percentSoFar = 0;
  let plannedSoFar = 0n;
  return parts.map(({ day, percent }, index) => {
    const before = plannedSoFar;
    percentSoFar += percent;
    plannedSoFar = divideRounded(total * BigInt(percentSoFar), 100n, 'halfUp');
    return {
      partNumber: index + 1,
      dueOn: addDays(firstDay(period), day - 1),
      amount: (plannedSoFar - before) as Kopiykas,
    };
  });
}

/** Payments with what of each is unpaid, when an advance settles them in their order. */
export function settleByAdvance<Payment extends { readonly amount: Kopiykas }>(
  advance: Kopiykas,
  payments: readonly Payment[],
): readonly (Payment & { readonly unpaid: Kopiykas })[] {
  let left = advance;
  return payments.map((payment) => {
    const paid = smallerMoney(payment.amount, left);
    left = subtractMoney(left, paid);
    return { ...payment, unpaid: subtractMoney(payment.amount, paid) };
  });
}
