import { sql } from 'kysely';
import { PERIOD_CLOSING_STATE } from '#billing/api/billing-periods.ts';
import { answer } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import type { PeriodState } from '#domain/readings/submission-window.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, nullable, text, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { CLOSING_LOCK } from './closing.ts';

/** PERIOD_CLOSING_STATE: for who looks on while a period is being closed, here or in another process. */
export const handlePeriodClosingState = handleModule(PERIOD_CLOSING_STATE, ({ db }) => async ({ limit }) => {
  const rows = await listClosingStates(db, limit);
  return answer({
    periods: rows.map((row) => ({
      period: row.period,
      state: row.state,
      isRunning: row.state === 'closing' && row.isLocked,
      done: row.done,
      total: row.total,
      startedAt: isoOf(row.startedAt),
      closedAt: isoOf(row.closedAt),
      perSecond: perSecondOf(row),
    })),
  });
});

function isoOf(moment: number | null): string | null {
  return moment === null ? null : instantToIso(moment as Instant);
}

/** Of the accounts that the run has done since it began, to one decimal. */
function perSecondOf({ done, doneBefore, runStartedAt, movedAt }: PeriodProgressRow): number | null {
  if (done === null || doneBefore === null || runStartedAt === null || movedAt === null) return null;
  const seconds = (movedAt - runStartedAt) / 1000;
  return seconds > 0 ? Math.round(((done - doneBefore) / seconds) * 10) / 10 : null;
}

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
