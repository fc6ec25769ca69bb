import { addJob } from '#platform/jobs/add-job.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  findDocumentOfRequest,
  insertDocument,
  type NewDocument,
  type StoredDocument,
} from './document-store.ts';

/** The job that makes a document. */
export const makingJob = 'make-document';

/** How often a document is tried: within two minutes. */
export const mostAttempts = 5;

/**
 * Keeps a request and asks for its making, in one transaction; the same request again gives the first answer. undefined:
 * five documents of the account are in work.
 */
export async function requestMaking(
  db: PortalDatabase,
  document: NewDocument,
): Promise<StoredDocument | undefined> {
  const kept = await db.transaction().execute(async (transaction) => {
    const inserted = await insertDocument(transaction, document);
    if (inserted === undefined) return undefined;
    const { accountNumber, documentId } = document;
    await addJob(
      transaction,
      makingJob,
      { accountNumber, documentId },
      { maxAttempts: mostAttempts, key: documentId },
    );
    return inserted;
  });
  return kept ?? findDocumentOfRequest(db, document.accountNumber, document.requestId);
}
