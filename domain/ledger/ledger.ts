import { type Kopiykas, negateMoney, zeroMoney } from '../money.ts';

/**
 * The ledger accounts of a customer. Energy debts are separate from violation acts and from reactive energy, which is owed to
 * the operator of the network and paid to its bank (`operatorBank`); `inTransit` is money a provider
 * confirmed that is not in a bank statement yet; `opening`, `benefit`, `correction` and `compensation` are the contra accounts
 * of imported balances, benefits, operators' corrections and compensations of breached terms.
 */
export type LedgerAccount =
  | 'receivable'
  | 'actReceivable'
  | 'reactiveReceivable'
  | 'revenue'
  | 'actRevenue'
  | 'reactiveRevenue'
  | 'inTransit'
  | 'bank'
  | 'operatorBank'
  | 'opening'
  | 'benefit'
  | 'correction'
  | 'compensation';

export type LedgerEntryKind =
  | 'opening'
  | 'charge'
  | 'recalculation'
  | 'actCharge'
  | 'reactiveCharge'
  | 'benefit'
  | 'correction'
  | 'compensation'
  | 'paymentConfirmed'
  | 'paymentLanded'
  | 'reversal';

/**
 * A transfer between two accounts: one row is both sides, so the books always balance. Never edited; a mistake is
 * reversed. Source: product.md 7.
 */
export interface LedgerEntry {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  /** Above zero. */
  readonly amount: Kopiykas;
  readonly kind: LedgerEntryKind;
}

/** The kind of debt. */
type DebtPurpose = 'energy' | 'act';

export type PaymentEvent =
  /** The provider confirmed the payment: the debt falls at once. */
  | { readonly event: 'confirmed'; readonly purpose: DebtPurpose; readonly amount: Kopiykas }
  /** The payment is in the bank statement. */
  | { readonly event: 'landed'; readonly amount: Kopiykas };

/** The entry of a charge; with swapped sides for a negative recalculation; none for zero. */
export function entriesForCharge(
  amount: Kopiykas,
  kind: 'charge' | 'recalculation' | 'actCharge' | 'reactiveCharge',
): LedgerEntry[] {
  switch (kind) {
    case 'actCharge':
      return transfer('actReceivable', 'actRevenue', amount, kind);
    case 'reactiveCharge':
      return transfer('reactiveReceivable', 'reactiveRevenue', amount, kind);
    default:
      return transfer('receivable', 'revenue', amount, kind);
  }
}

/**
 * The entry of a payment event. A payment first seen in a bank statement is both events at once.
 * @throws RangeError when the amount is not above zero.
 */
export function entriesForPayment(payment: PaymentEvent): LedgerEntry[] {
  if (payment.amount <= 0n) throw new RangeError(`A payment must be above zero: ${payment.amount}`);
  if (payment.event === 'landed') return transfer('bank', 'inTransit', payment.amount, 'paymentLanded');
  return transfer('inTransit', receivableOf(payment.purpose), payment.amount, 'paymentConfirmed');
}

/** The entry of a benefit or subsidy for the energy debt; negative takes one back. */
export function entriesForBenefit(amount: Kopiykas): LedgerEntry[] {
  return transfer('benefit', 'receivable', amount, 'benefit');
}

/** The entry of an operator's correction of the energy debt: positive adds, negative subtracts. */
export function entriesForCorrection(amount: Kopiykas): LedgerEntry[] {
  return transfer('receivable', 'correction', amount, 'correction');
}

/**
 * The entry of a compensation of a breached term: it takes off the energy debt, or makes an overpayment.
 * @throws RangeError when the amount is not above zero.
 */
export function entriesForCompensation(amount: Kopiykas): LedgerEntry[] {
  if (amount <= 0n) throw new RangeError(`A compensation must be above zero: ${amount}`);
  return transfer('compensation', 'receivable', amount, 'compensation');
}

/**
 * The entry that makes what was paid for a cancelled act an advance for energy; negative takes it back, when the payment went back.
 */
export function entriesForActAdvance(amount: Kopiykas): LedgerEntry[] {
  return transfer('actReceivable', 'receivable', amount, 'correction');
}

/** The entry that reverses another. */
export function reversalOf(entry: LedgerEntry): LedgerEntry {
  return { debit: entry.credit, credit: entry.debit, amount: entry.amount, kind: 'reversal' };
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
