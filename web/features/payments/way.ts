import { paymentProviders } from '#contract/payments.ts';
import type { PaymentOptions, Provider } from './api.ts';

/** How one pays: at a provider, by a code in the app of a bank, or by a transfer of one's own. */
export type Way = Provider | 'qr' | 'transfer';

export const ways: readonly Way[] = [...paymentProviders, 'qr', 'transfer'];

export const isProvider = (way: Way): way is Provider => way !== 'qr' && way !== 'transfer';

/** The way that is chosen at first: the last one of this device while it is open, else the first provider that is. */
export function firstWay(last: string | undefined, providers: PaymentOptions['providers']): Way {
  const open = new Set(providers.filter(({ mode }) => mode !== 'off').map(({ provider }) => provider));
  const isOpen = (way: Way) => !isProvider(way) || open.has(way);
  return ways.find((way) => way === last && isOpen(way)) ?? ways.find(isOpen) ?? 'qr';
}
