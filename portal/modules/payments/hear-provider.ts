import { PAYMENT_CONFIRM, PAYMENT_FAIL } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import { moneyToWire } from '#domain/money.ts';
import type { ProviderWord } from '#portal/gateways/payments/payment-gateway.ts';

/** What a provider's word led to. */
export type Heard = 'confirmed' | 'failed' | 'already' | 'mismatch' | 'ignored' | 'waiting' | 'unknownOrder';

/**
 * Passes a proved word of a provider to the billing, whether it came as a callback or as an answer to a question. Words
 * may repeat and come in any order; what they lead to is decided there, under the lock of the payment (facts 5).
 */
export async function hearProvider(
  billing: BillingClient,
  provider: string,
  word: ProviderWord,
  reference: string,
): Promise<Heard> {
  if (word.kind === 'waiting') return 'waiting';
  if (word.kind === 'returned') return 'ignored';
  const context = { reference, actor: `provider:${provider}` };
  const { orderId, providerReference, evidence } = word;
  const result =
    word.kind === 'paid'
      ? await billing.call(
          PAYMENT_CONFIRM,
          {
            provider,
            orderId,
            amount: moneyToWire(word.amount),
            currency: word.currency,
            providerReference,
            evidence,
          },
          context,
        )
      : await billing.call(PAYMENT_FAIL, { provider, orderId, providerReference, evidence }, context);
  return result.ok ? result.data.outcome : 'unknownOrder';
}
