import type { AccountAct } from '#billing/api/violation-acts.ts';
import { moneyFromWire } from '#domain/money.ts';
import type { PaymentLimits } from '#domain/payments/payment-limits.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { actQr } from './act-qr.ts';
import { paymentPurpose } from './document/text.ts';

/**
 * Payment details of an act outside the cabinet: purpose, and code of the sum owed; null: outside the payment limits.
 */
export function payAct(
  accountNumber: string,
  act: Pick<AccountAct, 'actNumber' | 'drawnOn' | 'owed'>,
  supplier: { readonly name: string; readonly iban: string; readonly edrpou: string },
  { today, limits }: { readonly today: LocalDate; readonly limits: PaymentLimits },
): { readonly purpose: string; readonly qr: string | null } {
  const purpose = paymentPurpose(accountNumber, act.actNumber, act.drawnOn);
  const { name: recipient, iban, edrpou } = supplier;
  const owed = moneyFromWire(act.owed);
  return { purpose, qr: actQr({ recipient, iban, edrpou, accountNumber, owed, purpose, today, limits }) };
}
