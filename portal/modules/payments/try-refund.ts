import { PAYMENT_REFUND_DROP } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import {
  type KnownOrder,
  type PaymentGateway,
  ProviderUnavailable,
  RefundNotOffered,
  RefundRefused,
} from '#portal/gateways/payments/payment-gateway.ts';
import { hearProvider } from './hear-provider.ts';

/**
 * What came of asking a provider for the money back. 'asked': it will say later, or it could not be reached, and is asked
 * again; 'byHand': it takes no refunds by a call; 'refused': it has said no, and nothing is asked any more.
 */
export type RefundTry =
  | { readonly kind: 'refunded' | 'asked' | 'byHand' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Asks a provider to give the money of an order back, and hears what it says of it. The billing must know of the refund. */
export async function tryRefund(
  billing: BillingClient,
  gateway: PaymentGateway,
  order: KnownOrder,
  reference: string,
): Promise<RefundTry> {
  const { provider } = gateway;
  try {
    const word = await gateway.refund(order);
    const heard = await hearProvider(billing, provider, word, reference, true);
    const isBack = heard === 'refunded' || (word.kind === 'returned' && heard === 'already');
    return { kind: isBack ? 'refunded' : 'asked' };
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { kind: 'asked' };
    if (error instanceof RefundNotOffered) return { kind: 'byHand' };
    if (!(error instanceof RefundRefused)) throw error;
    const { reason } = error;
    const { orderId } = order;
    const evidence = { refundRefused: reason };
    const context = { reference, actor: `provider:${provider}` };
    await billing.call(PAYMENT_REFUND_DROP, { provider, orderId, evidence }, context);
    return { kind: 'refused', reason };
  }
}
