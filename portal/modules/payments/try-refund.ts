import { PAYMENT_REFUND_SETTLE } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import {
  type KnownOrder,
  type PaymentGateway,
  ProviderUnavailable,
  RefundNotOffered,
  RefundRefused,
} from '#portal/gateways/payments/payment-gateway.ts';
import { applyReportedStatus } from './apply-reported-status.ts';

/**
 * What came of asking a provider for the money back. 'asked': it will say later, or it could not be reached, and is asked
 * again; 'byHand': it takes no refunds by a call; 'refused': it has said no, and nothing is asked any more.
 */
export type RefundTry =
  | { readonly kind: 'refunded' | 'asked' | 'byHand' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Asks a provider to give the money of an order back, and hears what it says of it. Only for the holder of the claim of the
 * refund, inside `holdRefund`.
 */
export async function tryRefund(
  billing: BillingClient,
  gateway: PaymentGateway,
  order: KnownOrder,
  reference: string,
): Promise<RefundTry> {
  try {
    const word = await gateway.refund(order);
    const heard = await applyReportedStatus(billing, gateway.provider, word, reference, true);
    const isBack = heard === 'refunded' || (word.kind === 'returned' && heard === 'already');
    return { kind: isBack ? 'refunded' : 'asked' };
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { kind: 'asked' };
    if (error instanceof RefundNotOffered) return { kind: 'byHand' };
    if (!(error instanceof RefundRefused)) throw error;
    return { kind: 'refused', reason: error.reason };
  }
}

/**
 * Does what the holder of a claim may, and tells the billing what came of it, which ends the claim. A process that is killed
 * in between leaves a claim that ends by itself; the job then asks the provider where the order stands.
 */
export async function holdRefund(
  billing: BillingClient,
  held: { readonly provider: string; readonly orderId: string; readonly claim: string },
  reference: string,
  ask: () => Promise<RefundTry>,
): Promise<RefundTry> {
  let tried: RefundTry = { kind: 'asked' };
  try {
    tried = await ask();
    return tried;
  } finally {
    const refusal = tried.kind === 'refused' ? tried.reason : null;
    const context = { reference, actor: `provider:${held.provider}` };
    await billing.call(PAYMENT_REFUND_SETTLE, { ...held, outcome: tried.kind, refusal }, context);
  }
}
