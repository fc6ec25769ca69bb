import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { benefitLock, closePeriod, openHistory } from '#billing/modules/charges/public.ts';
import { type AuditOrigin, insertAudit } from '#billing/modules/events/public.ts';
import { noteBooking } from '#billing/modules/ledger/public.ts';
import {
  changeColumnList,
  changeColumnsOf,
  endPointsFrom,
  openChangeQueue,
  recordChanges,
  verificationsFrom,
} from '#billing/modules/master-data/public.ts';
import { type ActKey, settleActs } from '#billing/modules/violation-acts/public.ts';
import { tableOf } from '#domain/table-of.ts';
import {
  addMonths,
  type BillingPeriod,
  comparePeriods,
  firstDayAfter,
  periodOf,
} from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import type { Clock } from '#platform/clock.ts';
import { databaseOfClient } from '#platform/database/database.ts';
import { bool, int4, nullable, queryClient, text, timestamptz } from '#platform/database/typed-sql.ts';
import { bookSteps, storedBookChecks } from './books/book-rows.ts';
import { checkFolder } from './check-folder.ts';
import { runCheck } from './cross-check.ts';
import { contractSteps, entityHistorySteps } from './entities/entity-load-steps.ts';
import type { ImportProgress } from './formats/file-format.ts';
import { type ImportEnd, noteLoaded, recordImport } from './import-run.ts';
import { baseSteps, historySteps, type LoadStep } from './load-steps.ts';
import type { ImportProblem, ProblemCollector } from './problem.ts';

/** Base files say a change in columns of their own. */
const columnOf: Readonly<Record<string, Readonly<Record<string, string>>>> = tableOf({
  'meters.csv': { effective_on: 'removed_on', final_values: 'removed_on', initial_values: 'serial_number' },
  'accounts.csv': { effective_on: 'contract_ended_on' },
});

const valuesOf = (column: 'installed_value' | 'removed_value') => `(
  select jsonb_object_agg(r.zone, r.${column}) from stage_register r
  where r.account_number = meter.account_number and r.serial_number = meter.serial_number)`;

/** What base files tell anew of rows that are stored: each is a change as of the day that the row names. */
const recognised: readonly string[] = [
  `insert into change_queue (file, line, account_number, change, effective_on, serial_number, final_values)
    select 'meters.csv', meter.line, meter.account_number, 'meterRemoved', meter.removed_on, meter.serial_number,
      ${valuesOf('removed_value')}
    from stage_meter meter join billing.meter stored using (account_number, serial_number)
    where meter.removed_on is not null and stored.removed_on is null
      and not exists (select from stage_change listed where listed.account_number = meter.account_number
        and listed.serial_number = meter.serial_number and listed.effective_on = meter.removed_on
        and listed.change in ('meterRemoved', 'meterReplaced'))`,
  `insert into change_queue (file, line, account_number, change, effective_on, serial_number)
    select 'meters.csv', meter.line, meter.account_number, 'meterVerified', meter.verified_on, meter.serial_number
    from stage_meter meter join billing.meter stored using (account_number, serial_number)
    where stored.removed_on is null and meter.verified_on > coalesce(stored.verified_on, '-infinity')`,
  `insert into change_queue (file, line, account_number, change, effective_on)
    select 'accounts.csv', account.line, account.account_number, 'contractEnded', account.contract_ended_on
    from stage_account account join billing.account stored using (account_number)
    where account.contract_ended_on is not null and stored.contract_ended_on is null
      and not exists (select from stage_change listed where listed.account_number = account.account_number
        and listed.change = 'contractEnded')`,
];

/** Remembers, before the base files are loaded, which of their meters are new at accounts that are there already. */
async function noteNewMeters(client: pg.PoolClient): Promise<void> {
  await client.query(`create temporary table new_meter on commit drop as
    select meter.* from stage_meter meter join billing.account account using (account_number)
    where not exists (select from billing.meter stored where stored.account_number = meter.account_number
      and stored.serial_number = meter.serial_number)`);
}

/** Takes the requests for verifications that differ from what is stored; answers how many. */
async function askForVerifications(client: pg.PoolClient): Promise<number> {
  const relation = '(select account_number, eic_code, verification_requested from stage_metering_point)';
  const { rowCount } = await client.query(verificationsFrom(relation, '(select now from stage_setting)'));
  return rowCount ?? 0;
}

/** Ends, before the base files are loaded, the points of former accounts that they bring for the accounts after them. */
async function endFormerPoints(client: pg.PoolClient): Promise<void> {
  await client.query(`create temporary table former_point on commit drop as
    select account_number, eic_code, contract_ended_on as ended_on
    from (select account_number, eic_code, contract_ended_on,
        lead(account_number) over (partition by eic_code order by opened_on) as next
      from stage_metering_point join stage_account using (account_number)) placed
    where next is not null`);
  await client.query(
    endPointsFrom(`(
      select point.account_number, eic_code, coalesce(former.contract_ended_on, listed.contract_ended_on) as ended_on
      from stage_metering_point here join stage_account own using (account_number)
      join billing.metering_point point using (eic_code)
      join billing.account former on former.account_number = point.account_number
      left join stage_account listed on listed.account_number = former.account_number
      where point.account_number <> here.account_number
        and coalesce(former.contract_ended_on, listed.contract_ended_on) < own.opened_on)`),
  );
}

/** A meter that a base file brought to a stored account is loaded; here it becomes a change, with what it touches. */
const installations = `insert into change_queue (file, line, account_number, change, effective_on, eic_code, serial_number,
    meter_type, zone_scheme, digit_capacity, coefficient, initial_values)
  select 'meters.csv', meter.line, meter.account_number, 'meterInstalled', meter.installed_on, meter.eic_code,
    meter.serial_number, meter.meter_type, meter.zone_scheme, meter.digit_capacity, meter.coefficient,
    ${valuesOf('installed_value')}
  from new_meter meter
  where not exists (select from stage_change listed where listed.account_number = meter.account_number
    and meter.serial_number in (listed.serial_number, listed.new_serial_number) and listed.effective_on = meter.installed_on
    and listed.change in ('meterInstalled', 'meterReplaced'))`;

/** What a file changes is done by a job or a command. */
const importOrigin: AuditOrigin = { actor: 'import', reference: '' };

/**
 * Makes the changes of changes.csv and those that base files tell of stored rows, after the base files are loaded. Problems
 * are gathered with their places; the transaction is then to be rolled back. Returns how many changes were recorded.
 */
async function loadChanges(client: pg.PoolClient, now: Instant, problems: ProblemCollector): Promise<number> {
  const db = databaseOfClient(client) as BillingDatabase;
  await openChangeQueue(db);
  await client.query(`insert into change_queue (file, line, ${changeColumnList})
    select 'changes.csv', line, ${changeColumnsOf('stage_change')} from stage_change`);
  for (const statement of recognised) await client.query(statement);
  await client.query(installations);
  await client.query('analyze change_queue');
  const result = await recordChanges(db, { ...importOrigin, source: 'importFile', recordedAt: now });
  if (result.kind === 'recorded') return result.recorded;
  for (const { file, line, column, code, value } of result.problems)
    problems.add({ file, line, column: columnOf[file]?.[column] ?? column, code, value });
  return 0;
}

/**
 * Loads the books of a folder into a database without any, or compares them with what is stored there: nothing is added to books
 * that are there. Problems are gathered with their lines; the transaction is then to be rolled back.
 */
async function loadBooks(
  client: pg.PoolClient,
  hasBooks: boolean,
  problems: ProblemCollector,
  onPiece: (table: string, done: number, total: number) => void,
): Promise<Readonly<Record<string, number>>> {
  const books = hasBooks ? await loadRows(client, bookSteps, onPiece) : {};
  // All rows of a file with all of a table: the planner expects few of several equal columns, and would loop.
  await client.query('set local enable_nestloop = off');
  for (const check of storedBookChecks(hasBooks ? 'reference.unknown' : 'row.differs'))
    await runCheck(client, check, problems);
  await client.query('set local enable_nestloop = on');
  return books;
}

/** Remembers, before the payments are loaded, which acts that are there already they pay for. */
async function noteActPayments(client: pg.PoolClient): Promise<void> {
  await client.query(`create temporary table newly_paid_act on commit drop as
    select distinct account_number, act_number
    from stage_payment payment join billing.violation_act act using (account_number, act_number)
    where payment.purpose = 'violationAct'
      and not exists (select from billing.payment known where known.order_id = payment.reference)`);
}

/** Puts the noted acts into the states that their payments make; an act that is new keeps the state of its file. */
async function settleNotedActs(client: pg.PoolClient, now: Instant): Promise<void> {
  const { rows } = await queryClient<ActKey>(
    client,
    { accountNumber: text(), actNumber: text() },
    `select account_number as "accountNumber", act_number as "actNumber" from newly_paid_act`,
  );
  await settleActs(databaseOfClient(client) as BillingDatabase, rows, { ...importOrigin, now });
}

/** What an import needs. */
interface ImportRequest {
  readonly db: BillingDatabase;
  /** The pool under `db`. */
  readonly pool: pg.Pool;
  readonly folder: string;
  readonly clock: Clock;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** check: does all that loading does and takes it back, so that the counts and the problems are those of loading. Default: load. */
  readonly mode?: 'check' | 'load';
  /** The run that waited for this; without it the import is the command line's and gets a run of its own. */
  readonly importNumber?: string;
  /** Ends the import before its commit: nothing of it stays. After the commit it does nothing. */
  readonly signal?: AbortSignal;
  /** EDRPOU code of a supplier that is refused: that of the sample, in production. */
  readonly refusedSupplier?: string | undefined;
}

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
  const { rows } = await queryClient(
    pool,
    { period: text<BillingPeriod>(), startedAt: nullable(timestamptz()) },
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

/** Pages of each staging table. */
async function countPages(client: pg.PoolClient): Promise<ReadonlyMap<string, number>> {
  const { rows } = await queryClient(
    client,
    { stage: text(), pages: int4() },
    `select relname as stage, (pg_relation_size(oid) / current_setting('block_size')::bigint)::integer as pages
     from pg_class where relnamespace = pg_my_temp_schema() and relkind = 'r'`,
  );
  return new Map(rows.map(({ stage, pages }) => [stage, pages]));
}

async function runStep(
  client: pg.PoolClient,
  step: LoadStep,
  pages: number,
  onPiece: (done: number, total: number) => void,
): Promise<number> {
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
  const pages = await countPages(client);
  for (const step of steps) {
    const onPiece = (done: number, total: number) => onProgress(step.table, done, total);
    added[step.table] = await runStep(client, step, pages.get(step.stage) ?? 0, onPiece);
  }
  return added;
}

/** What is loaded all the same, but should be looked at. */
interface Warned {
  /** The first thousand, by line. */
  readonly warnings: readonly ImportProblem[];
  readonly warningCount: number;
}

export type ImportResult =
  | { readonly kind: 'noFolder' | 'busy' | 'cancelled' }
  | {
      readonly kind: 'problems';
      /** The first thousand, by file and line. */
      readonly problems: readonly ImportProblem[];
      readonly total: number;
      readonly ignoredFiles: readonly string[];
    }
  | ({
      readonly kind: 'checked';
      /** Rows that each table would gain. */
      readonly added: Readonly<Record<string, number>>;
      readonly ignoredFiles: readonly string[];
    } & Warned)
  | ({
      readonly kind: 'loaded';
      /** Rows that each table gained; zeros when the folder was loaded before. */
      readonly added: Readonly<Record<string, number>>;
      /** Periods of the history that were closed now. */
      readonly closedPeriods: readonly BillingPeriod[];
      readonly ignoredFiles: readonly string[];
    } & Warned);

/** Key of the lock that imports hold: one at a time in the whole database. */
export const importLock = `hashtextextended('billing.import', 0)`;

type BaseResult =
  | Exclude<ImportResult, { kind: 'loaded' }>
  | Omit<Extract<ImportResult, { kind: 'loaded' }>, 'closedPeriods'>;

async function loadBase(
  client: pg.PoolClient,
  { folder, clock, mode = 'load', signal, pool, refusedSupplier }: ImportRequest,
  importNumber: string,
  onProgress: (progress: ImportProgress) => void,
): Promise<BaseResult> {
  await client.query('begin');
  let isOpen = true;
  const stopped = stopStatements(client, pool, signal);
  try {
    signal?.throwIfAborted();
    await client.query(`set local work_mem = '128MB'; set local client_min_messages = warning`);
    const lock = await queryClient(
      client,
      { mine: bool() },
      `select pg_try_advisory_xact_lock(${importLock}) as mine`,
    );
    if (!lock.rows[0]?.mine) return { kind: 'busy' };
    // Staff hold it for the moment in which they enter or remove a benefit.
    await client.query(`select pg_advisory_xact_lock(${benefitLock})`);
    const before = await client.query('select 1 from billing.account limit 1');
    await client.query('select 1 from billing.period for share');
    const now = clock.now();
    const { problems, warnings, ignoredFiles, firstPeriod, hasBooks } = await checkFolder(
      client,
      folder,
      clock.now(),
      onProgress,
      refusedSupplier,
    );
    if (problems.total > 0) {
      return { kind: 'problems', problems: problems.list, total: problems.total, ignoredFiles };
    }
    const onPiece = (table: string, done: number, total: number) =>
      onProgress({ step: 'loading', table, done, total });
    await noteNewMeters(client);
    await endFormerPoints(client);
    await noteActPayments(client);
    const verifications = await askForVerifications(client);
    const base = await loadRows(client, [...baseSteps, ...contractSteps], onPiece);
    const changes = await loadChanges(client, now, problems);
    if (problems.total > 0) {
      return { kind: 'problems', problems: problems.list, total: problems.total, ignoredFiles };
    }
    // Rows of the history are joined with these: without statistics by nested loops.
    if (Object.values(base).some((count) => count > 0))
      await client.query('analyze billing.account, billing.meter, billing.register');
    const history = await loadRows(client, [...historySteps, ...entityHistorySteps], onPiece);
    await settleNotedActs(client, now);
    const books = await loadBooks(client, hasBooks, problems, onPiece);
    if (problems.total > 0) {
      return { kind: 'problems', problems: problems.list, total: problems.total, ignoredFiles };
    }
    const added = { ...base, master_data_change: changes, ...history, ...books };
    if (before.rowCount === 0 && !hasBooks) await noteHistory(client, firstPeriod, now);
    const named = { warnings: warnings.list, warningCount: warnings.total, ignoredFiles };
    if (mode === 'check') return { kind: 'checked', added, ...named };
    const rows = Object.values(added).reduce((sum, count) => sum + count, verifications);
    const loaded = {
      accountNumber: '',
      kind: 'import.loaded',
      payload: { import: Number(importNumber), rows },
    };
    // What changes nothing is no change of anybody.
    if (rows > 0) await insertAudit(databaseOfClient(client) as BillingDatabase, importOrigin, [loaded], now);
    await noteLoaded(client, importNumber, added);
    stopped.end();
    signal?.throwIfAborted();
    await client.query('commit');
    isOpen = false;
    return { kind: 'loaded', added, ...named };
  } finally {
    stopped.end();
    // After the commit there is nothing to roll back; before it, nothing of the folder stays. A lost connection rolled back
    // by itself, and its own error is the one to tell.
    if (isOpen) await client.query('rollback').catch(() => undefined);
  }
}

/**
 * The planner's statistics of the tables that changed since they were last analyzed. The audit is another role's to analyze.
 */
async function analyzeTables(client: pg.PoolClient): Promise<void> {
  // Changes of this session are counted within a second otherwise.
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await queryClient(
    client,
    { names: nullable(text()) },
    `select string_agg(format('billing.%I', pg_class.relname), ', ') as names
     from pg_stat_user_tables join pg_class on pg_class.oid = relid
     where schemaname = 'billing' and n_mod_since_analyze > 0 and pg_has_role(relowner, 'usage')`,
  );
  if (rows[0]?.names) await client.query(`analyze ${rows[0].names}`);
}

/** Cancels the statement that runs when the signal says so; until `end`. */
function stopStatements(client: pg.PoolClient, pool: pg.Pool, signal: AbortSignal | undefined) {
  const { processID } = client as unknown as { readonly processID: number };
  const stop = () => void pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
  signal?.addEventListener('abort', stop);
  return { end: () => signal?.removeEventListener('abort', stop) };
}

/** CSV files of a folder and their lengths, as the history tells them. */
async function filesOf(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.csv')).sort();
  return Promise.all(names.map(async (name) => ({ name, byteCount: (await stat(join(folder, name))).size })));
}

function endOf(result: ImportResult): ImportEnd | undefined {
  switch (result.kind) {
    case 'problems': {
      const { problems, total, ignoredFiles } = result;
      return { state: 'refused', problems, problemCount: total, ignoredFiles };
    }
    case 'checked':
    case 'loaded': {
      const { kind, added, warnings, warningCount, ignoredFiles } = result;
      return {
        state: kind === 'loaded' ? 'done' : 'checked',
        problems: warnings,
        problemCount: warningCount,
        counts: added,
        ignoredFiles,
      };
    }
    case 'cancelled':
      return { state: 'cancelled' };
    case 'busy':
    case 'noFolder':
      return undefined;
  }
}

/**
 * Loads the folder of a supplier (docs/import-format.md): checks all of it first and loads nothing when anything is
 * wrong; then adds what is not there yet and makes the dated changes in one transaction, so that loading twice changes nothing; then makes the
 * history by closing the past months in turn. Memory does not grow with the folder. An import that was cut off while it
 * closed months goes on when it is run again. Source: product.md 11.
 * @throws WrongClock
 */
export async function importFolder(request: ImportRequest): Promise<ImportResult> {
  const { db, folder, importNumber, signal } = request;
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return { kind: 'noFolder' };
  if (request.mode !== 'check') await noteBooking(db, request.clock.now());
  const run = await recordImport(
    db,
    importNumber === undefined
      ? { folderName: basename(folder), files: await filesOf(folder) }
      : { importNumber },
  );
  const onProgress = (progress: ImportProgress) => {
    run.onProgress(progress);
    request.onProgress?.(progress);
    if (progress.step !== 'closing') signal?.throwIfAborted();
  };
  try {
    const result = await importRecorded(request, run.importNumber, onProgress);
    await run.end(
      endOf(result) ?? (importNumber === undefined ? undefined : { state: 'failed', code: 'busy' }),
    );
    return result;
  } catch (error) {
    await run.end({ state: 'failed', code: 'fault' });
    throw error;
  }
}

async function importRecorded(
  request: ImportRequest,
  importNumber: string,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  const client = await request.pool.connect();
  let result: BaseResult | undefined;
  let isBroken = false;
  try {
    result = await loadBase(client, request, importNumber, onProgress);
    if (result.kind === 'loaded') await analyzeTables(client);
  } catch (error) {
    // A COPY that was cut off may have left its connection in the middle of it.
    isBroken = true;
    // What is committed is no longer cancelled.
    if (result === undefined && request.signal?.aborted) return { kind: 'cancelled' };
    throw error;
  } finally {
    client.release(isBroken);
  }
  if (result.kind !== 'loaded') return result;
  return { ...result, closedPeriods: await closeHistory(request, onProgress) };
}

/** Goes on with what an import that was cut off after its commit left: the months of its history. */
export async function finishImport(
  request: ImportRequest & { readonly importNumber: string },
): Promise<void> {
  const run = await recordImport(request.db, { importNumber: request.importNumber });
  try {
    await closeHistory(request, run.onProgress);
    await run.end({ state: 'done' });
  } catch (error) {
    await run.end({ state: 'failed', code: 'fault' });
    throw error;
  }
}
