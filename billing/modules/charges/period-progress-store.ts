import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { PeriodState } from '#domain/readings/submission-window.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { CLOSING_LOCK } from './closing-lock.ts';

/** A period with what its chunks noted; moments are epoch milliseconds. */
export interface PeriodProgressRow {
  readonly period: BillingPeriod;
  readonly state: PeriodState;
  /** Some process holds the lock of closings. */
  readonly isLocked: boolean;
  readonly done: number | null;
  readonly total: number | null;
  /** Done when the run began. */
  readonly doneBefore: number | null;
  readonly startedAt: number | null;
  readonly closedAt: number | null;
  readonly runStartedAt: number | null;
  /** When the run wrote its last chunk. */
  readonly movedAt: number | null;
}

/** The latest periods, the newest first: a handful of rows, whatever the number of accounts. */
export async function listClosingStates(
  db: BillingDatabase,
  limit: number,
): Promise<readonly PeriodProgressRow[]> {
  const { rows } = await typedSql<PeriodProgressRow>({
    period: text(),
    state: text(),
    isLocked: bool(),
    done: nullable(int4()),
    total: nullable(int4()),
    doneBefore: nullable(int4()),
    startedAt: nullable(timestamptz()),
    closedAt: nullable(timestamptz()),
    runStartedAt: nullable(timestamptz()),
    movedAt: nullable(timestamptz()),
  })`
    select period, state, accounts_done as done, accounts_total as total, run_done_before as "doneBefore",
      case when state <> 'open' then started_at end as "startedAt", closed_at as "closedAt",
      run_started_at as "runStartedAt", progress_at as "movedAt",
      exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and classid = 0 and objid = ${CLOSING_LOCK}) as "isLocked"
    from billing.period order by period desc limit ${limit}`.execute(db);
  return rows;
}

/** Notes that a run begins: how many accounts there are, and how many of them are done already. */
export async function noteRun(
  db: BillingDatabase,
  period: BillingPeriod,
  accounts: { readonly done: number; readonly total: number },
  startedAt: Instant,
): Promise<void> {
  await sql`
    update billing.period set accounts_total = ${accounts.total}, accounts_done = ${accounts.done},
      run_done_before = ${accounts.done}, run_started_at = ${instantToIso(startedAt)}::timestamptz, progress_at = null
    where period = ${period}`.execute(db);
}
