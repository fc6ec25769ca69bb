import { addMoney, type Kopiykas } from '../money.ts';
import { creditOf, debtOf } from './due-now.ts';

/**
 * A balance for display: debts and overpayments apart, none negative, at most one of each pair above zero. Source:
 * facts 9.3.
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
  /** Expected debt once this month is charged. */
  readonly endDebet: Kopiykas;
}

export interface BalanceFigures {
  /** Balance on the 1st; debt above zero, overpayment below. */
  readonly beginning: Kopiykas;
  readonly current: Kopiykas;
  /** Expected charge of this month. */
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
