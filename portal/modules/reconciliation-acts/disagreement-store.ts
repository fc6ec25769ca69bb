import { sql } from 'kysely';
import type { ActLedger } from '#contract/values/reconciliation-act.ts';
import type { Kopiykas } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  int8,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** A row of the customer's books, sums as on the wire. */
export interface CustomerRow {
  readonly date: string;
  readonly document: string;
  readonly debit: string;
  readonly credit: string;
}

const headColumns = {
  account: text(),
  documentId: uuid(),
  by: text(),
  sentAt: timestamptz<Instant>(),
  outcome: nullable(text<'stays' | 'newAct'>()),
};
const listedColumns = { ...headColumns, ledger: text<ActLedger>(), from: text(), to: text() };
const disagreementColumns = {
  ...headColumns,
  opening: int8<Kopiykas>(),
  rows: json<CustomerRow[]>(),
  comment: text(),
  requestId: uuid(),
  answer: nullable(text()),
  answeredAt: nullable(timestamptz<Instant>()),
  newDocumentId: nullable(uuid()),
};
export type StoredDisagreement = RowOf<typeof disagreementColumns>;
export type ListedDisagreement = RowOf<typeof listedColumns>;

const head = sql`d.account_number as account, d.document_id as "documentId",
  coalesce(nullif(concat_ws(' ', nullif(i.surname, ''), nullif(i.name, '')), ''), i.email, i.phone, '') as by,
  d.sent_at as "sentAt", d.outcome`;
const whole = sql`${head}, d.opening_kopiykas as opening, d.rows, d.comment, d.request_id as "requestId", d.answer,
  d.answered_at as "answeredAt", d.new_document_id as "newDocumentId"`;
const tables = sql`portal.reconciliation_disagreement d left join portal.identity i on i.identity_id = d.sent_by`;

/** Names an act. */
export interface ActKey {
  readonly account: string;
  readonly documentId: string;
}

export async function findDisagreement(
  db: PortalDatabase,
  { account, documentId }: ActKey,
): Promise<StoredDisagreement | undefined> {
  const { rows } = await typedSql(disagreementColumns)`
    select ${whole} from ${tables}
    where d.account_number = ${account} and d.document_id = ${documentId}::uuid`.execute(db);
  return rows[0];
}

/** What an earlier call with the same id sent about an act of the account. */
export async function findDisagreementOfRequest(
  db: PortalDatabase,
  account: string,
  requestId: string,
): Promise<StoredDisagreement | undefined> {
  const { rows } = await typedSql(disagreementColumns)`
    select ${whole} from ${tables}
    where d.account_number = ${account} and d.request_id = ${requestId}::uuid`.execute(db);
  return rows[0];
}

/** Which acts of an account have a disagreement, and what came of it. */
export async function listOutcomes(
  db: PortalDatabase,
  account: string,
): Promise<ReadonlyMap<string, 'stays' | 'newAct' | null>> {
  const rows = await db
    .selectFrom('portal.reconciliation_disagreement')
    .select(['document_id', 'outcome'])
    .where('account_number', '=', account)
    .execute();
  return new Map(rows.map((row) => [row.document_id, row.outcome as 'stays' | 'newAct' | null]));
}

/** Of all accounts: those that wait, the oldest first, then those answered last; and how many wait. */
export async function listAllDisagreements(
  db: PortalDatabase,
  limit: number,
): Promise<{ disagreements: readonly ListedDisagreement[]; waiting: number }> {
  const [{ rows }, count] = await Promise.all([
    typedSql(listedColumns)`
      select ${head}, r.ledger, r.period_from::text as "from", r.period_to::text as "to"
      from ${tables} join portal.document_request r using (account_number, document_id)
      order by d.answered_at desc nulls first, d.sent_at limit ${limit}`.execute(db),
    db
      .selectFrom('portal.reconciliation_disagreement')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('outcome', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return { disagreements: rows, waiting: Number(count.count) };
}

/** Keeps a disagreement; an act has one, so a second one leaves the first. */
export async function insertDisagreement(
  db: PortalDatabase,
  { account, documentId }: ActKey,
  sent: Pick<StoredDisagreement, 'opening' | 'rows' | 'comment' | 'requestId' | 'sentAt'> & {
    readonly sentBy: string;
  },
): Promise<void> {
  await db
    .insertInto('portal.reconciliation_disagreement')
    .values({
      account_number: account,
      document_id: documentId,
      opening_kopiykas: sent.opening,
      rows: JSON.stringify(sent.rows),
      comment: sent.comment,
      request_id: sent.requestId,
      sent_by: sent.sentBy,
      sent_at: instantToIso(sent.sentAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether it was answered now; false: it has been before, or there is none. */
export async function answerDisagreementOnce(
  db: PortalDatabase,
  { account, documentId }: ActKey,
  said: {
    readonly outcome: 'stays' | 'newAct';
    readonly answer: string;
    readonly by: string;
    readonly at: Instant;
    readonly newDocumentId: string | null;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('portal.reconciliation_disagreement')
    .set({
      outcome: said.outcome,
      answer: said.answer,
      answered_by: said.by,
      answered_at: instantToIso(said.at),
      new_document_id: said.newDocumentId,
    })
    .where('account_number', '=', account)
    .where('document_id', '=', documentId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
