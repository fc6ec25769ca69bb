import { PAYMENT_LAND } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/uuid.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';

const atOnce = 500;

/**
 * Plays the bank statements of those providers through which no real money moves: what was confirmed `afterMs` ago lands and
 * is matched. Returns how many payments landed.
 */
export async function landSandboxPayments(
  services: { readonly billing: BillingClient; readonly clock: Clock; readonly gateways: PaymentGateways },
  afterMs: number,
): Promise<number> {
  const { billing, clock, gateways } = services;
  const confirmedUntil = instantToIso((clock.now() - afterMs) as Instant);
  const played = [...gateways.values()].filter(({ isSandbox }) => isSandbox);
  const landed = await Promise.all(
    played.map(async ({ provider }) => {
      const result = await billing.call(
        PAYMENT_LAND,
        { provider, confirmedUntil, limit: atOnce },
        { reference: newId(), actor: `provider:${provider}` },
      );
      if (!result.ok) throw new Error(`PAYMENT_LAND refused: ${result.code}`);
      return result.data.landed;
    }),
  );
  return landed.reduce((sum, count) => sum + count, 0);
}
