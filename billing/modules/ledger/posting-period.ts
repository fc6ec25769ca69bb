import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';

/**
 * The period that money which came now belongs to: the Kyiv calendar month, or the next one when that month is closing or
 * closed already, so that a bill that was made is never changed (product.md §7). Holds the period open until the
 * transaction ends.
 */
export async function postingPeriod(db: BillingDatabase, now: Instant): Promise<BillingPeriod> {
  const calendar = periodOf(kyivDateOf(now));
  const result = await sql<{ state: string }>`
    select state from billing.period where period = ${calendar} for share`.execute(db);
  const state = result.rows[0]?.state ?? 'open';
  return state === 'open' ? calendar : addMonths(calendar, 1);
}
