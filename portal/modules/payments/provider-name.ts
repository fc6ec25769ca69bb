import type { paymentProviders } from '#contract/payments/payments.ts';

/** Providers as they call themselves. */
const names: Readonly<Record<(typeof paymentProviders)[number], string>> = {
  liqpay: 'LiqPay',
  monobank: 'monobank',
  portmone: 'Portmone',
  easypay: 'EasyPay',
};

/** A provider's own name; of one that is not ours any more its code. */
export function providerName(provider: string): string {
  return Object.hasOwn(names, provider) ? names[provider as keyof typeof names] : provider;
}
