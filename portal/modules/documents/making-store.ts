import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { insertStoredFile } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { StoredDocument } from './document-store.ts';
import type { MadeFile } from './making.ts';

type DocumentKey = Pick<StoredDocument, 'account_number' | 'document_id'>;

/** Begins an attempt on a document that is not made yet, and counts it; undefined: there is nothing to make. */
export async function beginMaking(
  db: PortalDatabase,
  { account_number, document_id }: DocumentKey,
): Promise<StoredDocument | undefined> {
  const row = await db
    .updateTable('portal.document_request')
    .set((eb) => ({ state: 'making', attempts: eb('attempts', '+', 1) }))
    .where('account_number', '=', account_number)
    .where('document_id', '=', document_id)
    .where('state', 'in', ['queued', 'making'])
    .returningAll()
    .executeTakeFirst();
  return row as StoredDocument | undefined;
}

/** Notes how far a document is, in percent. */
export async function noteProgress(
  db: PortalDatabase,
  { account_number, document_id }: DocumentKey,
  progress: number,
): Promise<void> {
  await db
    .updateTable('portal.document_request')
    .set({ progress })
    .where('account_number', '=', account_number)
    .where('document_id', '=', document_id)
    .where('state', '=', 'making')
    .execute();
}

/** Ends a document that will not be made; `failure`: the code of why. */
export async function failDocument(
  db: PortalDatabase,
  { account_number, document_id }: DocumentKey,
  failure: string,
): Promise<void> {
  await db
    .updateTable('portal.document_request')
    .set({ state: 'failed', failure })
    .where('account_number', '=', account_number)
    .where('document_id', '=', document_id)
    .where('state', 'in', ['queued', 'making'])
    .execute();
}

/** Registers the file, which lies in the store under the id of its document, and ends the document as ready. */
export async function finishDocument(
  db: PortalDatabase,
  { account_number, document_id }: DocumentKey,
  file: MadeFile & { readonly at: Instant },
): Promise<void> {
  const at = instantToIso(file.at);
  await db.transaction().execute(async (transaction) => {
    await insertStoredFile(transaction, {
      fileId: document_id,
      accountNumber: account_number,
      contentType: file.contentType,
      byteCount: file.byteCount,
      storedAt: at,
    });
    await transaction
      .updateTable('portal.document_request')
      .set({ state: 'ready', progress: 100, file_id: document_id, file_name: file.name, ready_at: at })
      .where('account_number', '=', account_number)
      .where('document_id', '=', document_id)
      .where('state', '=', 'making')
      .execute();
  });
}
