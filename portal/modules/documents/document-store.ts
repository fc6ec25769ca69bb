import { type Selectable, sql } from 'kysely';
import type { ActLedger, EntityAct } from '#contract/values/reconciliation-act.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  type Columns,
  int4,
  json,
  nullable,
  text,
  textArray,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { DB } from '#portal/database.gen.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

type Row = Selectable<DB['portal.document_request']>;

/** A document that was asked for, as it is kept. */
export interface StoredDocument extends Omit<Row, 'kind' | 'state' | 'ledger' | 'contents'> {
  readonly kind: 'reconciliation' | 'bills';
  /** Of an act of a legal entity; null: the document is of another layout. */
  readonly ledger: ActLedger | null;
  readonly state: 'queued' | 'making' | 'ready' | 'failed';
}

export interface NewDocument {
  readonly accountNumber: string;
  readonly documentId: string;
  readonly kind: StoredDocument['kind'];
  readonly ledger: ActLedger | null;
  readonly from: string;
  readonly to: string;
  /** Of an archive: whose bills are in it; null: the document is of its account. */
  readonly accounts: readonly string[] | null;
  readonly requestId: string;
  readonly requestedBy: string;
  readonly requestedAt: Instant;
}

/** Most documents of an account in work at a time. */
const maxUnfinished = 5;

const storedDocumentColumns: Columns<StoredDocument> = {
  kind: text(),
  state: text(),
  ledger: nullable(text()),
  account_number: text(),
  accounts: nullable(textArray()),
  attempts: int4(),
  document_id: uuid(),
  failure: nullable(text()),
  file_id: nullable(uuid()),
  file_name: nullable(text()),
  period_from: text(),
  period_to: text(),
  progress: int4(),
  ready_at: nullable(timestamptz()),
  request_id: uuid(),
  requested_at: timestamptz(),
  requested_by: uuid(),
};

/** Without the contents of acts, which may be long. */
const storedColumns = sql.raw(Object.keys(storedDocumentColumns).join(', '));

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
  const { rows } = await typedSql(storedDocumentColumns)`
    insert into portal.document_request (account_number, document_id, kind, period_from, period_to, request_id, requested_by,
      requested_at, accounts, ledger)
    select ${document.accountNumber}, ${document.documentId}::uuid, ${document.kind}, ${document.from}, ${document.to},
      ${document.requestId}::uuid, ${document.requestedBy}::uuid, ${instantToIso(document.requestedAt)}::timestamptz,
      ${document.accounts === null ? null : [...document.accounts]}::text[],
      ${document.ledger}
    where (select count(*) from portal.document_request
        where account_number = ${document.accountNumber} and state in ('queued', 'making')) < ${maxUnfinished}
      and not exists (select from portal.document_request where request_id = ${document.requestId}::uuid)
    on conflict (account_number, request_id) do nothing
    returning ${storedColumns}`.execute(transaction);
  return rows[0];
}

/** What an earlier call with the same id asked for, of whatever account. */
export async function findDocumentOfRequest(
  db: PortalDatabase,
  requestId: string,
): Promise<StoredDocument | undefined> {
  const row = await db
    .selectFrom('portal.document_request')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return row as StoredDocument | undefined;
}

/**
 * Documents of an account that somebody may see: those of the account, and of archives their own, while every account whose
 * bills are inside is in their cabinet still.
 */
function visible(accountNumber: string, identityId: string) {
  return sql`account_number = ${accountNumber}
    and (accounts is null or (requested_by = ${identityId}::uuid and accounts <@ array(
      select a.account_number from portal.cabinet_account a where a.identity_id = ${identityId}::uuid)))`;
}

/** A document of an account; another account's, and another's archive, is not found. */
export async function findDocument(
  db: PortalDatabase,
  accountNumber: string,
  documentId: string,
  identityId: string,
): Promise<StoredDocument | undefined> {
  const { rows } = await typedSql(storedDocumentColumns)`
    select ${storedColumns} from portal.document_request
     where document_id = ${documentId}::uuid and ${visible(accountNumber, identityId)}`.execute(db);
  return rows[0];
}

const maxListed = 100;

/** The newest 100 documents of an account, of one kind or of all, the newest first. */
export async function listDocumentsOf(
  db: PortalDatabase,
  accountNumber: string,
  identityId: string,
  kind: StoredDocument['kind'] | undefined,
): Promise<readonly StoredDocument[]> {
  const { rows } = await typedSql(storedDocumentColumns)`
    select ${storedColumns} from portal.document_request
     where ${visible(accountNumber, identityId)} and (${kind ?? null}::text is null or kind = ${kind ?? null})
     order by requested_at desc, document_id desc limit ${maxListed}`.execute(db);
  return rows;
}

/** Every account that a sign-in sees, by number. */
export async function listCabinetAccounts(db: PortalDatabase, identityId: string): Promise<string[]> {
  const { rows } = await typedSql({ account: text() })`
    select account_number as account from portal.cabinet_account
     where identity_id = ${identityId}::uuid order by account_number`.execute(db);
  return rows.map(({ account }) => account);
}

/** What an act of a legal entity says, frozen with its PDF; undefined: it is not ready. */
export async function findActContents(
  db: PortalDatabase,
  accountNumber: string,
  documentId: string,
): Promise<EntityAct | undefined> {
  const { rows } = await typedSql({ contents: json<EntityAct>() })`
    select contents from portal.document_request
     where account_number = ${accountNumber} and document_id = ${documentId}::uuid and state = 'ready'
       and contents is not null`.execute(db);
  return rows[0]?.contents;
}
