import { PAYMENT_REFUND_ASK } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import type { refundPayment } from '#contract/admin-payments.ts';
import type { InputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { moneyFromWire } from '#domain/money.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, RequestContext } from '#portal/http/route.ts';
import { paymentOnTheWire } from './payment-on-the-wire.ts';
import { providerName } from './provider-name.ts';
import { tryRefund } from './try-refund.ts';

type Refunded = FieldsOf<typeof refundPayment>;

/**
 * Asks for the money of an order back: written down by the billing first, with who and why, then asked of the provider. Cut
 * off in between, or while the provider is away, the job asks again; nothing is booked before the money has gone.
 */
export async function refundOrder(
  { account, paymentId, reason }: InputOf<typeof refundPayment>,
  { billing: ask, reference }: RequestContext,
  { billing, gateways }: { readonly billing: BillingClient; readonly gateways: PaymentGateways },
): Promise<CallResult<Refunded>> {
  const asked = await ask(PAYMENT_REFUND_ASK, { accountNumber: account, paymentId, reason });
  if (!asked.ok) return relayRefusal(asked);
  const { payment } = asked.data;
  const { provider, orderId, providerReference, orderAmount } = payment;
  const name = providerName(provider);
  const shown = paymentOnTheWire(payment);
  const gateway = gateways.get(provider);
  if (gateway === undefined) {
    const message = formatMessage('payments.refundByHand', { provider: name });
    return succeed({ outcome: 'asked', payment: shown, message });
  }
  const order = { orderId, providerReference, amount: moneyFromWire(orderAmount) };
  const tried = await tryRefund(billing, gateway, order, reference);
  if (tried.kind === 'refused') {
    return fail('payments.refundRefused', { provider: name, reason: tried.reason });
  }
  if (tried.kind === 'refunded') {
    const payment = { ...shown, state: 'refunded' as const, message: null };
    return succeed({ outcome: 'refunded', payment, message: formatMessage('payments.refunded') });
  }
  const code = tried.kind === 'byHand' ? 'payments.refundByHand' : 'payments.refundAsked';
  return succeed({ outcome: 'asked', payment: shown, message: formatMessage(code, { provider: name }) });
}
