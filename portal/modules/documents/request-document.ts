import { addJob } from '#platform/jobs/add-jobs.ts';
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
export const maxAttempts = 5;

/**
 * Keeps a request and asks for its making, in one transaction; the same request again gives the first answer. 'reused':
 * another document was asked for under its id. undefined: five documents of the account are in work.
 */
export async function requestMaking(
  db: PortalDatabase,
  document: NewDocument,
): Promise<StoredDocument | 'reused' | undefined> {
  const kept = await db.transaction().execute((transaction) => requestMakingIn(transaction, document));
  if (kept !== undefined) return kept;
  const first = await findDocumentOfRequest(db, document.requestId);
  return first === undefined || isSame(first, document) ? first : 'reused';
}

/** The same in a transaction of the caller; undefined: the request is there already, or five are in work. */
export async function requestMakingIn(
  transaction: PortalDatabase,
  document: NewDocument,
): Promise<StoredDocument | undefined> {
  const inserted = await insertDocument(transaction, document);
  if (inserted === undefined) return undefined;
  const { accountNumber, documentId } = document;
  await addJob(transaction, makingJob, { accountNumber, documentId }, { maxAttempts, key: documentId });
  return inserted;
}

/** An archive is for whoever asked for it alone; every other document is of its account. */
function isSame(first: StoredDocument, asked: NewDocument): boolean {
  return (
    first.account_number === asked.accountNumber &&
    (first.accounts === null || first.requested_by === asked.requestedBy) &&
    first.kind === asked.kind &&
    first.ledger === asked.ledger &&
    first.period_from === asked.from &&
    first.period_to === asked.to &&
    JSON.stringify(first.accounts) === JSON.stringify(asked.accounts)
  );
}
