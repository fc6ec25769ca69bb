import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { nullable, type RowOf, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { deleteStoredFiles } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Of one account. */
const maxArchives = 5;
/** The job of a document tries for two minutes; of one that waits longer it is lost. */
const lostMs = 3_600_000;

const oldDocumentColumns = {
  documentId: uuid(),
  fileId: nullable(uuid()),
};
type OldDocument = RowOf<typeof oldDocumentColumns>;

async function deleteInTransaction(
  transaction: PortalDatabase,
  files: FileStore,
  old: readonly OldDocument[],
): Promise<void> {
  const fileIds = old.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
  for (const fileId of fileIds) await files.remove(fileId);
  const documentIds = old.map(({ documentId }) => documentId);
  await sql`delete from portal.document_request where document_id = any(${documentIds}::uuid[])`.execute(
    transaction,
  );
  await deleteStoredFiles(transaction, fileIds);
}

async function deleteDocuments(
  db: PortalDatabase,
  files: FileStore,
  old: readonly OldDocument[],
): Promise<void> {
  await db.transaction().execute((transaction) => deleteInTransaction(transaction, files, old));
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

/** Ends the documents whose job is lost. */
export async function endLostDocuments(db: PortalDatabase, now: Instant): Promise<void> {
  await sql`
    update portal.document_request set state = 'failed', failure = 'common.unexpected'
     where state in ('queued', 'making') and requested_at < ${instantToIso((now - lostMs) as Instant)}::timestamptz`.execute(
    db,
  );
}

/** Documents by how long they are of use. */
const ofUse = {
  /** Archives hold what can be had bill by bill, and are large. */
  archives: sql`kind = 'bills'`,
  /** An act of a legal entity is signed or disputed within the years in which a debt may be claimed. */
  entityActs: sql`kind <> 'bills' and ledger is not null and state = 'ready'`,
  others: sql`kind <> 'bills' and not (ledger is not null and state = 'ready')`,
} as const;

/** Deletes documents that were requested before a moment, the file first. */
export async function deleteOldDocuments(
  db: PortalDatabase,
  files: FileStore,
  which: keyof typeof ofUse,
  before: Instant,
  limit: number,
): Promise<number> {
  const { rows } = await typedSql(oldDocumentColumns)`
    select document_id as "documentId", file_id as "fileId" from portal.document_request
     where requested_at < ${instantToIso(before)}::timestamptz and ${ofUse[which]}
     order by requested_at limit ${limit}::integer`.execute(db);
  await deleteDocuments(db, files, rows);
  return rows.length;
}

/** Deletes the documents that an identity asked for, the files first: they can be made again from the books. */
export async function deleteDocumentsOf(
  transaction: PortalDatabase,
  files: FileStore,
  identityId: string,
): Promise<void> {
  const { rows } = await typedSql(oldDocumentColumns)`
    select document_id as "documentId", file_id as "fileId" from portal.document_request
     where requested_by = ${identityId}::uuid`.execute(transaction);
  await deleteInTransaction(transaction, files, rows);
}
