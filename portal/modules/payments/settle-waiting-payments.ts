import { PAYMENT_EXPIRE, PAYMENT_LIST_WAITING } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import { moneyFromWire } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { hearProvider } from './hear-provider.ts';

/** A provider that kept silent so long is asked. */
const silentMs = 60_000;
/** A payment that nobody paid in this time is over (product.md §8). */
const expiryMs = 24 * 3_600_000;
const atOnce = 500;

function since(clock: Clock, ms: number): string {
  return instantToIso((clock.now() - ms) as Instant);
}

/**
 * Asks the providers about payments of which they said nothing, so that a lost callback loses no money; then ends those
 * that are older than a day. One provider that does not answer holds up none of the others.
 */
export async function settleWaitingPayments(services: {
  readonly billing: BillingClient;
  readonly gateways: PaymentGateways;
  readonly clock: Clock;
}): Promise<void> {
  const { billing, gateways, clock } = services;
  const reference = newId();
  const waiting = await billing.call(
    PAYMENT_LIST_WAITING,
    { startedUntil: since(clock, silentMs), limit: atOnce },
    { reference, actor: 'portal' },
  );
  if (!waiting.ok) throw new Error(`PAYMENT_LIST_WAITING refused: ${waiting.code}`);
  const asked = await Promise.allSettled(
    waiting.data.payments.map(async ({ provider, orderId, providerReference, amount }) => {
      const order = { orderId, providerReference, amount: moneyFromWire(amount) };
      const word = await gateways.get(provider)?.queryState(order);
      if (word !== undefined) await hearProvider(billing, provider, word, reference);
    }),
  );
  const failures = asked.filter((one) => one.status === 'rejected').map((one): unknown => one.reason);

  const expired = await billing.call(
    PAYMENT_EXPIRE,
    { startedUntil: since(clock, expiryMs), limit: atOnce },
    { reference, actor: 'portal' },
  );
  if (!expired.ok) throw new Error(`PAYMENT_EXPIRE refused: ${expired.code}`);
  if (failures.length > 0) throw new AggregateError(failures, 'providers did not answer');
}
