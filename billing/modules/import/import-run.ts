import { sql } from 'kysely';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { ImportFile } from '#contract/values/import.ts';
import { bool, int8, text, typedSql } from '#platform/database/typed-sql.ts';
import type { ImportProgress } from './formats/file-format.ts';
import type { FoundProblem } from './problem.ts';

const writeEveryMs = 1000;
/** Written this often though nothing moves, while a long statement runs. */
const heartbeatMs = 5000;
/** Silent for longer: its process is gone. */
export const interruptedAfter = sql`interval '30 seconds'`;

type EndState = 'done' | 'checked' | 'refused' | 'failed' | 'cancelled';

export interface ImportRun {
  readonly folderName: string;
  readonly state: 'running' | 'interrupted' | 'done' | 'refused' | 'failed';
  readonly step: ImportProgress['step'];
  readonly done: number;
  readonly total: number;
}

interface StoredRun extends Pick<ImportRun, 'folderName' | 'step'> {
  readonly state: 'running' | 'done' | 'checked' | 'refused' | 'failed';
  readonly done: bigint;
  readonly total: bigint;
  readonly isSilent: boolean;
}

/** The newest import, running or ended within the last ten minutes; an interrupted one for a day. Imports exclude each other. */
export async function findImportRun(db: BillingDatabase): Promise<ImportRun | undefined> {
  const { rows } = await typedSql<StoredRun>({
    folderName: text(),
    state: text(),
    step: text(),
    done: int8(),
    total: int8(),
    isSilent: bool(),
  })`
    select folder_name as "folderName", state, step, done, total, moved_at < now() - ${interruptedAfter} as "isSilent"
    from billing.import_run
    where state in ('running', 'checked', 'done', 'refused', 'failed')
      and moved_at > now() - case state when 'running' then interval '1 day' else interval '10 minutes' end
    order by import_number desc limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { isSilent, done, total, ...run } = row;
  const ended = run.state === 'checked' ? 'done' : run.state;
  const state = ended === 'running' && isSilent ? 'interrupted' : ended;
  return { ...run, state, done: Number(done), total: Number(total) };
}

/** What came of an import. */
export interface ImportEnd {
  readonly state: EndState;
  /** Why it failed. */
  readonly code?: 'interrupted' | 'busy' | 'fault';
  /** What is wrong, or of a loaded or checked one what to look at; absent: as a check before said. */
  readonly problems?: readonly FoundProblem[];
  readonly problemCount?: number;
  readonly counts?: Readonly<Record<string, number>>;
  readonly ignoredFiles?: readonly string[];
}

export interface RecordedImport {
  readonly importNumber: string;
  readonly onProgress: (progress: ImportProgress) => void;
  /** undefined: it never began, and nothing of it is kept. */
  end(result: ImportEnd | undefined): Promise<void>;
}

/** An import of the command line, which has no row yet, or one that waited for its job. */
export type ImportToRecord =
  | { readonly folderName: string; readonly files?: readonly ImportFile[] }
  | { readonly importNumber: string };

async function insertCommandRun(
  db: BillingDatabase,
  { folderName, files = [] }: Extract<ImportToRecord, { folderName: string }>,
): Promise<string> {
  const { import_number: importNumber } = await db
    .insertInto('billing.import_run')
    .values({ folder_name: folderName, state: 'running', step: 'reading', files: JSON.stringify(files) })
    .returning('import_number')
    .executeTakeFirstOrThrow();
  return String(importNumber);
}

/**
 * Records the progress of an import for who looks on in another process, at most once a second and on other connections
 * than the import, and at its end what came of it. A progress that can't be written is left out: the import goes on.
 */
export async function recordImport(db: BillingDatabase, recorded: ImportToRecord): Promise<RecordedImport> {
  const importNumber =
    'importNumber' in recorded ? recorded.importNumber : await insertCommandRun(db, recorded);
  let latest: ImportProgress | undefined;
  let isMoved = false;
  let silentMs = 0;
  let writing: Promise<unknown> = Promise.resolve();

  async function write(): Promise<void> {
    const { step = 'reading', done = 0, total = 0 } = latest ?? {};
    await sql`
      update billing.import_run set step = ${step}, done = ${done}, total = ${total}, moved_at = now()
      where import_number = ${importNumber}`.execute(db);
  }

  const timer = setInterval(() => {
    silentMs += writeEveryMs;
    if (!isMoved && silentMs < heartbeatMs) return;
    [isMoved, silentMs] = [false, 0];
    writing = writing.then(() => write().catch(() => undefined));
  }, writeEveryMs);
  timer.unref();
  return {
    importNumber,
    onProgress(progress) {
      latest = progress;
      isMoved = true;
    },
    async end(result) {
      clearInterval(timer);
      await writing;
      if (result !== undefined) {
        await write().catch(() => undefined);
        return writeEnd(db, importNumber, result);
      }
      await sql`delete from billing.import_run where import_number = ${importNumber}`.execute(db);
    },
  };
}

async function writeEnd(db: BillingDatabase, importNumber: string, result: ImportEnd): Promise<void> {
  const { state, code, problems, problemCount = null, counts, ignoredFiles } = result;
  const rows = (problems ?? []).map((problem, index) => ({ ...problem, number: index + 1 }));
  await sql`
    with gone as (delete from billing.import_problem where import_number = ${importNumber}
      and problem_number > ${problems?.length ?? null}::int),
    kept as (
      insert into billing.import_problem (import_number, problem_number, file, line, column_name, code, value)
      select ${importNumber}, number, file, line, "column", code, value
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (number int, file text, line int, "column" text, code text, value text)
      on conflict (import_number, problem_number) do update set file = excluded.file, line = excluded.line,
        column_name = excluded.column_name, code = excluded.code, value = excluded.value)
    update billing.import_run set state = ${state}, code = ${code ?? null}, problem_count = coalesce(${problemCount}::int, problem_count),
      counts = coalesce(${counts ? JSON.stringify(counts) : null}::jsonb, counts),
      ignored_files = coalesce(${ignoredFiles ? JSON.stringify(ignoredFiles) : null}::jsonb, ignored_files),
      cancel_asked = false, moved_at = now(), ended_at = now()
    where import_number = ${importNumber}`.execute(db);
}

/** Says in the transaction that loads, as its last word, that it did: so after a cut it is known whether anything is loaded. */
export async function noteLoaded(
  client: pg.PoolClient,
  importNumber: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await client.query(
    'update billing.import_run set loaded_at = now(), counts = $2::jsonb where import_number = $1',
    [importNumber, JSON.stringify(counts)],
  );
}
