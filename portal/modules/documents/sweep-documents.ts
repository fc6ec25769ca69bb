import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const hourMs = 3_600_000;
const keptMs = 90 * 24 * hourMs;
/** The job of a document tries for two minutes; of one that waits longer it is lost. */
const lostMs = hourMs;
const atOnce = 200;

/** Ends the documents whose job is lost, and deletes those that were asked for 90 days ago, file first. */
export async function sweepDocuments(db: PortalDatabase, files: FileStore, now: Instant): Promise<void> {
  const ago = (ms: number) => instantToIso((now - ms) as Instant);
  await sql`
    update portal.document_request set state = 'failed', failure = 'common.unexpected'
     where state in ('queued', 'making') and requested_at < ${ago(lostMs)}::timestamptz`.execute(db);
  for (;;) {
    const { rows } = await sql<{ documentId: string; fileId: string | null }>`
      select document_id as "documentId", file_id as "fileId" from portal.document_request
       where requested_at < ${ago(keptMs)}::timestamptz order by requested_at limit ${atOnce}`.execute(db);
    const fileIds = rows.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
    for (const fileId of fileIds) await files.remove(fileId);
    await db.transaction().execute(async (transaction) => {
      const documentIds = rows.map(({ documentId }) => documentId);
      await sql`delete from portal.document_request where document_id = any(${documentIds}::uuid[])
        and requested_at < ${ago(keptMs)}::timestamptz`.execute(transaction);
      await sql`delete from portal.stored_file where file_id = any(${fileIds}::uuid[])`.execute(transaction);
    });
    if (rows.length < atOnce) return;
  }
}
