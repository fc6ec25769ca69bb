import { sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { LEDGER_CLOCK } from '#billing/api/ledger.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { ClockBehind, ClockDiffers } from '#billing/billing-errors.ts';
import { handleModule } from '#billing/module-handler.ts';
import { insertAudit } from '#billing/modules/events/public.ts';
import { clockDifferenceMs, isClockBehind, isClockOff } from '#domain/ledger/booking-clock.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { machineClock } from '#platform/clock.ts';
import { text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';

/** The row of the newest booking is written no oftener. */
const noteEveryMs = 60_000;

/** What the clocks of bookings say. */
interface BookingClock {
  /** When money was booked or a period closed last, to the minute. */
  readonly newest: Instant;
  /** By how many seconds the clock of this machine is ahead of the database's, negative: behind; absent: by no more than it may. */
  readonly differsBySeconds?: number;
}

/**
 * Reads the clocks of bookings. The machine's own clock is compared with the database's, also where the product goes by a clock
 * that a test or the sample sets.
 */
export async function readBookingClock(db: BillingDatabase): Promise<BookingClock> {
  const before = machineClock.now();
  const { rows } = await typedSql({ newest: timestamptz(), database: timestamptz() })`
    select newest_at as newest, clock_timestamp() as database from billing.booking_clock`.execute(db);
  const after = machineClock.now();
  const [row] = rows;
  if (row === undefined) throw new Error('billing.booking_clock has no row');
  const differenceMs = clockDifferenceMs({ before, after }, row.database as Instant);
  return {
    newest: row.newest as Instant,
    ...(isClockOff(differenceMs) && { differsBySeconds: Math.round(differenceMs / 1000) }),
  };
}

/**
 * Before money is booked, in its transaction: notes that it is, unless that was noted a moment ago or another transaction does.
 * @throws ClockBehind when the clock is before the newest booking or closing.
 * @throws ClockDiffers when the clock of this machine is not that of the database.
 */
export async function noteBooking(db: BillingDatabase, now: Instant): Promise<void> {
  const { newest, differsBySeconds } = await readBookingClock(db);
  if (differsBySeconds !== undefined) throw new ClockDiffers(differsBySeconds);
  if (isClockBehind(now, newest)) throw new ClockBehind(now, newest);
  if (now < newest + noteEveryMs) return;
  const at = sql`${instantToIso(now)}::timestamptz`;
  await sql`
    update billing.booking_clock set newest_at = ${at} where singleton in (
      select singleton from billing.booking_clock where newest_at < ${at} for update skip locked)`.execute(
    db,
  );
}

/**
 * Sets the moment of the newest booking to the database's now, on the word of who works at the terminal that the clock is right:
 * after a clock that was ahead nothing would be booked until that moment. Returns the moment before; undefined: it was not ahead,
 * and stays.
 * @throws ClockDiffers when the clock of this machine is not that of the database.
 */
export async function setBookingClock(db: BillingDatabase): Promise<Instant | undefined> {
  return db.transaction().execute(async (transaction) => {
    await sql`select from billing.booking_clock for update`.execute(transaction);
    const { newest, differsBySeconds } = await readBookingClock(transaction);
    if (differsBySeconds !== undefined) throw new ClockDiffers(differsBySeconds);
    const { rows } = await typedSql({ now: timestamptz() })`
      update billing.booking_clock set newest_at = clock_timestamp() where newest_at > clock_timestamp()
      returning newest_at as now`.execute(transaction);
    const [set] = rows;
    if (set === undefined) return undefined;
    const now = set.now as Instant;
    const payload = { newestAt: instantToIso(now) };
    await insertAudit(
      transaction,
      { actor: 'terminal', reference: newId() },
      [{ accountNumber: '', kind: 'ledger.clockSet', before: { newestAt: instantToIso(newest) }, payload }],
      now,
    );
    return newest;
  });
}

/** LEDGER_CLOCK: asked by the probe of readiness. */
export const handleLedgerClock = handleModule(LEDGER_CLOCK, ({ db, clock }) => async () => {
  const { newest, differsBySeconds } = await readBookingClock(db);
  return answer({
    isBehind: isClockBehind(clock.now(), newest),
    newestAt: instantToIso(newest),
    ...(differsBySeconds !== undefined && { differsBySeconds }),
  });
});

/**
 * The period that money which came now belongs to: the first open one from the Kyiv calendar month on, so that a bill that was
 * made is never changed (product.md §7). Holds the period open until the transaction ends.
 * @throws WrongClock
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
