import { formatMessage } from '#contract/messages/format-message.ts';
import { paymentProviders } from '#contract/payments/payments.ts';
import { tableOf } from '#domain/table-of.ts';
import { modeOfProvider, type PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';

/** Where a provider reports, below our address. */
export function callbackPath(provider: string): string {
  return `/api/payments/callback/${provider}`;
}

/** Providers as they call themselves. */
const names = tableOf<string>({
  liqpay: 'LiqPay',
  monobank: 'monobank',
  portmone: 'Portmone',
  easypay: 'EasyPay',
} satisfies Readonly<Record<(typeof paymentProviders)[number], string>>);

/** A provider's own name; of one that is not ours any more its code. */
export function providerName(provider: string): string {
  return names[provider] ?? provider;
}

/** Every provider with how it takes payments now; one that is off says so. */
export function payWays(gateways: PaymentGateways) {
  return paymentProviders.map((provider) => {
    const mode = modeOfProvider(gateways, provider);
    if (mode !== 'off') return { provider, mode, message: null };
    const message = formatMessage('payments.providerOff', { provider: providerName(provider) });
    return { provider, mode, message };
  });
}
