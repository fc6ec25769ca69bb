import { paymentProviders } from '#contract/payments/payments.ts';
import type { PaymentOptions, Provider } from './api.ts';

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
