import { formatMessage } from '#contract/messages/format-message.ts';
import { paymentProviders } from '#contract/payments.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { providerName } from './provider-name.ts';

/** Every provider with how it takes payments now; one that is off says so. */
export function payWays(gateways: PaymentGateways) {
  return paymentProviders.map((provider) => {
    const gateway = gateways.get(provider);
    if (gateway !== undefined) {
      return { provider, mode: gateway.isSandbox ? ('sandbox' as const) : ('real' as const), message: null };
    }
    const message = formatMessage('payments.providerOff', { provider: providerName(provider) });
    return { provider, mode: 'off' as const, message };
  });
}
