import { addMoney, compareMoney, type Kopiykas, negateMoney, sumMoney, zeroMoney } from '../money.ts';
import { type BillingPeriod, comparePeriods } from '../time/billing-period.ts';
import { addDays, type LocalDate } from '../time/local-date.ts';
import { allocateAccount, type DebtEvent } from './allocate-account.ts';
import type { PeriodSum } from './allocate-payment.ts';

/** The due date of a billed month. */
export interface BilledMonth {
  readonly period: BillingPeriod;
  readonly dueOn: LocalDate;
}

/** A violation act with its part of the ledger account actReceivable. */
export interface ActDebt {
  readonly actNumber: string;
  readonly drawnOn: LocalDate;
  readonly dueOn: LocalDate | null;
  /** Charged less paid; money in transit counts as paid. */
  readonly debt: Kopiykas;
  /** The act is billed and neither disputed nor cancelled. */
  readonly isAsked: boolean;
  /** What is left of the parts by which it is paid, by day; null: it is paid at once. */
  readonly parts: readonly DuePart[] | null;
}

/** A part of a schedule. */
interface DuePart {
  readonly dueOn: LocalDate;
  /** All parts of an act add up to its debt, the earliest are paid first. */
  readonly left: Kopiykas;
}

/** Ledger and bills of an account at one moment. */
export interface DueState {
  /**
   * Balance of the ledger account receivable: debt (+) or overpayment (−); money in transit is already subtracted.
   */
  readonly receivable: Kopiykas;
  /** The events behind that balance, in the order of booking; needed only for a debt, else it may be empty. */
  readonly debtEvents: readonly DebtEvent[];
  /** Bills issued so far, the oldest first. */
  readonly bills: readonly BilledMonth[];
  /** The oldest first. */
  readonly acts: readonly ActDebt[];
}

/** Debt of one month. */
interface DueMonth extends PeriodSum {
  /** The bill that asks for the month: its own, else the next one issued; null: not billed yet. */
  readonly bill: BilledMonth | null;
}

/** Sum due for a violation act. */
export interface DueAct extends Pick<ActDebt, 'actNumber' | 'drawnOn' | 'dueOn'> {
  /** Above zero. */
  readonly amount: Kopiykas;
  /** All that is not paid of the act, which may be paid at once: of a schedule the later parts too. */
  readonly unpaid: Kopiykas;
}

/** What is due now; violation acts are separate from energy, and an overpayment for energy does not pay an act. */
export interface DueNow {
  /** Due for energy, billed or not; zero when nothing is owed. */
  readonly energy: Kopiykas;
  /** Overpayment for energy; zero when there is a debt. */
  readonly overpaid: Kopiykas;
  /** The months of `energy`, the oldest first: payments settle the oldest debt first unless they name a month. */
  readonly months: readonly DueMonth[];
  /**
   * Part of `energy`: months before that of the last bill whose due date has passed, and debts from before the first
   * bill. Only this part may cause a warning.
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

/** Owed for energy by bills whose last day of payment was at least so many days before today. */
export function overdueFor({ months }: Pick<DueNow, 'months'>, days: number, today: LocalDate): Kopiykas {
  const latest = addDays(today, -Math.max(1, days));
  return sumMoney(
    months.flatMap(({ bill, amount }) => (bill !== null && bill.dueOn <= latest ? [amount] : [])),
  );
}

/**
 * Sum due for an act while it is asked for: its debt; of a schedule what is left of the parts whose day has come, today's among
 * them, or else the next part. A part that is late does not make the later ones due (decision 0148).
 */
export function actDue(
  { debt, isAsked, parts }: Pick<ActDebt, 'debt' | 'isAsked' | 'parts'>,
  today: LocalDate,
): Kopiykas {
  if (!isAsked) return zeroMoney;
  if (parts === null) return debtOf(debt);
  const open = parts.filter(({ left }) => left > zeroMoney);
  const come = open.filter(({ dueOn }) => dueOn <= today);
  return sumMoney((come.length > 0 ? come : open.slice(0, 1)).map(({ left }) => left));
}

/**
 * What is due now: the single figure for every screen, QR code, notice, list and document (product.md §8). Issued
 * bills are history and not part of it.
 */
export function dueNow({ receivable, debtEvents, bills, acts }: DueState, today: LocalDate): DueNow {
  const energy = debtOf(receivable);
  const lastBill = bills.at(-1) ?? null;
  const open = energy === zeroMoney ? [] : allocateAccount(debtEvents).open;
  const months = open.map((month) => ({
    ...month,
    bill: bills.find(({ period }) => comparePeriods(period, month.period) >= 0) ?? null,
  }));
  const isBroughtForward = (period: BillingPeriod) => bills[0] !== undefined && period < bills[0].period;
  const inArrears = months.filter(
    ({ period, bill }) =>
      lastBill !== null &&
      period < lastBill.period &&
      (isBroughtForward(period) || (bill !== null && bill.dueOn < today)),
  );
  const dueActs = acts
    .map(({ actNumber, drawnOn, dueOn, ...act }) => {
      return { actNumber, drawnOn, dueOn, amount: actDue(act, today), unpaid: debtOf(act.debt) };
    })
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

/** The part of `energy` that the bill of a period asks for; all bills and the unbilled months add up to `energy`. */
export function dueOfBill({ months }: Pick<DueNow, 'months'>, period: BillingPeriod): Kopiykas {
  return months.reduce(
    (sum, { bill, amount }) => (bill?.period === period ? addMoney(sum, amount) : sum),
    zeroMoney,
  );
}
