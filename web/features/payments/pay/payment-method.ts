import { formatText } from '#contract/messages/format-text.ts';
import { paymentProviders } from '#contract/payments/payments.ts';
import { showSum } from '#web/lib/format.ts';
import type { Row } from '../amount.ts';
import type { PaymentOptions, Provider } from '../api.ts';
import type { PayPurpose } from '../pay-purpose.ts';
import { text } from '../text.ts';
import { isSome, type Payable } from './payable.ts';

/** A payment method: a provider, a QR code in a banking app, or a transfer. */
export type PaymentMethod = Provider | 'qr' | 'transfer';

export const paymentMethods: readonly PaymentMethod[] = [...paymentProviders, 'qr', 'transfer'];

export const isProvider = (method: PaymentMethod): method is Provider =>
  method !== 'qr' && method !== 'transfer';

/** The initial method: the last one used on this device while it is available, else the first open provider. */
export function initialMethod(
  last: string | undefined,
  providers: PaymentOptions['providers'],
): PaymentMethod {
  const open = new Set(providers.filter(({ mode }) => mode !== 'off').map(({ provider }) => provider));
  const isOpen = (method: PaymentMethod) => !isProvider(method) || open.has(method);
  return (
    paymentMethods.find((method) => method === last && isOpen(method)) ?? paymentMethods.find(isOpen) ?? 'qr'
  );
}

/** The name of a payable: energy or an act. */
export function whatOf({ actNumber }: Pick<Payable, 'actNumber'>): string {
  return actNumber === undefined ? text.energy : formatText(text.act, { number: actNumber });
}

/** The name with the account. */
export function fullNameOf(payable: Pick<Payable, 'account' | 'actNumber'>): string {
  return formatText(text.ofAccount, { what: whatOf(payable), account: payable.account });
}

/** The hint of the only sum field. */
export function hintOf({ actNumber, due }: Row, purpose: PayPurpose): string {
  if (purpose.kind === 'again') return text.sumHintAgain;
  if (actNumber !== undefined) return formatText(text.actHint, { sum: showSum(due) });
  return isSome(due) ? formatText(text.sumHint, { sum: showSum(due) }) : text.sumHintFree;
}
