import type { Kopiykas } from '#domain/money.ts';
import type { PaymentLimits } from '#domain/payments/payment-limits.ts';
import { supplierQr } from '#domain/payments/supplier-qr.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

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
