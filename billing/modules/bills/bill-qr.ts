import { type Kopiykas, zeroMoney } from '#domain/money.ts';
import { billReference } from '#domain/payments/bill-reference.ts';
import { buildNbuQr } from '#domain/payments/nbu-qr.ts';
import { toNbuText } from '#domain/payments/nbu-text.ts';
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
  if (bill.toPay <= zeroMoney) return null;
  const built = buildNbuQr({
    format: '003',
    encoding: 'windows-1251',
    transfer: 'XCT',
    recipient: toNbuText(bill.recipient),
    iban: bill.iban,
    amount: bill.toPay,
    recipientCode: bill.edrpou,
    category: 'SUPP/SUPP',
    reference: billReference(bill.accountNumber, bill.period),
    purpose: toNbuText(bill.purpose),
    editable: ['amount'],
  });
  return built.kind === 'built' ? built.url : null;
}
