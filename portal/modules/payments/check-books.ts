import { LEDGER_CHECK } from '#billing/api/ledger.ts';
import { PAYMENT_LAND } from '#billing/api/payments.ts';
import type { BillingClient } from '#billing/client.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobContext } from '#platform/jobs/task.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';

const accountsAtOnce = 1000;
/** Of one message; the operators have all of them. */
const named = 5;

/**
 * Has the books checked, piece by piece, until today's check is finished or the server stops: what is left is taken up
 * later. Throws when something was found, with the first of it; operators are notified of everything by the billing.
 */
export async function checkBooks(billing: BillingClient, { reference, signal }: JobContext): Promise<void> {
  const found: string[] = [];
  while (!signal.aborted) {
    const result = await billing.call(
      LEDGER_CHECK,
      { accounts: accountsAtOnce },
      { reference, actor: 'portal' },
    );
    if (!result.ok) throw new Error(`LEDGER_CHECK refused: ${result.code}`);
    const { isFinished, problems } = result.data;
    found.push(...problems.map(({ rule, accountNumber, subject }) => `${rule} ${accountNumber} ${subject}`));
    if (isFinished) break;
  }
  if (found.length > 0) {
    const first = found.slice(0, named).join('; ');
    throw new Error(`the books do not agree in ${found.length} places: ${first}`);
  }
}

const atOnce = 500;

/**
 * Plays the bank statements of those providers through which no real money moves: what was confirmed `afterMs` ago lands and
 * is matched. Returns how many payments landed.
 */
export async function landSandboxPayments(
  services: {
    readonly billing: BillingClient;
    readonly clock: Clock;
    readonly gateways: PaymentGateways;
    readonly reference: string;
  },
  afterMs: number,
): Promise<number> {
  const { billing, clock, gateways, reference } = services;
  const confirmedUntil = instantToIso((clock.now() - afterMs) as Instant);
  const sandboxes = [...gateways.values()].filter(({ isSandbox }) => isSandbox);
  const landed = await Promise.all(
    sandboxes.map(async ({ provider }) => {
      const result = await billing.call(
        PAYMENT_LAND,
        { provider, confirmedUntil, limit: atOnce },
        { reference, actor: `provider:${provider}` },
      );
      if (!result.ok) throw new Error(`PAYMENT_LAND refused: ${result.code}`);
      return result.data.landed;
    }),
  );
  return landed.reduce((sum, count) => sum + count, 0);
}
