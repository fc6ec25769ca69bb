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
import type { PortalDatabase } from '#portal/portal-database.ts';

/** A message of the supplier with the accounts it goes to. */
export interface NewSupplierMessage {
  readonly messageId: string;
  readonly title: string;
  readonly text: string;
  readonly accountNumbers: readonly string[];
  /** The administrator; null: the supplier. */
  readonly sentBy: string | null;
  readonly sentAt: Instant;
  /** null: it was not asked for by a request. */
  readonly requestId: string | null;
}

/** Keeps a message with its deliveries, in one statement; false: there is one of its id or its request, and nothing changed. */
export async function insertSupplierMessage(
  db: PortalDatabase,
  { messageId, title, text: body, accountNumbers, sentBy, sentAt, requestId }: NewSupplierMessage,
): Promise<boolean> {
  const { rows } = await typedSql({ isNew: bool() })`
    with sent as (
      insert into portal.supplier_message (message_id, title, body, audience, sent_by, sent_at, request_id)
      values (${messageId}::uuid, ${title}, ${body}, '{"kind": "accounts"}', ${sentBy}::uuid,
        ${instantToIso(sentAt)}::timestamptz, ${requestId}::uuid)
      on conflict do nothing
      returning message_id),
    delivered as (
      insert into portal.supplier_message_delivery (account_number, message_id)
      select account_number, message_id from sent, unnest(${[...accountNumbers]}::text[]) as account_number)
    select exists (select from sent) as "isNew"`.execute(db);
  return rows[0]?.isNew ?? false;
}

/** The message of an earlier request, and whether it was the same; undefined: there is none. */
export async function findMessageOfRequest(
  db: PortalDatabase,
  { title, text: body, accountNumbers, sentBy, requestId }: NewSupplierMessage,
) {
  const { rows } = await typedSql({ messageId: uuid(), isSame: bool() })`
    select m.message_id as "messageId",
      m.title = ${title} and m.body = ${body} and m.sent_by is not distinct from ${sentBy}::uuid
        and (select array_agg(d.account_number order by d.account_number collate "C")
            from portal.supplier_message_delivery d where d.message_id = m.message_id)
          = ${[...accountNumbers].sort()}::text[] as "isSame"
    from portal.supplier_message m where m.request_id = ${requestId}::uuid`.execute(db);
  return rows[0];
}

/** How many of these accounts are in nobody's cabinet. */
export async function countWithoutCabinet(
  db: PortalDatabase,
  accountNumbers: readonly string[],
): Promise<number> {
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::int as count from unnest(${[...accountNumbers]}::text[]) as asked (account_number)
    where not exists (
      select from portal.identity_account a where a.account_number = asked.account_number)`.execute(db);
  return rows[0]?.count ?? 0;
}

const sentColumns = {
  id: uuid(),
  title: text(),
  text: text(),
  sentAt: timestamptz<Instant>(),
  sentBy: text(),
  accounts: int4(),
  readAccounts: int4(),
  account: nullable(text()),
  /** Of the cursor. */
  moment: text(),
};

/** Where the part before ended. */
export interface SentPosition {
  readonly moment: string;
  readonly id: string;
}

/** Sent messages after a position, newest first, with what became of them. */
export async function listSent(
  db: PortalDatabase,
  after: SentPosition | undefined,
  limit: number,
): Promise<readonly RowOf<typeof sentColumns>[]> {
  const { rows } = await typedSql(sentColumns)`
    with shown as (
      select * from portal.supplier_message m
      where ${after === undefined}::boolean or (m.sent_at, m.message_id)
        < (${after?.moment ?? null}::timestamptz, ${after?.id ?? null}::uuid)
      order by m.sent_at desc, m.message_id desc limit ${limit}::integer)
    select m.message_id as id, m.title, m.body as text, m.sent_at as "sentAt",
      coalesce(nullif(a.full_name, ''), a.login, '') as "sentBy", deliveries.accounts, reads.accounts as "readAccounts",
      deliveries.account, to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from shown m
    left join portal.administrator a on a.identity_id = m.sent_by
    cross join lateral (
      select count(*)::int as accounts, case when count(*) = 1 then min(d.account_number) end as account
      from portal.supplier_message_delivery d where d.message_id = m.message_id) deliveries
    cross join lateral (
      select count(distinct r.account_number)::int as accounts
      from portal.supplier_message_read r where r.message_id = m.message_id) reads
    order by m.sent_at desc, m.message_id desc`.execute(db);
  return rows;
}
