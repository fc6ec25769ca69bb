import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { bool, int8, text, typedSql } from '#platform/database/typed-sql.ts';
import type { ImportProgress } from './formats/file-format.ts';

const writeEveryMs = 1000;
/** Written this often though nothing moves, while a long statement runs. */
const heartbeatMs = 5000;
/** Silent for longer: its process is gone. */
const interruptedAfter = sql`interval '30 seconds'`;
const keptFor = sql`interval '90 days'`;

type EndState = 'done' | 'refused' | 'failed';

export interface ImportRun {
  readonly folderName: string;
  readonly state: 'running' | 'interrupted' | EndState;
  readonly step: ImportProgress['step'];
  readonly done: number;
  readonly total: number;
}

interface StoredRun extends Pick<ImportRun, 'folderName' | 'step'> {
  readonly state: 'running' | EndState;
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
    where moved_at > now() - case state when 'running' then interval '1 day' else interval '10 minutes' end
    order by import_number desc limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { isSilent, done, total, ...run } = row;
  const state = run.state === 'running' && isSilent ? 'interrupted' : run.state;
  return { ...run, state, done: Number(done), total: Number(total) };
}

export interface RecordedImport {
  readonly onProgress: (progress: ImportProgress) => void;
  /** undefined: it never began, and nothing of it is kept. */
  end(state: EndState | undefined): Promise<void>;
}

/**
 * Records the progress of an import for who looks on in another process, at most once a second and on other connections
 * than the import. A progress that can't be written is left out: the import goes on.
 */
export async function recordImport(db: BillingDatabase, folderName: string): Promise<RecordedImport> {
  await sql`delete from billing.import_run where started_at < now() - ${keptFor}`.execute(db);
  const { import_number: importNumber } = await db
    .insertInto('billing.import_run')
    .values({ folder_name: folderName, state: 'running', step: 'reading' })
    .returning('import_number')
    .executeTakeFirstOrThrow();
  let latest: ImportProgress | undefined;
  let isMoved = false;
  let silentMs = 0;
  let writing: Promise<unknown> = Promise.resolve();

  async function write(state: 'running' | EndState): Promise<void> {
    const { step = 'reading', done = 0, total = 0 } = latest ?? {};
    await db
      .updateTable('billing.import_run')
      .set({ state, step, done: BigInt(done), total: BigInt(total), moved_at: sql`now()` })
      .where('import_number', '=', importNumber)
      .execute()
      .catch(() => undefined);
  }

  const timer = setInterval(() => {
    silentMs += writeEveryMs;
    if (!isMoved && silentMs < heartbeatMs) return;
    [isMoved, silentMs] = [false, 0];
    writing = writing.then(() => write('running'));
  }, writeEveryMs);
  timer.unref();
  return {
    onProgress(progress) {
      latest = progress;
      isMoved = true;
    },
    async end(state) {
      clearInterval(timer);
      await writing;
      if (state !== undefined) return write(state);
      await db.deleteFrom('billing.import_run').where('import_number', '=', importNumber).execute();
    },
  };
}
