import type { Kopiykas } from '#domain/money.ts';
import { billReference } from '#domain/payments/bill-reference.ts';
import { supplierQr } from '#domain/payments/supplier-qr.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';

/**
 * The address that the payment code of a bill carries: format 003, the sum may be changed by the payer, good for as long as
 * the debt (facts 4.2). null: there is nothing to pay, or the supplier's details don't make a code.
 */
export function billQr(bill: {
  readonly recipient: string;
  readonly iban: string;
  readonly edrpou: string;
  readonly accountNumber: string;
  readonly period: BillingPeriod;
  readonly toPay: Kopiykas;
  readonly purpose: string;
}): string | null {
  const reference = billReference(bill.accountNumber, bill.period);
  return supplierQr({ ...bill, amount: bill.toPay, reference });
}
