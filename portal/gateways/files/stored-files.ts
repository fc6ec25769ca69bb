import { sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';

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
