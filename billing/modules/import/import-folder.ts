import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { noteBooking } from '#billing/modules/ledger/public.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { checkFolder } from './check-folder.ts';
import { closeHistory, noteHistory } from './close-history.ts';
import type { ImportProgress } from './import-progress.ts';
import type { ImportRequest } from './import-request.ts';
import { loadChanges, noteActPayments, noteNewMeters, settleNotedActs } from './load-changes.ts';
import { loadRows } from './load-rows.ts';
import { baseSteps, historySteps } from './load-steps.ts';
import type { ImportProblem } from './problem.ts';

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
