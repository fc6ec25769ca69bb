import { sql } from 'kysely';
import { timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type FileStore, sweepShares } from './file-store.ts';

/** What is known of a file that lies in the store under its id. */
export interface StoredFile {
  readonly fileId: string;
  readonly accountNumber: string;
  readonly contentType: string;
  readonly byteCount: number;
  /** Absent: 'document'. Photos of meters are counted and swept by themselves. */
  readonly purpose?: 'photo' | 'document' | 'conversation';
  /** SHA-256 of what it came as, in hexadecimal; absent: not kept. */
  readonly contentHash?: string;
  /** ISO 8601. */
  readonly storedAt: string;
}

/** Registers a file. False: one is registered under the id, and stays as it is. */
export async function insertStoredFile(db: PortalDatabase, file: StoredFile): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('portal.stored_file')
    .values({
      file_id: file.fileId,
      account_number: file.accountNumber,
      content_type: file.contentType,
      purpose: file.purpose ?? 'document',
      byte_count: file.byteCount,
      content_hash: file.contentHash ?? null,
      stored_at: file.storedAt,
    })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Notes that something names these files: they stay. */
export async function markAttached(db: PortalDatabase, fileIds: readonly string[]): Promise<void> {
  await sql`update portal.stored_file set is_attached = true where file_id = any(${[...fileIds]}::uuid[])`.execute(
    db,
  );
}

/** Forgets files that are gone from the store. */
export async function deleteStoredFiles(db: PortalDatabase, fileIds: readonly string[]): Promise<void> {
  await sql`delete from portal.stored_file where file_id = any(${[...fileIds]}::uuid[])`.execute(db);
}

const hourMs = 3_600_000;

/**
 * Deletes what killed processes left in the store, a share of it in each hour of the day; returns how many files. Leftovers are a day
 * older than now and than the oldest transaction of the database, which may still commit the row of its file. Both by the clock of the
 * database: the product's may be set by a test.
 */
export async function sweepStore(
  db: PortalDatabase,
  files: FileStore,
  signal?: AbortSignal,
): Promise<number> {
  const { rows } = await typedSql({ now: timestamptz(), before: timestamptz() })`
    select clock_timestamp() as now, least(clock_timestamp(), min(xact_start)) - interval '1 day' as before
    from pg_stat_activity where datname = current_database()`.execute(db);
  const [times] = rows;
  if (times === undefined) throw new Error('the database does not tell the time');
  return files.sweep({
    share: Math.floor(times.now / hourMs) % sweepShares,
    before: times.before,
    signal,
    async findKnown(fileIds) {
      const known = await typedSql({ fileId: uuid() })`
        select file_id as "fileId" from portal.stored_file where file_id = any(${[...fileIds]}::uuid[])`.execute(
        db,
      );
      return new Set(known.rows.map(({ fileId }) => fileId));
    },
  });
}
