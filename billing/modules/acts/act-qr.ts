import type { Kopiykas } from '#domain/money.ts';
import { supplierQr } from '#domain/payments/supplier-qr.ts';

/**
 * The address that the payment code of an act's bill carries: what is owed now, which the payer may change, and a purpose
 * that names the act, so that the money is never taken for energy (facts 4.2). The reference is the account alone: that of
 * a bill names a month. null: nothing is owed, or the supplier's details don't make a code.
 */
export function actQr(bill: {
  readonly recipient: string;
  readonly iban: string;
  readonly edrpou: string;
  readonly accountNumber: string;
  readonly owed: Kopiykas;
  readonly purpose: string;
}): string | null {
  return supplierQr({ ...bill, amount: bill.owed, reference: bill.accountNumber });
}
