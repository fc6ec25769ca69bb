import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { importFilesKeptDays, mostImportFiles } from '#contract/values/import.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { poolOf } from '#platform/database/node-connections.ts';
import { bool, bytea, typedSql } from '#platform/database/typed-sql.ts';
import { withAdvisoryLock } from '#platform/database/with-advisory-lock.ts';
import { addRound } from '#platform/jobs/add-jobs.ts';
import type { JobSet } from '#platform/jobs/job-runner.ts';
import { workThrough } from '#platform/jobs/work-through.ts';
import { unzipFiles, ZipError } from '#platform/zip/unzip-files.ts';
import { finishImport, importFolder } from './import-folder.ts';
import { recordImport } from './import-run.ts';
import { findWaitingImport, listCutOff, type StoredImport } from './import-store.ts';
import type { ArchiveProblemCode } from './problem.ts';

interface ImportWork {
  readonly db: BillingDatabase;
  /** The pool under `db`. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** EDRPOU code of a supplier that is refused. */
  readonly refusedSupplier?: string | undefined;
}

/** Any number that nothing else in the database locks. */
const jobLock = 7_305_231;
const zipLimits = { entries: mostImportFiles * 4, bytes: 4 * 1024 ** 3, ratio: 200 };
const cancelPollMs = 500;

/** Writes the parts of a file to the disk, one at a time. */
async function writeFileOf(
  db: BillingDatabase,
  importNumber: number,
  fileNumber: number,
  path: string,
): Promise<void> {
  const target = createWriteStream(path, { flags: 'wx' });
  for (let part = 1; ; part += 1) {
    const { rows } = await typedSql({ content: bytea() })`
      select content from billing.import_part
      where import_number = ${importNumber} and file_number = ${fileNumber} and part_number = ${part}`.execute(
      db,
    );
    const [found] = rows;
    if (found === undefined) break;
    if (!target.write(found.content)) await once(target, 'drain');
  }
  target.end();
  await finished(target);
}

/** Lays the files out as a folder; answers why an archive is refused. */
async function layOut(
  { db }: ImportWork,
  { importNumber, files }: StoredImport,
  folder: string,
  archive: string,
): Promise<ArchiveProblemCode | undefined> {
  const [first] = files;
  if (first === undefined || !first.name.toLowerCase().endsWith('.zip')) {
    for (const [index, { name }] of files.entries())
      await writeFileOf(db, importNumber, index + 1, join(folder, name));
    return undefined;
  }
  await writeFileOf(db, importNumber, 1, archive);
  try {
    const names = await unzipFiles(archive, folder, zipLimits);
    return names.some((name) => name.toLowerCase().endsWith('.csv')) ? undefined : 'zip.noFiles';
  } catch (error) {
    if (error instanceof ZipError) return `zip.${error.fault}`;
    throw error;
  }
}

/** Aborts when somebody cancels the import, or the process stops. */
function followCancel({ db, signal }: ImportWork, importNumber: number) {
  const cancelled = new AbortController();
  const timer = setInterval(() => {
    typedSql({ isAsked: bool() })`
      select cancel_asked as "isAsked" from billing.import_run where import_number = ${importNumber}`
      .execute(db)
      .then(({ rows }) => rows[0]?.isAsked && cancelled.abort())
      .catch(() => undefined);
  }, cancelPollMs);
  timer.unref();
  const signals = [cancelled.signal, ...(signal ? [signal] : [])];
  return { signal: AbortSignal.any(signals), end: () => clearInterval(timer) };
}

async function workOn(work: ImportWork, found: StoredImport): Promise<void> {
  const { db, pool, clock } = work;
  const importNumber = String(found.importNumber);
  const begun = await sql`
    update billing.import_run set state = 'running', moved_at = now()
    where import_number = ${importNumber} and state = 'waiting'`.execute(db);
  // It was cancelled since it was found.
  if (begun.numAffectedRows === 0n) return;
  const place = await mkdtemp(join(tmpdir(), 'svitlo-import-'));
  const follow = followCancel(work, found.importNumber);
  try {
    const folder = join(place, 'files');
    await mkdir(folder);
    const code = await layOut(work, found, folder, join(place, 'archive.zip'));
    if (code !== undefined) {
      const problem = { file: found.folderName, line: null, column: null, code, value: '' };
      const run = await recordImport(db, { importNumber });
      return await run.end({ state: 'refused', problems: [problem], problemCount: 1 });
    }
    const { signal } = follow;
    const { refusedSupplier } = work;
    const request = { db, pool, clock, folder, mode: found.mode, importNumber, signal, refusedSupplier };
    const { kind } = await importFolder(request);
    if (kind === 'cancelled' && work.signal?.aborted) await noteInterrupted(db, [found.importNumber]);
  } catch (error) {
    await sql`
      update billing.import_run set state = 'failed', code = 'fault', ended_at = now()
      where import_number = ${importNumber} and state = 'running'`.execute(db);
    throw error;
  } finally {
    follow.end();
    await rm(place, { recursive: true, force: true });
  }
}

async function noteInterrupted(db: BillingDatabase, importNumbers: readonly number[]): Promise<void> {
  await sql`
    update billing.import_run set state = 'failed', code = 'interrupted', cancel_asked = false, ended_at = now()
    where import_number = any(${[...importNumbers]}::bigint[])`.execute(db);
}

/** What a process that is gone left: before the commit nothing is loaded, and that is said; after it the history is gone on with. */
async function settleCutOff({ db, pool, clock }: ImportWork): Promise<void> {
  const cut = await listCutOff(db);
  const [loaded, lost] = [cut.filter(({ isLoaded }) => isLoaded), cut.filter(({ isLoaded }) => !isLoaded)];
  if (lost.length > 0)
    await noteInterrupted(
      db,
      lost.map(({ importNumber }) => importNumber),
    );
  for (const { importNumber } of loaded)
    await finishImport({ db, pool, clock, folder: '', importNumber: String(importNumber) });
}

/** Removes the files of imports that were sent long ago; what came of them stays. */
async function removeOldFiles(db: BillingDatabase): Promise<void> {
  await sql`
    with old as (
      update billing.import_run set files_removed_at = now(),
        state = case when state in ('receiving', 'received') then 'cancelled' else state end
      where source = 'page' and files_removed_at is null and state not in ('waiting', 'running')
        and started_at < now() - make_interval(days => ${importFilesKeptDays})
      returning import_number)
    delete from billing.import_part where import_number in (select import_number from old)`.execute(db);
}

/**
 * Checks and loads what waits, one after the other; nothing when another process is at it. Before that it says what became of an
 * import whose process is gone.
 * @throws AggregateError when imports failed.
 */
export async function processImports(work: ImportWork): Promise<void> {
  await withAdvisoryLock(work.pool, jobLock, async () => {
    await settleCutOff(work);
    await removeOldFiles(work.db);
    await workThrough({
      next: (failed: readonly number[]) => findWaitingImport(work.db, failed),
      keyOf: ({ importNumber }) => importNumber,
      work: (found) => workOn(work, found),
      signal: work.signal,
      what: 'imports',
    });
  });
}

const importTask = 'process-imports';

/** Has what waits worked on at once, after the caller's transaction. */
export function askForImports(transaction: BillingDatabase): Promise<void> {
  return addRound(transaction, importTask);
}

/** The job of imports that staff sent: it is asked for with them; each minute it settles what a process before left. */
export function openImportJobs(
  databaseUrl: string,
  clock: Clock,
  { refusedSupplier }: { readonly refusedSupplier?: string | undefined } = {},
): { readonly jobs: JobSet; close(): Promise<void> } {
  const { db, pool, close } = connectDatabase<unknown>({
    url: databaseUrl,
    ...poolOf('svitlo-imports'),
  });
  const work = { db: db as BillingDatabase, pool, clock, refusedSupplier };
  return {
    jobs: {
      tasks: {},
      periodic: {
        [importTask]: { when: '* * * * *', run: ({ signal }) => processImports({ ...work, signal }) },
      },
    },
    close,
  };
}
