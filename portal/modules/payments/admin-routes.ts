import { PAYMENT_FIND, PAYMENT_REFUND_ASK, type PaymentData } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import type { InputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { findPayments, refundPayment } from '#contract/payments/admin-payments.ts';
import { moneyFromWire } from '#domain/money.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { type CallResult, fail, relay, relayRefusal, succeed } from '#portal/http/call-result.ts';
import {
  type FieldsOf,
  type PortalServices,
  type RequestContext,
  type Route,
  route,
} from '#portal/http/route.ts';
import { holdRefund, type RefundTry, tryRefund } from './apply-reported-status.ts';
import { providerName } from './pay-ways.ts';
import { toPaymentDto } from './payment-dto.ts';

type Refunded = FieldsOf<typeof refundPayment>;

/**
 * Asks for the money of an order back: written down by the billing first, with who and why, then asked of the provider by the
 * one who has the claim; whoever asks beside it or again learns what is known. Cut off in between, or while the provider is
 * away, the job asks again; nothing is booked before the money has gone.
 */
async function refundOrder(
  { account, paymentId, reason, requestId }: InputOf<typeof refundPayment>,
  { billing: ask, reference }: RequestContext,
  { billing, gateways }: { readonly billing: BillingClient; readonly gateways: PaymentGateways },
): Promise<CallResult<Refunded>> {
  const request = { accountNumber: account, paymentId, reason, requestId };
  const asked = await ask(PAYMENT_REFUND_ASK, request);
  if (!asked.ok) return relayRefusal(asked);
  const { payment, claim, outcome, refusal } = asked.data;
  if (claim === null)
    return toRefundResult(
      payment,
      outcome === 'refused' ? { kind: outcome, reason: refusal ?? '' } : { kind: outcome ?? 'asked' },
    );
  const { provider, orderId, providerReference, orderSum } = payment;
  const gateway = gateways.get(provider);
  const order = { orderId, providerReference, amount: moneyFromWire(orderSum) };
  const tried = await holdRefund(billing, { provider, orderId, claim }, reference, async () =>
    gateway === undefined ? { kind: 'byHand' } : tryRefund(billing, gateway, order, reference),
  );
  return toRefundResult(payment, tried);
}

/** What came of it, in words. */
function toRefundResult(payment: PaymentData, tried: RefundTry): CallResult<Refunded> {
  const name = providerName(payment.provider);
  const shown = toPaymentDto(payment);
  if (tried.kind === 'refused') {
    return fail('payments.refundRefused', { provider: name, reason: tried.reason });
  }
  if (tried.kind === 'refunded') {
    const refunded = { ...shown, state: 'refunded' as const, message: null };
    return succeed({ outcome: 'refunded', payment: refunded, message: formatMessage('payments.refunded') });
  }
  const code = tried.kind === 'byHand' ? 'payments.refundByHand' : 'payments.refundAsked';
  return succeed({ outcome: 'asked', payment: shown, message: formatMessage(code, { provider: name }) });
}

/** Payments for operators: found by account, order or the provider's number; given back (product.md §8). */
export function adminPaymentRoutes({ billing }: PortalServices, gateways: PaymentGateways): Route[] {
  return [
    route(findPayments, async ({ query }, context) =>
      relay(await context.billing(PAYMENT_FIND, { query }), ({ payments }) => ({
        payments: payments.map(({ payment, ...rest }) => ({
          payment: toPaymentDto(payment),
          providerReference: payment.providerReference,
          ...rest,
        })),
      })),
    ),

    route(refundPayment, (input, context) => refundOrder(input, context, { billing, gateways })),
  ];
}
