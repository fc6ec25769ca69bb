import { sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { LEDGER_CLOCK } from '#billing/api/ledger.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { ClockBehind } from '#billing/billing-errors.ts';
import { handleModule } from '#billing/module-handler.ts';
import { isClockBehind } from '#domain/ledger/booking-clock.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';

/** The row of the newest booking is written no oftener. */
const noteEveryMs = 60_000;

/** When money was booked or a period closed last, to the minute. */
export async function findNewestBooking(db: BillingDatabase): Promise<Instant> {
  const { rows } = await typedSql({ newest: timestamptz() })`
    select newest_at as newest from billing.booking_clock`.execute(db);
  return (rows[0]?.newest ?? 0) as Instant;
}

/**
 * Before money is booked, in its transaction: notes that it is, unless that was noted a moment ago or another transaction does.
 * @throws ClockBehind when the clock is before the newest booking or closing.
 */
export async function noteBooking(db: BillingDatabase, now: Instant): Promise<void> {
  const newest = await findNewestBooking(db);
  if (isClockBehind(now, newest)) throw new ClockBehind(now, newest);
  if (now < newest + noteEveryMs) return;
  const at = sql`${instantToIso(now)}::timestamptz`;
  await sql`
    update billing.booking_clock set newest_at = ${at} where singleton in (
      select singleton from billing.booking_clock where newest_at < ${at} for update skip locked)`.execute(
    db,
  );
}

/** LEDGER_CLOCK: asked by the probe of readiness. */
export const handleLedgerClock = handleModule(LEDGER_CLOCK, ({ db, clock }) => async () => {
  const newest = await findNewestBooking(db);
  return answer({ isBehind: isClockBehind(clock.now(), newest), newestAt: instantToIso(newest) });
});

/**
 * The period that money which came now belongs to: the first open one from the Kyiv calendar month on, so that a bill that was
 * made is never changed (product.md §7). Holds the period open until the transaction ends.
 * @throws ClockBehind
 */
export async function postingPeriod(db: BillingDatabase, now: Instant): Promise<BillingPeriod> {
  await noteBooking(db, now);
  const calendar = periodOf(kyivDateOf(now));
  const { rows } = await typedSql({ period: text<BillingPeriod>(), state: text() })`
    select period, state from billing.period where period >= ${calendar} order by period for share`.execute(
    db,
  );
  const open = rows.find(({ state }) => state === 'open');
  const last = rows.at(-1);
  return open?.period ?? (last === undefined ? calendar : addMonths(last.period, 1));
}
