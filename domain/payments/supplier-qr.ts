import { type Kopiykas, zeroMoney } from '../money.ts';
import { buildNbuQr } from './nbu-qr.ts';
import { toNbuText } from './nbu-text.ts';

/**
 * The address that a payment code of the supplier carries: format 003, the sum may be changed by the payer (facts 4.2).
 * null: there is nothing to pay, or the supplier's details don't make a code.
 */
export function supplierQr(payment: {
  readonly recipient: string;
  readonly iban: string;
  readonly edrpou: string;
  readonly amount: Kopiykas;
  readonly reference: string;
  readonly purpose: string;
}): string | null {
  if (payment.amount <= zeroMoney) return null;
  const built = buildNbuQr({
    format: '003',
    encoding: 'windows-1251',
    transfer: 'XCT',
    recipient: toNbuText(payment.recipient),
    iban: payment.iban,
    amount: payment.amount,
    recipientCode: payment.edrpou,
    category: 'SUPP/SUPP',
    reference: payment.reference,
    purpose: toNbuText(payment.purpose),
    editable: ['amount'],
  });
  return built.kind === 'built' ? built.url : null;
}
