import { formatMessage } from '#contract/messages/format-message.ts';
import { paymentProviders } from '#contract/payments/payments.ts';
import { modeOfProvider, type PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { providerName } from './provider-name.ts';

/** Every provider with how it takes payments now; one that is off says so. */
export function payWays(gateways: PaymentGateways) {
  return paymentProviders.map((provider) => {
    const mode = modeOfProvider(gateways, provider);
    if (mode !== 'off') return { provider, mode, message: null };
    const message = formatMessage('payments.providerOff', { provider: providerName(provider) });
    return { provider, mode, message };
  });
}
