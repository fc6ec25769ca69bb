import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { PeriodState } from '#domain/readings/submission-window.ts';
import { addMonths, type BillingPeriod, comparePeriods } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';

export interface PeriodRow {
  readonly period: BillingPeriod;
  readonly state: PeriodState;
  /** Accounts up to here, in the order of their numbers, are done. */
  readonly closedThrough: string | null;
  /** Epoch milliseconds; the bills of a closing are issued on this day, also when it was cut off and went on later. */
  readonly startedAt: number | null;
}

/** A period; undefined: nothing has made it yet. */
export async function findPeriod(db: BillingDatabase, period: BillingPeriod): Promise<PeriodRow | undefined> {
  const { rows } = await typedSql<PeriodRow>({
    period: text(),
    state: text(),
    closedThrough: nullable(text()),
    startedAt: nullable(timestamptz()),
  })`
    select period, state, closed_through as "closedThrough", started_at as "startedAt"
    from billing.period where period = ${period}`.execute(db);
  return rows[0];
}

/** The earliest period before this one that is not closed. */
export async function findOpenPeriodBefore(
  db: BillingDatabase,
  period: BillingPeriod,
): Promise<BillingPeriod | undefined> {
  const { rows } = await typedSql({ period: nullable(text<BillingPeriod>()) })`
    select min(period) as period from billing.period where period < ${period} and state <> 'closed'`.execute(
    db,
  );
  return rows[0]?.period ?? undefined;
}

/**
 * Makes the periods up to this one open, after the last one there is; `from` begins the row of an empty table (absent:
 * only `upTo` itself is made). Periods that exist stay as they are. Called at the start of a server and by an import.
 */
export async function openPeriodsUpTo(
  db: BillingDatabase,
  upTo: BillingPeriod,
  from?: BillingPeriod,
): Promise<void> {
  const { rows } = await typedSql({ last: nullable(text<BillingPeriod>()) })`
    select max(period) as last from billing.period`.execute(db);
  const last = rows[0]?.last ?? null;
  const missing: BillingPeriod[] = [];
  let next = last === null ? (from ?? upTo) : addMonths(last, 1);
  for (; comparePeriods(next, upTo) <= 0; next = addMonths(next, 1)) missing.push(next);
  if (missing.length === 0) return;
  await sql`
    insert into billing.period (period, state) select p, 'open' from unnest(${missing}::text[]) as p
    on conflict (period) do nothing`.execute(db);
}

/**
 * Opens the months of a history, each with the moment at which it will have been closed, and the current one without; those that
 * are there stay.
 */
export async function openHistory(
  db: BillingDatabase,
  past: readonly { readonly period: BillingPeriod; readonly closedAsOf: Instant }[],
  current: BillingPeriod,
): Promise<void> {
  const rows = [
    ...past.map(({ period, closedAsOf }) => ({ period, as_of: instantToIso(closedAsOf) })),
    { period: current, as_of: null },
  ];
  await sql`
    insert into billing.period (period, state, started_at)
    select period, 'open', as_of
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (period text, as_of timestamptz)
    on conflict (period) do nothing`.execute(db);
}

/** Whether a month takes no more changes: it is closed or being closed. Until the transaction ends its closing waits. */
export async function isPeriodClosed(db: BillingDatabase, period: BillingPeriod): Promise<boolean> {
  const { rows } = await typedSql({ state: text<PeriodState>() })`
    select state from billing.period where period = ${period} for share`.execute(db);
  return rows[0] !== undefined && rows[0].state !== 'open';
}

/**
 * The first month of the books that is open, whatever the calendar says; `calendar` when there is none yet. Until the transaction
 * ends the closings of those that are not closed wait.
 */
export async function firstOpenPeriod(db: BillingDatabase, calendar: BillingPeriod): Promise<BillingPeriod> {
  const { rows } = await typedSql({ period: text<BillingPeriod>(), state: text<PeriodState>() })`
    select period, state from billing.period where state <> 'closed' order by period for share`.execute(db);
  const closing = rows.findLast(({ state }) => state === 'closing');
  const open = rows.find(({ state }) => state === 'open');
  return open?.period ?? (closing === undefined ? calendar : addMonths(closing.period, 1));
}

/**
 * Moves a period from open to closing. From then on readings and payments belong to the next one: their transactions hold
 * the row in share, so this waits for those under way. A closing that was cut off keeps its start.
 */
export async function startClosing(
  db: BillingDatabase,
  period: BillingPeriod,
  startedAt: string,
): Promise<void> {
  await sql`
    update billing.period set state = 'closing', started_at = ${startedAt}::timestamptz
    where period = ${period} and state = 'open'`.execute(db);
}

/** Closes a period all of whose accounts are done, and opens the next. */
export async function finishClosing(
  db: BillingDatabase,
  period: BillingPeriod,
  closedAt: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      update billing.period set state = 'closed', closed_at = ${closedAt}::timestamptz
      where period = ${period} and state = 'closing'`.execute(trx);
    // The command may have closed what an administrator began.
    await sql`
      update billing.closing_run set state = 'done', ended_at = ${closedAt}::timestamptz, code = null, subject = null
      where period = ${period} and kind = 'closing' and state in ('paused', 'refused', 'failed')`.execute(
      trx,
    );
    await openPeriodsUpTo(trx, addMonths(period, 1));
  });
}
