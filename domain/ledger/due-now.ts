import { addMoney, compareMoney, type Kopiykas, negateMoney, sumMoney, zeroMoney } from '../money.ts';
import { type BillingPeriod, comparePeriods } from '../time/billing-period.ts';
import type { LocalDate } from '../time/local-date.ts';
import { allocateAccount, type DebtEvent } from './allocate-account.ts';
import type { PeriodSum } from './allocate-payment.ts';

/** A bill, as far as it says until when its month is to be paid. */
export interface BilledMonth {
  readonly period: BillingPeriod;
  readonly dueOn: LocalDate;
}

/** A violation act with its part of the ledger account actReceivable. */
export interface ActDebt {
  readonly actNumber: string;
  readonly drawnOn: LocalDate;
  readonly dueOn: LocalDate | null;
  /** Charged less paid; money on its way is paid. */
  readonly debt: Kopiykas;
  /** The act is billed and neither disputed nor cancelled. */
  readonly isAsked: boolean;
}

/** What the ledger and the bills of an account say at one moment. */
export interface DueState {
  /** Balance of the ledger account receivable: debt (+) or overpayment (−); money on its way is off the debt already. */
  readonly receivable: Kopiykas;
  /** What made that balance, in the order of booking; needed only for a debt, else it may be empty. */
  readonly debtEvents: readonly DebtEvent[];
  /** The bills made so far, the oldest first. */
  readonly bills: readonly BilledMonth[];
  /** The oldest first. */
  readonly acts: readonly ActDebt[];
}

/** What is still owed of a month. */
export interface DueMonth extends PeriodSum {
  /** The bill that asks for it: of its month, else the next one made; null: no bill has asked for it yet. */
  readonly bill: BilledMonth | null;
}

/** What is to be paid for a violation act now. */
export interface DueAct extends Pick<ActDebt, 'actNumber' | 'drawnOn' | 'dueOn'> {
  /** Above zero. */
  readonly amount: Kopiykas;
}

/** What is due now; violation acts stand apart from energy, and an overpayment for energy pays no act. */
export interface DueNow {
  /** To be paid for energy, billed or not; zero when nothing is owed. */
  readonly energy: Kopiykas;
  /** Paid or given back over all energy debts; zero when there are any. */
  readonly overpaid: Kopiykas;
  /** What `energy` is made of, the oldest first: payments settle the oldest debt first unless they name a month. */
  readonly months: readonly DueMonth[];
  /**
   * Of `energy`: months before that of the last bill whose last day of payment is over, and debts from before the first
   * bill. Nothing else may be warned of.
   */
  readonly arrears: Kopiykas;
  readonly acts: readonly DueAct[];
  readonly forActs: Kopiykas;
  readonly lastBill: BilledMonth | null;
}

/** The debt of a balance; zero when it is an overpayment. */
export function debtOf(balance: Kopiykas): Kopiykas {
  return compareMoney(balance, zeroMoney) > 0 ? balance : zeroMoney;
}

/** The overpayment of a balance; zero when it is a debt. */
export function creditOf(balance: Kopiykas): Kopiykas {
  return debtOf(negateMoney(balance));
}

/** What is to be paid for an act now: its debt while the act is asked for. */
export function actDue({ debt, isAsked }: Pick<ActDebt, 'debt' | 'isAsked'>): Kopiykas {
  return isAsked ? debtOf(debt) : zeroMoney;
}

/**
 * What is due now: the one figure of every screen, code, notice, list and document (product.md §8). What was issued is
 * history and no part of it.
 */
export function dueNow({ receivable, debtEvents, bills, acts }: DueState, today: LocalDate): DueNow {
  const energy = debtOf(receivable);
  const lastBill = bills.at(-1) ?? null;
  const open = energy === zeroMoney ? [] : allocateAccount(debtEvents).open;
  const months = open.map((month) => ({
    ...month,
    bill: bills.find(({ period }) => comparePeriods(period, month.period) >= 0) ?? null,
  }));
  const isBrought = (period: BillingPeriod) => bills[0] !== undefined && period < bills[0].period;
  const inArrears = months.filter(
    ({ period, bill }) =>
      lastBill !== null &&
      period < lastBill.period &&
      (isBrought(period) || (bill !== null && bill.dueOn < today)),
  );
  const dueActs = acts
    .map(({ actNumber, drawnOn, dueOn, ...act }) => ({ actNumber, drawnOn, dueOn, amount: actDue(act) }))
    .filter(({ amount }) => amount > zeroMoney);
  return {
    energy,
    overpaid: creditOf(receivable),
    months,
    arrears: sumMoney(inArrears.map(({ amount }) => amount)),
    acts: dueActs,
    forActs: sumMoney(dueActs.map(({ amount }) => amount)),
    lastBill,
  };
}

/** Of `energy`, what the bill of a period asks for by itself; all bills and the unbilled months together are `energy`. */
export function dueOfBill({ months }: Pick<DueNow, 'months'>, period: BillingPeriod): Kopiykas {
  return months.reduce(
    (sum, { bill, amount }) => (bill?.period === period ? addMoney(sum, amount) : sum),
    zeroMoney,
  );
}
