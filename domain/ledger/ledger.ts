import { type Kopiykas, negateMoney, zeroMoney } from '../money.ts';

/**
 * Where money of a customer stands. Energy debts are kept apart from those of violation acts; `inTransit` is money a payment
 * provider confirmed and the bank register has not shown yet; `opening`, `benefit` and `correction` are where balances
 * brought in, benefits and an operator's corrections come from.
 */
export type LedgerAccount =
  | 'receivable'
  | 'actReceivable'
  | 'revenue'
  | 'actRevenue'
  | 'inTransit'
  | 'bank'
  | 'opening'
  | 'benefit'
  | 'correction';

export type LedgerEntryKind =
  | 'opening'
  | 'charge'
  | 'recalculation'
  | 'actCharge'
  | 'benefit'
  | 'correction'
  | 'paymentConfirmed'
  | 'paymentLanded'
  | 'reversal';

/**
 * A transfer between two accounts: one row is both sides of it, so books can't fail to balance. Never edited; a mistake is
 * reversed. Source: product.md 7.
 */
export interface LedgerEntry {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  /** Above zero. */
  readonly amount: Kopiykas;
  readonly kind: LedgerEntryKind;
}

/** What a debt is for. */
export type DebtPurpose = 'energy' | 'act';

export type PaymentEvent =
  /** A provider took the customer's money: the debt falls at once. */
  | { readonly event: 'confirmed'; readonly purpose: DebtPurpose; readonly amount: Kopiykas }
  /** The bank register shows it. */
  | { readonly event: 'landed'; readonly amount: Kopiykas };

/** The entry of a charge; of a recalculation that gives back (negative), the other way round; none for zero. */
export function entriesForCharge(
  amount: Kopiykas,
  kind: 'charge' | 'recalculation' | 'actCharge',
): LedgerEntry[] {
  return kind === 'actCharge'
    ? transfer('actReceivable', 'actRevenue', amount, kind)
    : transfer('receivable', 'revenue', amount, kind);
}

/**
 * The entry of a step of a payment. A payment the bank reports on its own is both steps at once.
 * @throws RangeError when the amount is not above zero.
 */
export function entriesForPayment(payment: PaymentEvent): LedgerEntry[] {
  if (payment.amount <= 0n) throw new RangeError(`A payment must be above zero: ${payment.amount}`);
  if (payment.event === 'landed') return transfer('bank', 'inTransit', payment.amount, 'paymentLanded');
  return transfer('inTransit', receivableOf(payment.purpose), payment.amount, 'paymentConfirmed');
}

/** The entry that brings a balance in from elsewhere: debt above zero, overpayment below. */
export function entriesForOpening(balance: Kopiykas, purpose: DebtPurpose = 'energy'): LedgerEntry[] {
  return transfer(receivableOf(purpose), 'opening', balance, 'opening');
}

/** The entry of a benefit or subsidy that pays a part of the energy debt; below zero takes one back. */
export function entriesForBenefit(amount: Kopiykas): LedgerEntry[] {
  return transfer('benefit', 'receivable', amount, 'benefit');
}

/** The entry by which an operator corrects the energy debt: above zero adds to it, below zero takes off. */
export function entriesForCorrection(amount: Kopiykas): LedgerEntry[] {
  return transfer('receivable', 'correction', amount, 'correction');
}

/** The entry that undoes another. */
export function reversalOf(entry: LedgerEntry): LedgerEntry {
  return { debit: entry.credit, credit: entry.debit, amount: entry.amount, kind: 'reversal' };
}

/** Debits less credits of one account. */
export function balanceOf(entries: Iterable<LedgerEntry>, account: LedgerAccount): Kopiykas {
  let balance = 0n;
  for (const { debit, credit, amount } of entries) {
    if (debit === account) balance += amount;
    if (credit === account) balance -= amount;
  }
  return balance as Kopiykas;
}

/** How a customer stands: debts are above zero, overpayments below; and what is on its way to the bank. */
export function accountBalance(entries: readonly LedgerEntry[]): {
  receivable: Kopiykas;
  actReceivable: Kopiykas;
  inTransit: Kopiykas;
} {
  return {
    receivable: balanceOf(entries, 'receivable'),
    actReceivable: balanceOf(entries, 'actReceivable'),
    inTransit: balanceOf(entries, 'inTransit'),
  };
}

function receivableOf(purpose: DebtPurpose): LedgerAccount {
  return purpose === 'act' ? 'actReceivable' : 'receivable';
}

function transfer(
  debit: LedgerAccount,
  credit: LedgerAccount,
  amount: Kopiykas,
  kind: LedgerEntryKind,
): LedgerEntry[] {
  if (amount === zeroMoney) return [];
  return amount > zeroMoney
    ? [{ debit, credit, amount, kind }]
    : [{ debit: credit, credit: debit, amount: negateMoney(amount), kind }];
}
