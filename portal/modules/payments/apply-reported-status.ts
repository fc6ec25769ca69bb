import { PAYMENT_CONFIRM, PAYMENT_FAIL, PAYMENT_RETURN } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import { moneyToWire } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { ProviderStatus } from '#portal/gateways/payments/payment-gateway.ts';

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
  word: ProviderStatus,
  reference: string,
  isAnswer = false,
): Promise<StatusResult> {
  const { kind, orderId, providerReference, evidence, currency } = word;
  if (kind === 'waiting') return 'waiting';
  const context = { reference, actor: `provider:${provider}` };
  const saidAt = word.saidAt === null ? null : instantToIso(word.saidAt);
  const said = { provider, orderId, providerReference, saidAt, isAnswer, evidence };
  const sum = { amount: moneyToWire(word.amount), currency };
  const hear = {
    paid: () => billing.call(PAYMENT_CONFIRM, { ...said, ...sum }, context),
    returned: () => billing.call(PAYMENT_RETURN, { ...said, ...sum }, context),
    refused: () => billing.call(PAYMENT_FAIL, { ...said, kind: 'refused' }, context),
    expired: () => billing.call(PAYMENT_FAIL, { ...said, kind: 'expired' }, context),
  };
  const result = await hear[kind]();
  if (!result.ok && result.code !== 'common.notFound') throw new NotBooked(result.code);
  return result.ok ? result.data.outcome : 'unknownOrder';
}
