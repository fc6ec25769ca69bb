import { type RawBuilder, sql } from 'kysely';
import type { OutputOf } from '#contract/define-call.ts';
import type { unreadMessages } from '#contract/supplier-messages.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import {
  bool,
  int4,
  json,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** SQL: the message was recalled, and whoever had not read it does not see it. */
const isRecalled = (messageId: RawBuilder<unknown>) => sql`exists (
  select from portal.supplier_message_dispatch x where x.message_id = ${messageId} and x.recalled_at is not null)`;

const inboxColumns = {
  id: uuid(),
  title: text(),
  text: text(),
  sentAt: timestamptz<Instant>(),
  isRead: bool(),
};

/** Which messages of an account, and who reads them. */
interface InboxQuestion {
  readonly accountNumber: string;
  /** Identity whose marks count. */
  readonly reader: string;
  readonly onlyUnread: boolean;
  readonly limit: number;
}

/** The messages of the supplier to an account as one reader sees them, newest first. */
export async function listInbox(
  db: PortalDatabase,
  { accountNumber, reader, onlyUnread, limit }: InboxQuestion,
): Promise<readonly RowOf<typeof inboxColumns>[]> {
  const { rows } = await typedSql(inboxColumns)`
    select m.message_id as id, m.title, m.body as text, m.sent_at as "sentAt", r.message_id is not null as "isRead"
    from portal.supplier_message_delivery d
    join portal.supplier_message m on m.message_id = d.message_id
    left join portal.supplier_message_read r
      on r.account_number = d.account_number and r.message_id = d.message_id and r.identity_id = ${reader}::uuid
    where d.account_number = ${accountNumber} and (r.message_id is null or not ${onlyUnread}::boolean)
      and (r.message_id is not null or not ${isRecalled(sql`d.message_id`)})
    order by m.sent_at desc, m.message_id desc limit ${limit}::integer`.execute(db);
  return rows;
}

type Unread = Omit<OutputOf<typeof unreadMessages>, 'status'>;

/** What a reader has not opened in these accounts: counts and the newest messages. A message to several accounts counts once. */
export async function summarizeUnread(
  db: PortalDatabase,
  accountNumbers: readonly string[],
  reader: string,
  limit: number,
): Promise<Unread> {
  const { rows } = await typedSql<Unread>({ total: int4(), accounts: json(), latest: json() })`
    with unread as (
      select d.account_number, d.message_id from portal.supplier_message_delivery d
      where d.account_number = any(${[...accountNumbers]}::text[]) and not ${isRecalled(sql`d.message_id`)} and not exists (
        select from portal.supplier_message_read r where r.account_number = d.account_number
          and r.message_id = d.message_id and r.identity_id = ${reader}::uuid)),
    of_account as (select account_number, count(*) as unread from unread group by account_number),
    latest as (
      select m.message_id, m.title, m.sent_at, jsonb_agg(u.account_number order by u.account_number) as accounts
      from unread u join portal.supplier_message m on m.message_id = u.message_id
      group by m.message_id order by m.sent_at desc, m.message_id desc limit ${limit}::integer)
    select (select count(distinct message_id)::int from unread) as total,
      (select coalesce(jsonb_agg(jsonb_build_object('account', account_number, 'unread', unread)
        order by account_number), '[]') from of_account) as accounts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', message_id, 'title', title, 'accounts', accounts,
          'sentAt', to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by sent_at desc, message_id desc), '[]') from latest) as latest`.execute(db);
  return rows[0] ?? { total: 0, accounts: [], latest: [] };
}

/**
 * Marks a message read by one reader, in all of their accounts that it was sent to.
 * @returns How many of `accountNumber` the reader has not read after it; undefined: it was not sent to that account.
 */
export async function markRead(
  db: PortalDatabase,
  message: { readonly accountNumber: string; readonly messageId: string; readonly reader: string },
  ownAccounts: readonly string[],
  at: Instant,
): Promise<number | undefined> {
  const { accountNumber, messageId, reader } = message;
  const { rows } = await typedSql({ unread: int4(), isSent: bool() })`
    with sent as (
      select from portal.supplier_message_delivery d
      where d.account_number = ${accountNumber} and d.message_id = ${messageId}::uuid
        and (not ${isRecalled(sql`d.message_id`)} or exists (
          select from portal.supplier_message_read r where r.account_number = d.account_number
            and r.message_id = d.message_id and r.identity_id = ${reader}::uuid))),
    marked as (
      insert into portal.supplier_message_read (account_number, message_id, identity_id, read_at)
      select d.account_number, d.message_id, ${reader}::uuid, ${instantToIso(at)}::timestamptz
      from portal.supplier_message_delivery d
      where d.message_id = ${messageId}::uuid and d.account_number = any(${[...ownAccounts]}::text[])
        and exists (select from sent)
      on conflict do nothing)
    select (select count(*)::int from portal.supplier_message_delivery d
        where d.account_number = ${accountNumber} and d.message_id <> ${messageId}::uuid
          and not ${isRecalled(sql`d.message_id`)} and not exists (
          select from portal.supplier_message_read r where r.account_number = d.account_number
            and r.message_id = d.message_id and r.identity_id = ${reader}::uuid)) as unread,
      exists (select from sent) as "isSent"`.execute(db);
  const row = rows[0];
  return row?.isSent ? row.unread : undefined;
}

/** Marks messages read by everybody in whose cabinet an account stands that they were sent to. */
export async function markReadInCabinets(
  db: PortalDatabase,
  messageIds: readonly string[],
  at: Instant,
): Promise<void> {
  await sql`
    insert into portal.supplier_message_read (account_number, message_id, identity_id, read_at)
    select d.account_number, d.message_id, a.identity_id, ${instantToIso(at)}::timestamptz
    from portal.supplier_message_delivery d
    join portal.cabinet_account a on a.account_number = d.account_number
    where d.message_id = any(${[...messageIds]}::uuid[])
    on conflict do nothing`.execute(db);
}

/** Deletes which messages an identity has read and was notified of. */
export async function deleteMarksOf(transaction: PortalDatabase, identityId: string): Promise<void> {
  await sql`delete from portal.supplier_message_read where identity_id = ${identityId}::uuid`.execute(
    transaction,
  );
  await sql`delete from portal.supplier_message_notice where identity_id = ${identityId}::uuid`.execute(
    transaction,
  );
}
