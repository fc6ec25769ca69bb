import { PAYMENT_LAND } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';

const atOnce = 500;

/**
 * Plays the bank register of the test bank: money that was confirmed `afterMs` ago lands and is matched. Answers how many
 * payments landed.
 */
export async function landSandboxPayments(
  billing: BillingClient,
  clock: Clock,
  afterMs: number,
): Promise<number> {
  const confirmedUntil = instantToIso((clock.now() - afterMs) as Instant);
  const result = await billing.call(
    PAYMENT_LAND,
    { provider: 'sandbox', confirmedUntil, limit: atOnce },
    { reference: newId(), actor: 'provider:sandbox' },
  );
  if (!result.ok) throw new Error(`PAYMENT_LAND refused: ${result.code}`);
  return result.data.landed;
}
