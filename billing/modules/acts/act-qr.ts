import type { Kopiykas } from '#domain/money.ts';
import type { PaymentLimits } from '#domain/payments/payment-limits.ts';
import { supplierQr } from '#domain/payments/supplier-qr.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** The same hour for every paper of a day, so that the same paper is drawn all day. */
const MADE_AT_HOUR = 9;

/**
 * The address that the payment code of an act's bill carries: what is owed now, which the payer may change, and a purpose
 * that names the act, so that the money is never taken for energy (facts 4.2). The reference is the account alone: that of
 * a bill names a month. null: what is owed is outside the limits of a payment, or the supplier's details don't make a code.
 */
export function actQr(bill: {
  readonly recipient: string;
  readonly iban: string;
  readonly edrpou: string;
  readonly accountNumber: string;
  readonly owed: Kopiykas;
  readonly purpose: string;
  /** The day for which the sum is true. */
  readonly today: LocalDate;
  readonly limits: PaymentLimits;
}): string | null {
  const madeAt = kyivInstant(bill.today, MADE_AT_HOUR, 0);
  return supplierQr({ ...bill, amount: bill.owed, reference: bill.accountNumber, madeAt });
}
