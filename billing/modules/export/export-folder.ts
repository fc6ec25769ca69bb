import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { bool, json, nullable, queryClient, text } from '#platform/database/typed-sql.ts';
import { copyStatement, type ExportedRows, sumStatement } from './exported-rows.ts';
import { bookRows } from './rows-of-books.ts';
import { contractRows } from './rows-of-contracts.ts';
import { customerRows } from './rows-of-customers.ts';
import { meterRows } from './rows-of-meters.ts';
import { moneyRows } from './rows-of-money.ts';

const exportedFiles: readonly ExportedRows[] = [
  ...customerRows,
  ...meterRows,
  ...moneyRows,
  ...contractRows,
  ...bookRows,
];

/** Written last: a folder without it is not whole. */
const manifestName = 'manifest.json';

/** A file of a folder, as the manifest has it. */
interface ExportedFile {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Sums of columns of money, kopiykas. */
  readonly sums?: Readonly<Record<string, string>>;
}

export interface ExportProgress {
  readonly step: 'writing';
  readonly file: string;
  /** Files. */
  readonly done: number;
  readonly total: number;
}

export type ExportResult =
  /** `noSupplier`: there is nothing to export; `notEmpty`: the folder has something; nothing is written. */
  | { readonly kind: 'noSupplier' | 'notEmpty' | 'cancelled' }
  /** A closing is under way or was cut off: its month is neither open nor closed. */
  | { readonly kind: 'closing'; readonly period: BillingPeriod }
  | { readonly kind: 'exported'; readonly files: readonly ExportedFile[] };

interface ExportRequest {
  readonly pool: pg.Pool;
  /** Made when it is not there; must be empty. */
  readonly folder: string;
  readonly clock: Clock;
  /** Called before each file, which waits for it. */
  readonly onProgress?: (progress: ExportProgress) => void | Promise<void>;
  /** Ends the export; nothing of it stays. */
  readonly signal?: AbortSignal;
}

/** Makes the folder; false: it has something. `isNew`: it was not there. */
async function openFolder(folder: string): Promise<{ readonly isEmpty: boolean; readonly isNew: boolean }> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  return { isEmpty: (await readdir(folder)).length === 0, isNew: made !== undefined };
}

/** Counts and digests what passes. */
function createMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

async function writeRows(
  client: pg.PoolClient,
  rows: ExportedRows,
  path: string,
  signal: AbortSignal | undefined,
): Promise<ExportedFile> {
  const { file, sums } = rows;
  const meter = createMeter();
  const copy = client.query(copyTo(copyStatement(rows)));
  await pipeline(
    copy,
    meter.stream,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    signal ? { signal } : {},
  );
  const written = { file, rows: copy.rowCount ?? 0, ...meter.result() };
  if (sums === undefined) return written;
  const summed = await queryClient(
    client,
    { sums: json<Readonly<Record<string, string>>>() },
    sumStatement(rows),
  );
  return { ...written, sums: summed.rows[0]?.sums ?? {} };
}

async function writeManifest(
  folder: string,
  exportedAt: string,
  files: readonly ExportedFile[],
): Promise<void> {
  const part = join(folder, `${manifestName}.part`);
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ format: 1, exportedAt, files }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(folder, manifestName));
}

/** What keeps the books from being exported now. */
async function findObstacle(client: pg.PoolClient): Promise<ExportResult | undefined> {
  const { rows } = await queryClient(
    client,
    { hasSupplier: bool(), closing: nullable(text<BillingPeriod>()) },
    `select exists (select from billing.supplier) as "hasSupplier",
      (select min(period) from billing.period where state = 'closing') as closing`,
  );
  const [row] = rows;
  if (!row?.hasSupplier) return { kind: 'noSupplier' };
  return row.closing === null ? undefined : { kind: 'closing', period: row.closing };
}

async function writeFiles(
  client: pg.PoolClient,
  { folder, clock, onProgress, signal }: ExportRequest,
): Promise<ExportResult> {
  const obstacle = await findObstacle(client);
  if (obstacle !== undefined) return obstacle;
  const exportedAt = instantToIso(clock.now());
  const files: ExportedFile[] = [];
  for (const [done, rows] of exportedFiles.entries()) {
    await onProgress?.({ step: 'writing', file: rows.file, done, total: exportedFiles.length });
    signal?.throwIfAborted();
    files.push(await writeRows(client, rows, join(folder, `${rows.file}.part`), signal));
  }
  for (const { file } of files) await rename(join(folder, `${file}.part`), join(folder, file));
  await writeManifest(folder, exportedAt, files);
  return { kind: 'exported', files };
}

/** Removes what an export has written. */
async function clearFolder(folder: string, isNew: boolean): Promise<void> {
  const names = exportedFiles.map(({ file }) => file);
  for (const name of [manifestName, ...names])
    for (const path of [join(folder, name), join(folder, `${name}.part`)]) await rm(path, { force: true });
  if (isNew) await rmdir(folder).catch(() => undefined);
}

/**
 * Writes the whole billing database as a folder that the import reads (docs/import-format.md): as one moment has it, in a transaction
 * that only reads, beside the running product. Rows are streamed: memory does not grow with the books. Files end in `.part` until all
 * are written; the manifest comes last. What is cut off leaves no manifest. Source: product.md 11.
 */
export async function exportFolder(request: ExportRequest): Promise<ExportResult> {
  const { pool, folder, signal } = request;
  const { isEmpty, isNew } = await openFolder(folder);
  if (!isEmpty) return { kind: 'notEmpty' };
  const client = await pool.connect();
  let result: ExportResult | undefined;
  let isBroken = true;
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(`set local work_mem = '128MB'; set local datestyle = 'ISO'`);
    result = await writeFiles(client, request);
    await client.query('rollback');
    isBroken = false;
    return result;
  } catch (error) {
    if (signal?.aborted) return { kind: 'cancelled' };
    throw error;
  } finally {
    // A COPY that was cut off may have left its connection in the middle of it: it is closed, which ends the statement.
    client.release(isBroken);
    if (result?.kind !== 'exported') await clearFolder(folder, isNew);
  }
}
