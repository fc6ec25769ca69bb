import { sql } from 'kysely';
import type { RecipientRule } from '#contract/values/recipient-rule.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Whom a message is for: accounts of a list, those that a rule selects, or all. */
export interface Audience {
  readonly kind: 'accounts' | 'rule' | 'everybody';
  readonly rule?: RecipientRule;
}

/** A message of the supplier with the accounts it goes to at once. */
export interface NewSupplierMessage {
  readonly messageId: string;
  readonly title: string;
  readonly text: string;
  readonly accountNumbers: readonly string[];
  /** The administrator; null: the supplier. */
  readonly sentBy: string | null;
  /** When it is in the inboxes. */
  readonly sentAt: Instant;
  /** Whom it is for; absent: the listed accounts. */
  readonly audience?: Audience;
  /** null: it was not asked for by a request. */
  readonly requestId: string | null;
}

/** Keeps a message with its deliveries, in one statement; false: there is one of its id or its request, and nothing changed. */
export async function insertSupplierMessage(
  db: PortalDatabase,
  {
    messageId,
    title,
    text: body,
    accountNumbers,
    sentBy,
    sentAt,
    audience = { kind: 'accounts' },
    requestId,
  }: NewSupplierMessage,
): Promise<boolean> {
  const { rows } = await typedSql({ isNew: bool() })`
    with sent as (
      insert into portal.supplier_message (message_id, title, body, audience, sent_by, sent_at, request_id)
      values (${messageId}::uuid, ${title}, ${body}, ${JSON.stringify(audience)}::jsonb, ${sentBy}::uuid,
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
  { title, text: body, audience, sentBy, requestId }: NewSupplierMessage,
  {
    targets,
    reason,
    sendAt,
  }: {
    readonly targets: readonly string[];
    readonly reason: string /** null: now. */;
    readonly sendAt: string | null;
  },
) {
  const { rows } = await typedSql({ messageId: uuid(), isSame: bool() })`
    select m.message_id as "messageId",
      m.title = ${title} and m.body = ${body} and m.sent_by is not distinct from ${sentBy}::uuid
        and m.audience = ${JSON.stringify(audience)}::jsonb and x.reason = ${reason}
        and (${sendAt}::timestamptz is null or x.deliver_at = ${sendAt}::timestamptz)
        and coalesce((select array_agg(t.account_number order by t.account_number collate "C")
            from portal.supplier_message_target t where t.message_id = m.message_id), '{}')
          = ${[...targets].sort()}::text[] as "isSame"
    from portal.supplier_message m
    join portal.supplier_message_dispatch x on x.message_id = m.message_id
    where m.request_id = ${requestId}::uuid`.execute(db);
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

/**
 * Deletes deliveries of messages that were sent before a moment, with who has read them and who was notified; the messages stay, as
 * does how many they reached. Returns how many.
 */
export async function deleteOldDeliveries(
  db: PortalDatabase,
  before: Instant,
  limit: number,
): Promise<number> {
  const isOld = sql`message_id in (
    select message_id from portal.supplier_message where sent_at < ${instantToIso(before)}::timestamptz)`;
  const { rows } = await typedSql({ deliveries: int4(), targets: int4(), notices: int4() })`
    with old as (
      select account_number, message_id from portal.supplier_message_delivery where ${isOld} limit ${limit}::integer
    ), reads as (
      delete from portal.supplier_message_read r using old
       where r.account_number = old.account_number and r.message_id = old.message_id
    ), deliveries as (
      delete from portal.supplier_message_delivery d using old
       where d.account_number = old.account_number and d.message_id = old.message_id returning 1
    ), targets as (
      delete from portal.supplier_message_target where (account_number, message_id) in (
        select account_number, message_id from portal.supplier_message_target where ${isOld} limit ${limit}::integer)
      returning 1
    ), notices as (
      delete from portal.supplier_message_notice where (message_id, identity_id) in (
        select message_id, identity_id from portal.supplier_message_notice where ${isOld} limit ${limit}::integer)
      returning 1
    )
    select (select count(*) from deliveries)::integer as deliveries, (select count(*) from targets)::integer as targets,
           (select count(*) from notices)::integer as notices`.execute(db);
  const [row] = rows;
  return Math.max(row?.deliveries ?? 0, row?.targets ?? 0, row?.notices ?? 0);
}
