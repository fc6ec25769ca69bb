import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { PeriodState } from '#domain/readings/submission-window.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import { CLOSING_LOCK } from '../closing/closing.ts';
import type { StoredTotals } from './run-totals.ts';

/** Advisory lock of the process that works on runs; any number that nothing else in the database locks. */
export const RUN_LOCK = 7_305_227;

type RunKind = 'dryRun' | 'closing';
export type RunState =
  | 'waiting'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'done'
  | 'stopped'
  | 'refused'
  | 'failed';

export interface ClosingRun {
  readonly runNumber: number;
  readonly period: BillingPeriod;
  readonly kind: RunKind;
  readonly state: RunState;
  readonly askedBy: string;
  readonly askedAt: Instant;
  readonly reason: string;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly processCount: number;
  /** Of a closing: those of its period. */
  readonly done: number;
  readonly total: number | null;
  readonly doneThrough: string;
  readonly totals: StoredTotals | null;
  readonly code: string | null;
  readonly subject: string | null;
  /** Number of the last audit entry when it was asked for. */
  readonly auditMark: bigint;
  /** Of a closing: readings under review that were confirmed. */
  readonly undecidedReadings: number;
}

const isHeld = (
  lock: number,
) => sql<boolean>`exists (select from pg_locks where locktype = 'advisory' and granted
  and objsubid = 1 and database = (select oid from pg_database where datname = current_database())
  and classid = 0 and objid = ${lock})`;

/** SQL of runs: `from` is what follows the columns. */
function runRows(from: ReturnType<typeof sql>) {
  return typedSql<ClosingRun>({
    runNumber: int4(),
    period: text(),
    kind: text(),
    state: text(),
    askedBy: text(),
    askedAt: timestamptz(),
    reason: text(),
    startedAt: nullable(timestamptz()),
    endedAt: nullable(timestamptz()),
    processCount: int4(),
    done: int4(),
    total: nullable(int4()),
    doneThrough: text(),
    totals: nullable(json<StoredTotals>()),
    code: nullable(text()),
    subject: nullable(text()),
    auditMark: int8(),
    undecidedReadings: int4(),
  })`
    select r.run_number as "runNumber", r.period, r.kind, r.state, r.asked_by as "askedBy", r.asked_at as "askedAt",
      r.reason, r.started_at as "startedAt", r.ended_at as "endedAt", r.process_count as "processCount",
      case r.kind when 'closing' then coalesce(p.accounts_done, 0) else r.accounts_done end as done,
      case r.kind when 'closing' then p.accounts_total else r.accounts_total end as total,
      r.done_through as "doneThrough", r.totals, r.code, r.subject,
      r.audit_mark as "auditMark", r.undecided_readings as "undecidedReadings"
    from billing.closing_run r left join billing.period p using (period) ${from}`;
}

/** The latest dry run and the latest closing of each of these periods. */
export async function listRuns(
  db: BillingDatabase,
  periods: readonly BillingPeriod[],
): Promise<readonly ClosingRun[]> {
  const { rows } = await runRows(sql`
    where r.run_number in (
      select max(run_number) from billing.closing_run where period = any(${periods}::text[]) group by period, kind)
    order by r.run_number desc`).execute(db);
  return rows;
}

/** A run, locked until the transaction ends. */
export async function lockRun(db: BillingDatabase, runNumber: number): Promise<ClosingRun | undefined> {
  const { rows } = await runRows(sql`where r.run_number = ${runNumber} for update of r`).execute(db);
  return rows[0];
}

/** Whether a process works on runs now, and whether one closes a period: that may be the command. */
export async function readWorkers(
  db: BillingDatabase,
): Promise<{ readonly worksOnRuns: boolean; readonly isClosing: boolean }> {
  const { rows } = await typedSql({ worksOnRuns: bool(), isClosing: bool() })`
    select ${isHeld(RUN_LOCK)} as "worksOnRuns", ${isHeld(CLOSING_LOCK)} as "isClosing"`.execute(db);
  return rows[0] ?? { worksOnRuns: false, isClosing: false };
}

/** What of a period decides whether it may be closed. */
export interface PeriodToClose {
  readonly period: BillingPeriod;
  readonly state: PeriodState;
  readonly closedThrough: string;
}

/** The earliest period that is not closed. */
export async function findNextToClose(db: BillingDatabase): Promise<PeriodToClose | undefined> {
  const { rows } = await typedSql<PeriodToClose>({ period: text(), state: text(), closedThrough: text() })`
    select period, state, coalesce(closed_through, '') as "closedThrough"
    from billing.period where state <> 'closed' order by period limit 1`.execute(db);
  return rows[0];
}

export interface NewRun
  extends Pick<
    ClosingRun,
    'period' | 'kind' | 'askedBy' | 'askedAt' | 'reason' | 'doneThrough' | 'auditMark' | 'undecidedReadings'
  > {}

/** Adds a run and takes the exceptions of earlier dry runs away that it replaces. Undefined: one of its month is under way. */
export async function insertRun(db: BillingDatabase, run: NewRun): Promise<number | undefined> {
  const { rows } = await typedSql({ runNumber: int4() })`
    insert into billing.closing_run (period, kind, state, asked_by, asked_at, reason, done_through, audit_mark,
      undecided_readings)
    values (${run.period}, ${run.kind}, 'waiting', ${run.askedBy}, ${instantToIso(run.askedAt)}::timestamptz,
      ${run.reason}, ${run.doneThrough}, ${run.auditMark}, ${run.undecidedReadings})
    on conflict do nothing returning run_number as "runNumber"`.execute(db);
  if (rows[0] !== undefined && run.kind === 'dryRun') {
    await sql`
      delete from billing.closing_exception e using billing.closing_run r
      where r.run_number = e.run_number and r.period = ${run.period}`.execute(db);
  }
  return rows[0]?.runNumber;
}

/** Puts a run into another state. An ended one says when; of one that begins anew nothing is left of its end. */
export async function moveRun(
  db: BillingDatabase,
  runNumber: number,
  state: RunState,
  end: { readonly at?: Instant; readonly code?: string; readonly subject?: string } = {},
): Promise<void> {
  await sql`
    update billing.closing_run set state = ${state}, code = ${end.code ?? null}, subject = ${end.subject ?? null},
      ended_at = ${end.at === undefined ? null : instantToIso(end.at)}::timestamptz,
      process_count = case when ${state} = 'waiting' then 0 else process_count end
    where run_number = ${runNumber}`.execute(db);
}

/**
 * Takes the oldest run that waits, or that a process which is gone worked on; the caller holds the lock of runs. One that was to pause
 * is paused instead.
 */
export async function claimRun(db: BillingDatabase, now: Instant): Promise<ClosingRun | undefined> {
  await sql`update billing.closing_run set state = 'paused' where state = 'pausing'`.execute(db);
  const { rows } = await typedSql({ runNumber: int4() })`
    update billing.closing_run set state = 'running', process_count = process_count + 1,
      started_at = coalesce(started_at, ${instantToIso(now)}::timestamptz)
    where run_number = (select run_number from billing.closing_run where state in ('waiting', 'running')
      order by run_number limit 1) and state in ('waiting', 'running')
    returning run_number as "runNumber"`.execute(db);
  const [claimed] = rows;
  if (claimed === undefined) return undefined;
  const found = await runRows(sql`where r.run_number = ${claimed.runNumber}`).execute(db);
  return found.rows[0];
}

/** Notes how many accounts a dry run has to look at still. */
export async function noteRemaining(db: BillingDatabase, runNumber: number, accounts: number): Promise<void> {
  await sql`
    update billing.closing_run set accounts_total = accounts_done + ${accounts} where run_number = ${runNumber}`.execute(
    db,
  );
}

/** Ends a run that its process worked on: what somebody stopped or paused meanwhile stays so, unless it is through. */
export async function settleRun(
  db: BillingDatabase,
  runNumber: number,
  state: 'done' | 'paused' | 'refused' | 'failed',
  end: { readonly at: Instant; readonly code?: string; readonly subject?: string },
): Promise<void> {
  const isPause = state === 'paused';
  await sql`
    update billing.closing_run set state = ${state}, code = ${end.code ?? null}, subject = ${end.subject ?? null},
      ended_at = ${isPause ? null : instantToIso(end.at)}::timestamptz
    where run_number = ${runNumber} and state in ('running', 'pausing') and (not ${isPause} or state = 'pausing')`.execute(
    db,
  );
}

/** Whether there is work for the process of runs. */
export async function hasWork(db: BillingDatabase): Promise<boolean> {
  const { rows } = await typedSql({ has: bool() })`
    select exists (select from billing.closing_run where state in ('waiting', 'running', 'pausing')) as has`.execute(
    db,
  );
  return rows[0]?.has === true;
}

/** A run that goes on, is paused, or ended a while ago, for who follows it. */
export interface RunInProgress
  extends Pick<ClosingRun, 'period' | 'kind' | 'state' | 'endedAt' | 'done' | 'total'> {
  /** A process works on runs. */
  readonly isAlive: boolean;
}

/** The latest runs of each kind that go on, wait, are paused, or ended after a moment. */
export async function listRunsInProgress(
  db: BillingDatabase,
  endedAfter: Instant,
): Promise<readonly RunInProgress[]> {
  const { rows } = await typedSql<RunInProgress>({
    period: text(),
    kind: text(),
    state: text(),
    endedAt: nullable(timestamptz()),
    done: int4(),
    total: nullable(int4()),
    isAlive: bool(),
  })`
    select period, kind, state, ended_at as "endedAt", accounts_done as done, accounts_total as total,
      ${isHeld(RUN_LOCK)} as "isAlive"
    from (select distinct on (period, kind) * from billing.closing_run order by period desc, kind, run_number desc limit 24) latest
    where state in ('waiting', 'running', 'pausing', 'paused')
      or ended_at > ${instantToIso(endedAfter)}::timestamptz`.execute(db);
  return rows;
}
