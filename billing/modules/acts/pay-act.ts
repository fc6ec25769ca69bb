import type { AccountAct } from '#billing/api/acts.ts';
import { moneyFromWire } from '#domain/money.ts';
import type { PaymentLimits } from '#domain/payments/payment-limits.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { actQr } from './act-qr.ts';
import { paymentPurpose } from './document/text.ts';

/** By what an act is paid past the cabinet: the purpose to copy, and the code of what is owed; null: outside the limits of a payment. */
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
