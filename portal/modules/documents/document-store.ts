import { type Selectable, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { DB } from '#portal/database.gen.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

type Row = Selectable<DB['portal.document_request']>;

/** A document that was asked for, as it is kept. */
export interface StoredDocument extends Omit<Row, 'kind' | 'state'> {
  readonly kind: 'reconciliation';
  readonly state: 'queued' | 'making' | 'ready' | 'failed';
}

export interface NewDocument {
  readonly accountNumber: string;
  readonly documentId: string;
  readonly kind: StoredDocument['kind'];
  readonly from: string;
  readonly to: string;
  readonly requestId: string;
  readonly requestedBy: string;
  readonly requestedAt: Instant;
}

/** Most documents of an account in work at a time. */
export const mostUnfinished = 5;

/**
 * Keeps a request. Requests of one account stand in line, so that the limit holds and each is kept once; to be called in a
 * transaction. undefined: the request is there already, or there are five in work.
 */
export async function insertDocument(
  transaction: PortalDatabase,
  document: NewDocument,
): Promise<StoredDocument | undefined> {
  await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${document.accountNumber}, 4))`.execute(
    transaction,
  );
  const { rows } = await sql<StoredDocument>`
    insert into portal.document_request (account_number, document_id, kind, period_from, period_to, request_id, requested_by,
      requested_at)
    select ${document.accountNumber}, ${document.documentId}::uuid, ${document.kind}, ${document.from}, ${document.to},
      ${document.requestId}::uuid, ${document.requestedBy}::uuid, ${instantToIso(document.requestedAt)}::timestamptz
    where (select count(*) from portal.document_request
        where account_number = ${document.accountNumber} and state in ('queued', 'making')) < ${mostUnfinished}
    on conflict (account_number, request_id) do nothing
    returning *`.execute(transaction);
  return rows[0];
}

/** What an earlier call with the same id asked for. */
export async function findDocumentOfRequest(
  db: PortalDatabase,
  accountNumber: string,
  requestId: string,
): Promise<StoredDocument | undefined> {
  const row = await db
    .selectFrom('portal.document_request')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return row as StoredDocument | undefined;
}

/** A document of an account; another account's is not found. */
export async function findDocument(
  db: PortalDatabase,
  accountNumber: string,
  documentId: string,
): Promise<StoredDocument | undefined> {
  const row = await db
    .selectFrom('portal.document_request')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row as StoredDocument | undefined;
}

const mostListed = 100;

/** The newest 100 documents of an account, the newest first. */
export async function listDocumentsOf(
  db: PortalDatabase,
  accountNumber: string,
): Promise<readonly StoredDocument[]> {
  const rows = await db
    .selectFrom('portal.document_request')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .orderBy('requested_at', 'desc')
    .orderBy('document_id', 'desc')
    .limit(mostListed)
    .execute();
  return rows as StoredDocument[];
}
