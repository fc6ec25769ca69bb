import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { nullable, type RowOf, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { deleteStoredFiles } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const hourMs = 3_600_000;
const cacheTtlMs = 90 * 24 * hourMs;
/** Archives hold what can be had bill by bill, and are large. */
const archiveKeptMs = 14 * 24 * hourMs;
/** An act of a legal entity is signed or argued about: three years, in which a debt may be claimed. */
const entityActKeptMs = 3 * 365 * 24 * hourMs;
/** Of one account. */
const maxArchives = 5;
/** The job of a document tries for two minutes; of one that waits longer it is lost. */
const lostMs = hourMs;
const atOnce = 200;

const oldDocumentColumns = {
  documentId: uuid(),
  fileId: nullable(uuid()),
};
type OldDocument = RowOf<typeof oldDocumentColumns>;

async function deleteDocuments(
  db: PortalDatabase,
  files: FileStore,
  old: readonly OldDocument[],
): Promise<void> {
  const fileIds = old.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
  for (const fileId of fileIds) await files.remove(fileId);
  await db.transaction().execute(async (transaction) => {
    const documentIds = old.map(({ documentId }) => documentId);
    await sql`delete from portal.document_request where document_id = any(${documentIds}::uuid[])`.execute(
      transaction,
    );
    await deleteStoredFiles(transaction, fileIds);
  });
}

/** Deletes the archives of an account beyond its five newest, files first; what is in work stays. */
export async function keepNewestArchives(
  db: PortalDatabase,
  files: FileStore,
  accountNumber: string,
): Promise<void> {
  const { rows } = await typedSql(oldDocumentColumns)`
    select "documentId", "fileId" from (
      select document_id as "documentId", file_id as "fileId", state,
             row_number() over (order by requested_at desc, document_id desc) as place
        from portal.document_request where account_number = ${accountNumber} and kind = 'bills') archive
     where place > ${maxArchives} and state in ('ready', 'failed')`.execute(db);
  if (rows.length > 0) await deleteDocuments(db, files, rows);
}

/**
 * Ends the documents whose job is lost, and deletes those that were asked for 90 days ago, archives of bills after 14, file
 * first.
 */
export async function sweepDocuments(db: PortalDatabase, files: FileStore, now: Instant): Promise<void> {
  const ago = (ms: number) => instantToIso((now - ms) as Instant);
  await sql`
    update portal.document_request set state = 'failed', failure = 'common.unexpected'
     where state in ('queued', 'making') and requested_at < ${ago(lostMs)}::timestamptz`.execute(db);
  for (;;) {
    const { rows } = await typedSql(oldDocumentColumns)`
      select document_id as "documentId", file_id as "fileId" from portal.document_request
       where requested_at < case when kind = 'bills' then ${ago(archiveKeptMs)}::timestamptz
         when ledger is not null and state = 'ready' then ${ago(entityActKeptMs)}::timestamptz
         else ${ago(cacheTtlMs)}::timestamptz end
       order by requested_at limit ${atOnce}`.execute(db);
    await deleteDocuments(db, files, rows);
    if (rows.length < atOnce) return;
  }
}
