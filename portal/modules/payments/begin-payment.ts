import { PAYMENT_SENT, PAYMENT_START } from '#billing/api/payments.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { startPayment } from '#contract/payments.ts';
import { moneyFromWire, moneyToWire, parseMoney } from '#domain/money.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { ProviderUnavailable } from '#portal/gateways/payments/payment-gateway.ts';
import { type CallResult, fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, RequestContext } from '#portal/http/route.ts';
import { callbackPath } from './callback-path.ts';
import { orderDescription } from './order-description.template.ts';
import { type PaymentRecord, paymentOnTheWire } from './payment-on-the-wire.ts';

type Begun = FieldsOf<typeof startPayment>;

function begun(payment: PaymentRecord, payUrl: string): Begun {
  const shown = paymentOnTheWire(payment);
  return { payment: shown, parts: [shown], orderSum: shown.orderSum, payUrl, payFields: null };
}

/**
 * Begins a payment: written down by the billing first, then told to the provider, then the page to pay it on is written
 * down too. Cut off in between, the same request id goes on where it stopped and begins nothing twice.
 */
export async function beginPayment(
  input: InputOf<typeof startPayment>,
  { billing, session }: RequestContext,
  { gateways, publicUrl }: { readonly gateways: PaymentGateways; readonly publicUrl: string },
): Promise<CallResult<Begun>> {
  const gateway = gateways.get(input.provider);
  if (gateway === undefined) return fail('payments.providerOff', { provider: input.provider });

  const started = await billing(PAYMENT_START, {
    accountNumber: input.account,
    provider: gateway.provider,
    purpose: input.purpose,
    actNumber: input.actNumber ?? null,
    amount: moneyToWire(parseMoney(input.sum) ?? moneyFromWire('0.00')),
    requestId: input.requestId.toLowerCase(),
  });
  if (!started.ok) return relayRefusal(started);
  const { payment } = started.data;
  if (payment.payUrl !== null) {
    return succeed(begun(payment, payment.payUrl));
  }

  const { accountNumber, paymentId, orderId } = payment;
  const cabinet = session.type === 'entity' ? 'entity' : 'person';
  const returnPath = `/cabinet/${cabinet}/payments/${paymentId}?account=${encodeURIComponent(accountNumber)}`;
  try {
    const page = await gateway.createPayment({
      orderId,
      amount: moneyFromWire(payment.amount),
      description: orderDescription(payment),
      accountNumber,
      paymentId,
      returnUrl: publicUrl + returnPath,
      callbackUrl: publicUrl + callbackPath(gateway.provider),
    });
    const sent = await billing(PAYMENT_SENT, { accountNumber, paymentId, ...page });
    if (!sent.ok) return relayRefusal(sent);
    const payUrl = sent.data.payment.payUrl ?? page.payUrl;
    return succeed(begun(sent.data.payment, payUrl));
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      return fail('payments.providerOff', { provider: input.provider });
    }
    throw error;
  }
}
