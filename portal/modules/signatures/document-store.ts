import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { documentSignatureSchema, signableKindField } from '#contract/values/signature.ts';
import type { SignedBy } from '#domain/invoices/acceptance-act.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  int4,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { insertStoredFile } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export type SignableKind = z.infer<typeof signableKindField>;
type DocumentSignature = z.infer<typeof documentSignatureSchema>;

const documentColumns = {
  accountNumber: text(),
  documentId: uuid(),
  kind: text<SignableKind>(),
  subject: text(),
  edition: int4(),
  isLatest: bool(),
  period: text(),
  title: text(),
  number: nullable(text()),
  fileName: text(),
  contentType: text(),
  byteCount: int4(),
  sha256: text(),
  fileId: uuid(),
  customerEdrpou: text(),
  supplierEdrpou: text(),
  frozenAt: timestamptz<Instant>(),
  requestId: uuid(),
};

/** A document whose bytes are frozen. */
export type StoredSignedDocument = RowOf<typeof documentColumns>;

const documentFields = sql`d.account_number as "accountNumber", d.document_id as "documentId", d.kind, d.subject, d.edition,
  not exists (select from portal.signed_document later where later.account_number = d.account_number
    and later.kind = d.kind and later.subject = d.subject and later.edition > d.edition) as "isLatest",
  d.period, d.title, d.number, d.file_name as "fileName", d.content_type as "contentType", d.byte_count as "byteCount",
  d.sha256, d.file_id as "fileId", d.customer_edrpou as "customerEdrpou", d.supplier_edrpou as "supplierEdrpou",
  d.frozen_at as "frozenAt", d.request_id as "requestId"`;

/** A document of an account; undefined: it has none with this id. */
export async function findSignedDocument(
  db: PortalDatabase,
  accountNumber: string,
  documentId: string,
): Promise<StoredSignedDocument | undefined> {
  const { rows } = await typedSql(documentColumns)`
    select ${documentFields} from portal.signed_document d
     where d.account_number = ${accountNumber} and d.document_id = ${documentId}::uuid`.execute(db);
  return rows[0];
}

/** The document that a request froze, else the latest edition of the subject; undefined: it was not frozen yet. */
export async function findFrozen(
  db: PortalDatabase,
  asked: {
    readonly accountNumber: string;
    readonly kind: SignableKind;
    readonly subject: string;
    readonly requestId: string;
  },
): Promise<StoredSignedDocument | undefined> {
  const { rows } = await typedSql(documentColumns)`
    select ${documentFields} from portal.signed_document d
     where d.account_number = ${asked.accountNumber}
       and (d.request_id = ${asked.requestId}::uuid or (d.kind = ${asked.kind} and d.subject = ${asked.subject}))
     order by (d.request_id = ${asked.requestId}::uuid) desc, d.edition desc limit 1`.execute(db);
  return rows[0];
}

/** Documents of an account, the newest first; `after`: the id of the last one that was listed. */
export async function listFrozen(
  db: PortalDatabase,
  accountNumber: string,
  {
    kind = null,
    subject = null,
    period = null,
    after = null,
    limit,
  }: {
    readonly kind?: SignableKind | null;
    readonly subject?: string | null;
    readonly period?: string | null;
    readonly after?: string | null;
    readonly limit: number;
  },
): Promise<readonly StoredSignedDocument[]> {
  const { rows } = await typedSql(documentColumns)`
    select ${documentFields} from portal.signed_document d
     where d.account_number = ${accountNumber} and (${kind}::text is null or d.kind = ${kind})
       and (${subject}::text is null or d.subject = ${subject})
       and (${period}::text is null or d.period = ${period})
       and (${after}::uuid is null or d.document_id < ${after}::uuid)
     order by d.document_id desc limit ${limit}`.execute(db);
  return rows;
}

export interface NewSignedDocument
  extends Omit<StoredSignedDocument, 'edition' | 'isLatest' | 'fileId' | 'requestId'> {
  readonly frozenBy: string;
  readonly requestId: string;
  /** Whether an earlier edition may be there. */
  readonly isNewEdition: boolean;
  /** Puts the bytes into the store under the id of the document. */
  readonly keep: () => Promise<void>;
}

/**
 * Freezes a document: its bytes are kept, then it is registered as the next edition of its subject. Those of one account stand in
 * line. Not new when it is there already.
 */
export async function freezeDocument(
  db: PortalDatabase,
  document: NewSignedDocument,
): Promise<StoredSignedDocument> {
  return db.transaction().execute(async (transaction) => {
    const { accountNumber } = document;
    await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${accountNumber}, 18))`.execute(
      transaction,
    );
    const before = await findFrozen(transaction, document);
    if (before !== undefined && (before.requestId === document.requestId || !document.isNewEdition))
      return before;
    await document.keep();
    await insertStoredFile(transaction, {
      fileId: document.documentId,
      accountNumber,
      contentType: document.contentType,
      byteCount: document.byteCount,
      contentHash: document.sha256,
      storedAt: instantToIso(document.frozenAt),
    });
    await transaction
      .insertInto('portal.signed_document')
      .values({
        account_number: accountNumber,
        document_id: document.documentId,
        kind: document.kind,
        subject: document.subject,
        edition: (before?.edition ?? 0) + 1,
        period: document.period,
        title: document.title,
        number: document.number,
        file_name: document.fileName,
        content_type: document.contentType,
        byte_count: document.byteCount,
        sha256: document.sha256,
        file_id: document.documentId,
        customer_edrpou: document.customerEdrpou,
        supplier_edrpou: document.supplierEdrpou,
        frozen_at: instantToIso(document.frozenAt),
        frozen_by: document.frozenBy,
        request_id: document.requestId,
      })
      .execute();
    const frozen = await findSignedDocument(transaction, accountNumber, document.documentId);
    if (frozen === undefined) throw new Error('a document was not frozen');
    return frozen;
  });
}

const signatureColumns = {
  signatureId: uuid(),
  documentId: uuid(),
  party: text<DocumentSignature['party']>(),
  isSeal: bool(),
  signerName: text(),
  post: nullable(text()),
  organization: nullable(text()),
  edrpou: nullable(text()),
  drfo: nullable(text()),
  certificateSerial: text(),
  issuer: text(),
  signedAt: nullable(timestamptz<Instant>()),
  timeStampedAt: nullable(timestamptz<Instant>()),
  revocation: text<DocumentSignature['revocation']>(),
  container: text<'p7s' | 'asice'>(),
  fileId: uuid(),
  addedAt: timestamptz<Instant>(),
  requestId: uuid(),
};

export type StoredSignature = RowOf<typeof signatureColumns>;

const signatureFields = sql`signature_id as "signatureId", document_id as "documentId", party, is_seal as "isSeal",
  signer_name as "signerName", post, organization, edrpou, drfo, certificate_serial as "certificateSerial", issuer,
  signed_at as "signedAt", time_stamped_at as "timeStampedAt", revocation, container, file_id as "fileId",
  added_at as "addedAt", request_id as "requestId"`;

/** Signatures of documents of an account, in the order in which they came. */
export async function listSignatures(
  db: PortalDatabase,
  accountNumber: string,
  documentIds: readonly string[],
): Promise<readonly StoredSignature[]> {
  const { rows } = await typedSql(signatureColumns)`
    select ${signatureFields} from portal.document_signature
     where account_number = ${accountNumber} and document_id = any(${[...documentIds]}::uuid[])
     order by signature_id`.execute(db);
  return rows;
}

/** Who has signed the latest edition of each document of a kind, by account and subject. */
export async function signedBySubjects(
  db: PortalDatabase,
  accountNumbers: readonly string[],
  kind: SignableKind,
): Promise<ReadonlyMap<string, ReadonlyMap<string, SignedBy>>> {
  const { rows } = await typedSql({ account: text(), subject: text(), customer: bool(), supplier: bool() })`
    select distinct on (d.account_number, d.subject) d.account_number as account, d.subject,
      exists (select from portal.document_signature s where s.account_number = d.account_number
        and s.document_id = d.document_id and s.party = 'customer') as customer,
      exists (select from portal.document_signature s where s.account_number = d.account_number
        and s.document_id = d.document_id and s.party = 'supplier') as supplier
    from portal.signed_document d
    where d.account_number = any(${[...accountNumbers]}::text[]) and d.kind = ${kind}
    order by d.account_number, d.subject, d.edition desc`.execute(db);
  const ofAccounts = Map.groupBy(rows, ({ account }) => account);
  return new Map(
    [...ofAccounts].map(([account, signed]) => [
      account,
      new Map(signed.map(({ subject, customer, supplier }) => [subject, { customer, supplier }])),
    ]),
  );
}

/** Who has signed the latest edition of each document of a kind of an account, by its subject. */
export async function signedBySubject(
  db: PortalDatabase,
  accountNumber: string,
  kind: SignableKind,
): Promise<ReadonlyMap<string, SignedBy>> {
  return (await signedBySubjects(db, [accountNumber], kind)).get(accountNumber) ?? new Map();
}

/** The signature that a request added; undefined: none. */
export async function findSignatureOfRequest(
  db: PortalDatabase,
  accountNumber: string,
  requestId: string,
): Promise<(StoredSignature & { readonly contentHash: string | null }) | undefined> {
  const { rows } = await typedSql({ ...signatureColumns, contentHash: nullable(text()) })`
    select ${signatureFields}, (select f.content_hash from portal.stored_file f where f.file_id = s.file_id) as "contentHash"
      from portal.document_signature s
     where account_number = ${accountNumber} and request_id = ${requestId}::uuid`.execute(db);
  return rows[0];
}

export interface NewSignature extends Omit<StoredSignature, 'fileId'> {
  readonly accountNumber: string;
  readonly byteCount: number;
  /** SHA-256 of the file in hexadecimal. */
  readonly contentHash: string;
  /** null: the seal of the supplier. */
  readonly addedBy: { readonly identityId: string; readonly sessionId: string } | null;
}

/** Registers a signature whose file is kept under its id; false: its party has one already. To be called in a transaction. */
export async function insertSignature(
  transaction: PortalDatabase,
  signature: NewSignature,
): Promise<boolean> {
  const { accountNumber, signatureId, addedAt } = signature;
  await insertStoredFile(transaction, {
    fileId: signatureId,
    accountNumber,
    contentType: 'application/pkcs7-signature',
    byteCount: signature.byteCount,
    contentHash: signature.contentHash,
    storedAt: instantToIso(addedAt),
  });
  const moment = (at: Instant | null) => (at === null ? null : instantToIso(at));
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('portal.document_signature')
    .values({
      account_number: accountNumber,
      signature_id: signatureId,
      document_id: signature.documentId,
      party: signature.party,
      is_seal: signature.isSeal,
      signer_name: signature.signerName,
      post: signature.post,
      organization: signature.organization,
      edrpou: signature.edrpou,
      drfo: signature.drfo,
      certificate_serial: signature.certificateSerial,
      issuer: signature.issuer,
      signed_at: moment(signature.signedAt),
      time_stamped_at: moment(signature.timeStampedAt),
      revocation: signature.revocation,
      container: signature.container,
      file_id: signatureId,
      added_at: instantToIso(addedAt),
      added_by: signature.addedBy?.identityId ?? null,
      session_id: signature.addedBy?.sessionId ?? null,
      request_id: signature.requestId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
