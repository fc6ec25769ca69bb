import { toParts } from '#billing/modules/ledger/public.ts';
import type { ActPaper, ActState, ViolationActData } from '#contract/values/violation-act.ts';
import { actDue, debtOf } from '#domain/ledger/due-now.ts';
import { type Kopiykas, moneyFromWire, moneyToWire, zeroMoney } from '#domain/money.ts';
import type { PaymentLimits } from '#domain/payments/payment-orders.ts';
import { supplierQr } from '#domain/payments/supplier-qr.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { unpaidActStates } from '#domain/violation-acts/act-states.ts';
import type { ActRow } from './act-facts-store.ts';
import { paymentPurpose } from './document/text.ts';

const billedStates: readonly ActState[] = [...unpaidActStates, 'paid'];
const decidedStates: readonly ActState[] = ['decided', ...billedStates];

const isAsked = (state: ActState) => unpaidActStates.some((unpaid) => unpaid === state);

/** Sum due, kopiykas: of a billed act its debt or, by its schedule, a part; zero when disputed or cancelled. */
export function owedOf(
  { state, debt, schedule }: Pick<ActRow, 'state' | 'debt' | 'schedule'>,
  today: LocalDate,
): Kopiykas {
  return actDue({ debt, isAsked: isAsked(state), parts: toParts(schedule, debt) }, today);
}

/**
 * Documents that the record has enough data for: always the act, the calculation after the commission's decision (a
 * disputed act may have no protocol yet), the bill once it is payable.
 */
function papersOf({ state, protocolNumber }: Pick<ActRow, 'state' | 'protocolNumber'>): ActPaper[] {
  const isDecided = decidedStates.includes(state) || (state === 'disputed' && protocolNumber !== null);
  return [
    'act',
    ...(isDecided ? ['calculation' as const] : []),
    ...(isBilled(state) ? ['bill' as const] : []),
  ];
}

function isBilled(state: ActState): boolean {
  return billedStates.includes(state);
}

/** An act in the form of the module. A paid act is paid in full, even when the payment precedes the history. */
export function actData(row: ActRow, today: LocalDate): ViolationActData {
  const owed = owedOf(row, today);
  const { debt, amount, vat, paid, inTransit, schedule, ...facts } = row;
  const instalments = toParts(schedule, debt)?.map(({ dueOn, sum, left }) => {
    return { dueOn, sum: moneyToWire(sum), left: moneyToWire(left) };
  });
  const nextPart = instalments?.find(({ left }) => moneyFromWire(left) > zeroMoney);
  return {
    ...facts,
    sum: moneyToWire(amount),
    vat: moneyToWire(vat),
    paid: moneyToWire(row.state === 'paid' ? amount : paid),
    inTransit: moneyToWire(inTransit),
    owed: moneyToWire(owed),
    unpaid: moneyToWire(isAsked(row.state) ? debtOf(debt) : zeroMoney),
    isOverdue: owed > zeroMoney && (row.state === 'overdue' || (row.dueOn !== null && row.dueOn < today)),
    files: papersOf(row),
    ...(instalments && { instalments }),
    ...(nextPart && { nextPart }),
  };
}

/** A fixed hour, so that the document does not change within a day. */
const MADE_AT_HOUR = 9;

/**
 * URL of the payment code on an act's bill: the sum owed now, editable by the payer, and a purpose that names the act,
 * so that the payment is not matched to energy (facts 4.2). The reference is the account alone: that of a bill names a
 * month. null: the sum is outside the payment limits, or the supplier's details don't fit a code.
 */
export function actQr(bill: {
  readonly recipient: string;
  readonly iban: string;
  readonly edrpou: string;
  readonly accountNumber: string;
  readonly owed: Kopiykas;
  readonly purpose: string;
  /** The day of the sum. */
  readonly today: LocalDate;
  readonly limits: PaymentLimits;
}): string | null {
  const madeAt = kyivInstant(bill.today, MADE_AT_HOUR, 0);
  return supplierQr({ ...bill, amount: bill.owed, reference: bill.accountNumber, madeAt });
}

/**
 * Payment details of an act outside the cabinet: purpose, and code of the sum owed; null: outside the payment limits.
 */
export function payAct(
  accountNumber: string,
  act: Pick<ViolationActData, 'actNumber' | 'drawnOn' | 'owed'>,
  supplier: { readonly name: string; readonly iban: string; readonly edrpou: string },
  { today, limits }: { readonly today: LocalDate; readonly limits: PaymentLimits },
): { readonly purpose: string; readonly qr: string | null } {
  const purpose = paymentPurpose(accountNumber, act.actNumber, act.drawnOn);
  const { name: recipient, iban, edrpou } = supplier;
  const owed = moneyFromWire(act.owed);
  return { purpose, qr: actQr({ recipient, iban, edrpou, accountNumber, owed, purpose, today, limits }) };
}
