import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { ImportData, ImportFile } from '#contract/values/import.ts';
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
import { interruptedAfter } from './import-run.ts';

export interface StoredImport {
  readonly importNumber: number;
  readonly source: ImportData['source'];
  readonly mode: ImportData['mode'];
  readonly state: Exclude<ImportData['state'], 'interrupted'>;
  readonly isSilent: boolean;
  readonly step: ImportData['step'];
  readonly done: bigint;
  readonly total: bigint;
  readonly folderName: string;
  readonly askedBy: string;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly reason: string;
  readonly files: readonly ImportFile[];
  readonly parts: readonly number[];
  readonly ignoredFiles: readonly string[];
  readonly problemCount: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly isLoaded: boolean;
  readonly isCancelAsked: boolean;
  readonly areFilesKept: boolean;
  readonly code: ImportData['code'];
}

async function list(db: BillingDatabase, rest: RawBuilder<unknown>): Promise<readonly StoredImport[]> {
  const { rows } = await typedSql<StoredImport>({
    importNumber: int4(),
    source: text(),
    mode: text(),
    state: text(),
    isSilent: bool(),
    step: text(),
    done: int8(),
    total: int8(),
    folderName: text(),
    askedBy: text(),
    startedAt: timestamptz(),
    endedAt: nullable(timestamptz()),
    reason: text(),
    files: json(),
    parts: json(),
    ignoredFiles: json(),
    problemCount: int4(),
    counts: json(),
    isLoaded: bool(),
    isCancelAsked: bool(),
    areFilesKept: bool(),
    code: nullable(text()),
  })`
    select run.import_number::int as "importNumber", source, mode, state, moved_at < now() - ${interruptedAfter} as "isSilent",
      step, done, total, folder_name as "folderName", asked_by as "askedBy", started_at as "startedAt", ended_at as "endedAt",
      reason, files, coalesce((
        select jsonb_agg((
          select count(*)::int from billing.import_part part
          where part.import_number = run.import_number and part.file_number = place) order by place)
        from generate_series(1, jsonb_array_length(files)) place
        where source = 'page'), '[]') as parts,
      ignored_files as "ignoredFiles", problem_count as "problemCount", counts,
      loaded_at is not null as "isLoaded", cancel_asked as "isCancelAsked",
      source = 'page' and files_removed_at is null as "areFilesKept", code
    from billing.import_run run ${rest}`.execute(db);
  return rows;
}

/** An import; with `lock` it is held until the transaction ends. */
export async function findImport(
  db: BillingDatabase,
  importNumber: number,
  lock = false,
): Promise<StoredImport | undefined> {
  const held = lock ? sql` for update of run` : sql``;
  return (await list(db, sql`where run.import_number = ${importNumber}${held}`))[0];
}

/** Imports, newest first, those before a number. */
export function listImports(
  db: BillingDatabase,
  before: number | null,
  limit: number,
): Promise<readonly StoredImport[]> {
  return list(
    db,
    sql`where ${before}::int is null or run.import_number < ${before}::int order by run.import_number desc limit ${limit}`,
  );
}

/** The import that waits for the job, but for some. */
export async function findWaitingImport(
  db: BillingDatabase,
  but: readonly number[] = [],
): Promise<StoredImport | undefined> {
  const isWaiting = sql`source = 'page' and state = 'waiting' and run.import_number <> all(${[...but]}::int[])`;
  return (await list(db, sql`where ${isWaiting} order by run.import_number limit 1`))[0];
}

/** Imports whose process is gone, since the caller holds the lock of the job. */
export function listCutOff(db: BillingDatabase): Promise<readonly StoredImport[]> {
  return list(db, sql`where source = 'page' and state = 'running' order by run.import_number`);
}

/** An import as function modules answer it. */
export function toImportData(found: StoredImport): ImportData {
  const { isSilent, folderName, startedAt, endedAt, counts, done, total, state, ...rest } = found;
  return {
    ...rest,
    state: state === 'running' && isSilent ? 'interrupted' : state,
    done: Number(done),
    total: Number(total),
    startedAt: instantToIso(startedAt),
    endedAt: endedAt === null ? null : instantToIso(endedAt),
    files: rest.files.length > 0 ? [...rest.files] : [{ name: folderName, byteCount: 0 }],
    parts: [...rest.parts],
    ignoredFiles: [...rest.ignoredFiles],
    counts: Object.entries(counts)
      .filter(([, rows]) => rows > 0)
      .map(([table, rows]) => ({ table, rows })),
  };
}
