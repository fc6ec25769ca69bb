import type { Kopiykas } from '#domain/money.ts';
import type { PaymentLimits } from '#domain/payments/payment-orders.ts';
import { billReference } from '#domain/payments/purpose-words.ts';
import { supplierQr } from '#domain/payments/supplier-qr.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** When the papers of a day are made, on a Kyiv clock. */
export const issueHour = 9;

/**
 * The address that the payment code of a bill carries: what is due now, format 003, the sum may be changed by the payer, good
 * until the end of the month after the day for which it is true (facts 4.2). null: what is due is outside the
 * limits of a payment, or the supplier's details don't make a code.
 */
export function billQr(bill: {
  readonly recipient: string;
  readonly iban: string;
  readonly edrpou: string;
  readonly accountNumber: string;
  readonly period: BillingPeriod;
  readonly due: Kopiykas;
  /** The day for which the sum is true. */
  readonly asOf: LocalDate;
  readonly purpose: string;
  readonly limits: PaymentLimits;
}): string | null {
  const reference = billReference(bill.accountNumber, bill.period);
  const madeAt = kyivInstant(bill.asOf, issueHour, 0);
  return supplierQr({ ...bill, amount: bill.due, reference, madeAt });
}
