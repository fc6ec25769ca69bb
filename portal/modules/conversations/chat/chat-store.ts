import { type RawBuilder, sql } from 'kysely';
import type { ConversationFileData } from '#contract/conversations.ts';
import { noAccount } from '#contract/fields.ts';
import type { ConversationState } from '#domain/conversations/conversation-state.ts';
import type { MomentSpan } from '#domain/service-terms/chat-hours.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  bool,
  date,
  int4,
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
import type { ConversationKey } from '../conversation-store.ts';
import type { TicketOwner } from '../ticket-store.ts';

const chatColumns = {
  id: uuid(),
  account: text(),
  number: int8(),
  kind: text<'ticket' | 'chat'>(),
  state: text<ConversationState>(),
  lastSeq: int4(),
  customerDeliveredSeq: int4(),
  customerReadSeq: int4(),
  staffDeliveredSeq: int4(),
  staffReadSeq: int4(),
  dueOn: nullable(date<LocalDate>()),
};
export type ChatRow = RowOf<typeof chatColumns>;

const chatSql = sql`select c.conversation_id as id, c.account_number as account, c.number, c.kind, c.state, c.last_seq as "lastSeq",
      c.customer_delivered_seq as "customerDeliveredSeq", c.customer_read_seq as "customerReadSeq",
      c.staff_delivered_seq as "staffDeliveredSeq", c.staff_read_seq as "staffReadSeq",
      (select min(k.due_on) from portal.conversation_clock k where k.account_number = c.account_number
        and k.conversation_id = c.conversation_id and k.met_at is null) as "dueOn"
    from portal.conversation c`;

/** A conversation of a cabinet; undefined: it is not of it. */
export async function findChat(
  db: PortalDatabase,
  { accountNumber, cabinetId }: TicketOwner,
  id: string,
): Promise<ChatRow | undefined> {
  const { rows } = await typedSql(chatColumns)`
    ${chatSql} where c.account_number = ${accountNumber} and c.cabinet_id = ${cabinetId}::uuid
      and c.conversation_id = ${id}::uuid`.execute(db);
  return rows[0];
}

/**
 * The open chat of a cabinet in an account, or without an object if that began later: who connects an object in the middle of a chat
 * continues it. Undefined: there is none.
 */
export async function findOpenChat(
  db: PortalDatabase,
  { accountNumber, cabinetId }: TicketOwner,
): Promise<ChatRow | undefined> {
  const { rows } = await typedSql(chatColumns)`
    ${chatSql} where c.account_number in (${accountNumber}, ${noAccount}) and c.cabinet_id = ${cabinetId}::uuid
      and c.is_chat_open order by c.number desc limit 1`.execute(db);
  return rows[0];
}

/** The same for a change: locked until the end of the caller's transaction. */
export async function lockOpenChat(transaction: PortalDatabase, { accountNumber, cabinetId }: TicketOwner) {
  const { rows } = await typedSql({
    conversationId: uuid(),
    kind: text<'ticket' | 'chat'>(),
    state: text<ConversationState>(),
  })`
    select conversation_id as "conversationId", kind, state from portal.conversation
    where account_number = ${accountNumber} and cabinet_id = ${cabinetId}::uuid and is_chat_open
    for update`.execute(transaction);
  return rows[0];
}

/** Takes a conversation out of the customer's window, so that the next message begins another. */
export async function leaveChat(
  transaction: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
): Promise<void> {
  await sql`
    update portal.conversation set is_chat_open = false
    where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid and is_chat_open`.execute(
    transaction,
  );
}

const messageColumns = {
  seq: int4(),
  author: text<'customer' | 'operator' | 'system'>(),
  text: text(),
  sentAt: timestamptz<Instant>(),
  operatorName: text(),
  files: json<ConversationFileData[]>(),
};

/** The part of the messages that is read: after a number the oldest, else the newest, before a number if it is given. */
export interface MessagesPart {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Messages of a conversation with their files, in their order. */
export async function listMessages(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  { after, before, limit }: MessagesPart,
) {
  const direction = after === undefined ? sql`desc` : sql`asc`;
  const { rows } = await typedSql(messageColumns)`
    select m.seq, m.author, m.body as text, m.sent_at as "sentAt", coalesce(w.full_name, '') as "operatorName", coalesce((
      select jsonb_agg(jsonb_build_object('id', f.file_id, 'name', f.name, 'kind', f.kind, 'bytes', s.byte_count,
        'scan', f.scan) order by f.position)
      from portal.conversation_file f join portal.stored_file s on s.file_id = f.file_id
      where f.account_number = m.account_number and f.conversation_id = m.conversation_id and f.seq = m.seq), '[]') as files
    from portal.conversation_message m
    left join portal.administrator w on w.identity_id = m.author_id
    where m.account_number = ${accountNumber} and m.conversation_id = ${conversationId}::uuid
      and m.seq > ${after ?? 0}::integer and (${before ?? null}::integer is null or m.seq < ${before ?? null}::integer)
    order by m.seq ${direction} limit ${limit}::integer`.execute(db);
  const inOrder = after === undefined ? rows.toReversed() : rows;
  return inOrder.map(({ sentAt, ...message }) => ({ ...message, sentAt: instantToIso(sentAt) }));
}

/** Notes what a device of the customer has and what the customer has seen; neither goes back. False: it is not of this cabinet. */
export async function markChatSeen(
  db: PortalDatabase,
  { accountNumber, cabinetId }: TicketOwner,
  id: string,
  { delivered, read }: { readonly delivered: number; readonly read: number },
): Promise<boolean> {
  const { rows } = await typedSql({ isThere: bool() })`
    update portal.conversation set
      customer_read_seq = greatest(customer_read_seq, least(${read}::integer, last_seq)),
      customer_delivered_seq = greatest(customer_delivered_seq, least(greatest(${delivered}::integer, ${read}::integer), last_seq))
    where account_number = ${accountNumber} and cabinet_id = ${cabinetId}::uuid and conversation_id = ${id}::uuid
    returning true as "isThere"`.execute(db);
  return rows.length > 0;
}

const keyColumns = { accountNumber: text(), conversationId: uuid() };

/** Whether a moment is in one of the spans. */
function isWithin(moment: RawBuilder<unknown>, spans: readonly MomentSpan[]) {
  const [from, before] = [
    spans.map((span) => instantToIso(span.from)),
    spans.map((span) => instantToIso(span.before)),
  ];
  return sql`exists (select from unnest(${from}::timestamptz[], ${before}::timestamptz[]) span (starts_at, ends_before)
        where ${moment} >= span.starts_at and ${moment} < span.ends_before)`;
}

/** Chats in which a word of the supplier is missing: those that have waited since a moment of the spans, or all that are not done. */
export async function listUnanswered(
  db: PortalDatabase,
  { waitingSince, limit }: { readonly waitingSince: readonly MomentSpan[] | null; readonly limit: number },
): Promise<readonly ConversationKey[]> {
  const { rows } = await typedSql(keyColumns)`
    select account_number as "accountNumber", conversation_id as "conversationId" from portal.conversation
    where kind = 'chat' and state <> 'closed' and state in ('new', 'inWork', 'waitingOperator')
      and ${waitingSince === null ? sql`true` : isWithin(sql`waiting_since`, waitingSince)}
    order by waiting_since limit ${limit}::integer`.execute(db);
  return rows;
}

/** Chats with an answer, or a question to the customer, that nobody has gone on with since a moment of the spans. */
export async function listSilent(
  db: PortalDatabase,
  lastMessageAt: readonly MomentSpan[],
  limit: number,
): Promise<readonly ConversationKey[]> {
  const { rows } = await typedSql(keyColumns)`
    select c.account_number as "accountNumber", c.conversation_id as "conversationId"
    from portal.conversation c join portal.conversation_message m on m.account_number = c.account_number
      and m.conversation_id = c.conversation_id and m.seq = c.last_seq
    where c.kind = 'chat' and c.state <> 'closed' and c.state in ('answered', 'waitingCustomer')
      and ${isWithin(sql`m.sent_at`, lastMessageAt)}
    order by m.sent_at limit ${limit}::integer`.execute(db);
  return rows;
}

/** Forgets who typed. */
export async function sweepTyping(db: PortalDatabase): Promise<void> {
  await sql`delete from portal.chat_typing where typed_at < clock_timestamp() - interval '1 minute'`.execute(
    db,
  );
}
