import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { noteBooking } from './booking-clock.ts';

/**
 * The period that money which came now belongs to: the first open one from the Kyiv calendar month on, so that a bill that was
 * made is never changed (product.md §7). Holds the period open until the transaction ends.
 * @throws ClockBehind
 */
export async function postingPeriod(db: BillingDatabase, now: Instant): Promise<BillingPeriod> {
  await noteBooking(db, now);
  const calendar = periodOf(kyivDateOf(now));
  const { rows } = await sql<{ period: BillingPeriod; state: string }>`
    select period, state from billing.period where period >= ${calendar} order by period for share`.execute(
    db,
  );
  const open = rows.find(({ state }) => state === 'open');
  const last = rows.at(-1);
  return open?.period ?? (last === undefined ? calendar : addMonths(last.period, 1));
}
