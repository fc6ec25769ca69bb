import { stat } from 'node:fs/promises';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { closePeriod, openHistory } from '#billing/modules/charges/public.ts';
import { noteBooking } from '#billing/modules/ledger/public.ts';
import {
  addMonths,
  type BillingPeriod,
  comparePeriods,
  firstDayAfter,
  periodOf,
} from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { databaseOfClient } from '#platform/database/database.ts';
import { checkFolder } from './check-folder.ts';
import type { ImportProgress } from './import-progress.ts';
import type { ImportRequest } from './import-request.ts';
import { loadChanges, noteActPayments, noteNewMeters, settleNotedActs } from './load-changes.ts';
import { baseSteps, historySteps, type LoadStep } from './load-steps.ts';
import type { ImportProblem } from './problem.ts';

/** Bills of the history are issued when their month is over. */
function closedAsOf(period: BillingPeriod): Instant {
  return kyivMidnight(firstDayAfter(period));
}

/**
 * Notes, in the transaction that loads the first accounts, which months are still to be closed: open periods that know
 * already when they will have been closed. So an import that is cut off later finds them again, and never takes a month
 * that is going on for history.
 */
async function noteHistory(client: pg.PoolClient, firstPeriod: BillingPeriod, now: Instant): Promise<void> {
  const current = periodOf(kyivDateOf(now));
  const past: { period: BillingPeriod; closedAsOf: Instant }[] = [];
  for (let period = firstPeriod; comparePeriods(period, current) < 0; period = addMonths(period, 1)) {
    past.push({ period, closedAsOf: closedAsOf(period) });
  }
  await openHistory(databaseOfClient(client) as BillingDatabase, past, current);
}

/** Closes the months that `noteHistory` left, the oldest first. Answers which ones. Throws when one can't be closed. */
async function closeHistory(
  { db, pool, clock }: ImportRequest,
  onProgress: (progress: ImportProgress) => void,
): Promise<BillingPeriod[]> {
  const { rows } = await pool.query<{ period: BillingPeriod; startedAt: number }>(
    `select period, started_at as "startedAt" from billing.period
      where state <> 'closed' and started_at is not null order by period`,
  );
  const history = rows.filter(({ period, startedAt }) => startedAt === closedAsOf(period));
  const closed: BillingPeriod[] = [];
  for (const { period } of history) {
    const result = await closePeriod({
      db,
      pool,
      clock,
      period,
      asOf: closedAsOf(period),
      onProgress: ({ done, total }) => onProgress({ step: 'closing', period, done, total }),
    });
    if (result.kind === 'refused') throw new Error(`${period} could not be closed: ${result.code}`);
    if (result.kind === 'closed') closed.push(period);
  }
  return closed;
}

/** Pages of a staging table that are loaded by one statement: some 100,000 readings. */
const PAGES_IN_PIECE = 1500;

async function pagesOf(client: pg.PoolClient, stage: string): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size('pg_temp.${stage}') / current_setting('block_size')::bigint)::integer as pages`,
  );
  return rows[0]?.pages ?? 0;
}

async function runStep(
  client: pg.PoolClient,
  step: LoadStep,
  onPiece: (done: number, total: number) => void,
): Promise<number> {
  const pages = await pagesOf(client, step.stage);
  let added = 0;
  for (let page = 0; page < pages; page += PAGES_IN_PIECE) {
    const end = page + PAGES_IN_PIECE;
    const piece = `${step.stage}.ctid >= '(${page},0)' and ${step.stage}.ctid < '(${end},0)'`;
    const result = await client.query(step.sql.replaceAll('{piece}', piece));
    added += result.rowCount ?? 0;
    onPiece(Math.min(end, pages), pages);
  }
  return added;
}

/**
 * Turns checked staging tables into rows of the schema, in pieces, inside the transaction of the caller. Rows that are
 * there already (by their natural keys) stay as they are. Returns how many rows each table gained.
 */
async function loadRows(
  client: pg.PoolClient,
  steps: readonly LoadStep[],
  onProgress: (table: string, done: number, total: number) => void,
): Promise<Readonly<Record<string, number>>> {
  const added: Record<string, number> = {};
  for (const step of steps) {
    added[step.table] = await runStep(client, step, (done, total) => onProgress(step.table, done, total));
  }
  return added;
}

export type ImportResult =
  | { readonly kind: 'noFolder' | 'busy' }
  | {
      readonly kind: 'problems';
      /** The first thousand, by file and line. */
      readonly problems: readonly ImportProblem[];
      readonly total: number;
      readonly ignoredFiles: readonly string[];
    }
  | {
      readonly kind: 'loaded';
      /** Rows that each table gained; zeros when the folder was loaded before. */
      readonly added: Readonly<Record<string, number>>;
      /** Periods of the history that were closed now. */
      readonly closedPeriods: readonly BillingPeriod[];
      readonly ignoredFiles: readonly string[];
    };

const LOCK = `hashtextextended('billing.import', 0)`;

type BaseResult =
  | Exclude<ImportResult, { kind: 'loaded' }>
  | Omit<Extract<ImportResult, { kind: 'loaded' }>, 'closedPeriods'>;

async function loadBase(
  client: pg.PoolClient,
  { folder, clock }: ImportRequest,
  onProgress: (progress: ImportProgress) => void,
): Promise<BaseResult> {
  await client.query('begin');
  let isOpen = true;
  try {
    await client.query(`set local work_mem = '128MB'; set local client_min_messages = warning`);
    const lock = await client.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as mine`);
    if (!lock.rows[0]?.mine) return { kind: 'busy' };
    const before = await client.query('select 1 from billing.account limit 1');
    await client.query('select 1 from billing.period for share');
    const now = clock.now();
    const { problems, ignoredFiles, firstPeriod } = await checkFolder(
      client,
      folder,
      clock.now(),
      onProgress,
    );
    if (problems.total > 0) {
      return { kind: 'problems', problems: problems.list, total: problems.total, ignoredFiles };
    }
    const onPiece = (table: string, done: number, total: number) =>
      onProgress({ step: 'loading', table, done, total });
    await noteNewMeters(client);
    await noteActPayments(client);
    const base = await loadRows(client, baseSteps, onPiece);
    const changes = await loadChanges(client, now, problems);
    if (problems.total > 0) {
      return { kind: 'problems', problems: problems.list, total: problems.total, ignoredFiles };
    }
    const history = await loadRows(client, historySteps, onPiece);
    await settleNotedActs(client);
    const added = { ...base, master_data_change: changes, ...history };
    if (before.rowCount === 0) await noteHistory(client, firstPeriod, now);
    await client.query('commit');
    isOpen = false;
    return { kind: 'loaded', added, ignoredFiles };
  } finally {
    // After the commit there is nothing to roll back; before it, nothing of the folder stays. A lost connection rolled back
    // by itself, and its own error is the one to tell.
    if (isOpen) await client.query('rollback').catch(() => undefined);
  }
}

/** After a load the planner counts the rows anew. Tables of PostgreSQL itself are not the role's to analyze (0081). */
async function analyzeTables(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(format('billing.%I', c.relname), ', ') as names
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'billing' and c.relkind = 'r'`,
  );
  await client.query(`analyze ${rows[0]?.names}`);
}

/**
 * Loads the folder of a supplier (docs/import-format.md): checks all of it first and loads nothing when anything is
 * wrong; then adds what is not there yet and makes the dated changes in one transaction, so that loading twice changes nothing; then makes the
 * history by closing the past months in turn. Memory does not grow with the folder. An import that was cut off while it
 * closed months goes on when it is run again. Source: product.md 11.
 * @throws ClockBehind
 */
export async function importFolder(request: ImportRequest): Promise<ImportResult> {
  const { pool, folder } = request;
  const onProgress = request.onProgress ?? (() => undefined);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return { kind: 'noFolder' };
  await noteBooking(request.db, request.clock.now());
  const client = await pool.connect();
  let result: BaseResult;
  try {
    result = await loadBase(client, request, onProgress);
    if (result.kind === 'loaded') await analyzeTables(client);
  } finally {
    client.release();
  }
  if (result.kind !== 'loaded') return result;
  return { ...result, closedPeriods: await closeHistory(request, onProgress) };
}
