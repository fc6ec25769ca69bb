import { addMoney, type Kopiykas } from '../money.ts';
import { creditOf, debtOf } from './due-now.ts';

/**
 * A balance as the cabinet shows it: debts and overpayments apart, neither below zero, at most one of each pair above it.
 * Source: facts 9.3.
 */
export interface AccountBalance {
  /** Debt at the start of the month. */
  readonly beginDebet: Kopiykas;
  /** Overpayment at the start of the month. */
  readonly beginCredit: Kopiykas;
  /** Debt now. */
  readonly debet: Kopiykas;
  /** Overpayment now. */
  readonly credit: Kopiykas;
  /** Debt to expect once this month is charged. */
  readonly endDebet: Kopiykas;
}

export interface BalanceFigures {
  /** Balance on the 1st; debt above zero, overpayment below. */
  readonly beginning: Kopiykas;
  readonly current: Kopiykas;
  /** What this month is expected to be charged. */
  readonly expectedCharge: Kopiykas;
}

export function toAccountBalance({ beginning, current, expectedCharge }: BalanceFigures): AccountBalance {
  return {
    beginDebet: debtOf(beginning),
    beginCredit: creditOf(beginning),
    debet: debtOf(current),
    credit: creditOf(current),
    endDebet: debtOf(addMoney(current, expectedCharge)),
  };
}
