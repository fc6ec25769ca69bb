import {
  PAYMENT_CONFIRM,
  PAYMENT_FAIL,
  PAYMENT_REFUND_SETTLE,
  PAYMENT_RETURN,
} from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import { moneyToWire } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import {
  type KnownOrder,
  type PaymentGateway,
  type ProviderStatus,
  ProviderUnavailable,
  RefundNotOffered,
  RefundRefused,
} from '#portal/gateways/payments/payment-gateway.ts';

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
    const reported = await gateway.refund(order);
    const outcome = await applyReportedStatus(billing, gateway.provider, reported, reference, true);
    const isBack = outcome === 'refunded' || (reported.kind === 'returned' && outcome === 'already');
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

/** What a provider's word led to. */
export type StatusResult =
  | 'confirmed'
  | 'failed'
  | 'expired'
  | 'reversed'
  | 'refunded'
  | 'already'
  | 'mismatch'
  | 'stale'
  | 'ignored'
  | 'waiting'
  | 'unknownOrder';

/** A word could not be booked now, e.g. because the clock is wrong: the provider is to say it again, or is asked again. */
export class NotBooked extends Error {
  constructor(code: string) {
    super(`a word of a provider could not be booked: ${code}`);
  }
}

/**
 * Passes a proved word of a provider to the billing, whether it came as a callback or as an answer to a question. Words
 * may repeat and come in any order; what they lead to is decided there, under the lock of the order (facts 5).
 * @param isAnswer The provider was asked: what it says is how it stands now.
 */
export async function applyReportedStatus(
  billing: BillingClient,
  provider: string,
  reported: ProviderStatus,
  reference: string,
  isAnswer = false,
): Promise<StatusResult> {
  const { kind, orderId, providerReference, evidence, currency } = reported;
  if (kind === 'waiting') return 'waiting';
  const context = { reference, actor: `provider:${provider}` };
  const reportedAt = reported.reportedAt === null ? null : instantToIso(reported.reportedAt);
  const report = { provider, orderId, providerReference, reportedAt, isAnswer, evidence };
  const sum = { amount: moneyToWire(reported.amount), currency };
  const callOf = {
    paid: () => billing.call(PAYMENT_CONFIRM, { ...report, ...sum }, context),
    returned: () => billing.call(PAYMENT_RETURN, { ...report, ...sum }, context),
    refused: () => billing.call(PAYMENT_FAIL, { ...report, kind: 'refused' }, context),
    expired: () => billing.call(PAYMENT_FAIL, { ...report, kind: 'expired' }, context),
  };
  const result = await callOf[kind]();
  if (!result.ok && result.code !== 'common.notFound') throw new NotBooked(result.code);
  return result.ok ? result.data.outcome : 'unknownOrder';
}
