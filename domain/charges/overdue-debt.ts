import { type Kopiykas, smallerMoney, subtractMoney, zeroMoney } from '../money.ts';

/**
 * Of the debt of a bill, what stood before its period already and was not paid in it: money settles the oldest debt first
 * (facts 2.3). Nothing when the bill leaves an overpayment, or when what it gives back covers it.
 */
export function overdueDebt(bill: {
  readonly opening: Kopiykas;
  readonly paid: Kopiykas;
  readonly closing: Kopiykas;
}): Kopiykas {
  const left = smallerMoney(subtractMoney(bill.opening, bill.paid), bill.closing);
  return left > zeroMoney ? left : zeroMoney;
}
