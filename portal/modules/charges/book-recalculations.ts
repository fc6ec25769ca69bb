import { RECALCULATION_BOOK } from '#billing/api/charges.ts';
import type { ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import type { BillingClient } from '#billing/client.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobContext } from '#platform/jobs/task.ts';

/** A reading that was just given may be corrected; what stands for a day is recalculated from, long before the 5 days are over. */
const restMs = 24 * 3_600_000;
const accountsAtOnce = 500;

/**
 * Has the billing book the recalculations of everybody who was read after months by average, page by page until all accounts
 * were looked at. Safe to stop and to repeat at any point, and on several nodes at once.
 */
export async function bookRecalculations(
  { billing, clock }: { readonly billing: BillingClient; readonly clock: Clock },
  { reference, signal }: JobContext,
): Promise<number> {
  const readUntil = instantToIso((clock.now() - restMs) as Instant);
  const context = { reference, actor: 'portal' };
  let booked = 0;
  let after: string | null = '';
  while (after !== null && !signal.aborted) {
    const result: ModuleResult<ModuleOutput<typeof RECALCULATION_BOOK>> = await billing.call(
      RECALCULATION_BOOK,
      { after, readUntil, limit: accountsAtOnce },
      context,
    );
    if (!result.ok) throw new Error(`RECALCULATION_BOOK refused: ${result.code}`);
    booked += result.data.booked;
    after = result.data.through;
  }
  return booked;
}
