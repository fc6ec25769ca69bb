import { type RawBuilder, sql } from 'kysely';
import type { ConversationState } from '#domain/conversations/conversation-state.ts';
import { searchWords } from '#domain/search/search-words.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
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
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { LegalTerm } from './legal-term.ts';

/** A conversation by its key. */
export interface ConversationKey {
  readonly accountNumber: string;
  readonly conversationId: string;
}

const accountsOf = (keys: readonly ConversationKey[]) => keys.map(({ accountNumber }) => accountNumber);
const idsOf = (keys: readonly ConversationKey[]) => keys.map(({ conversationId }) => conversationId);

/** SQL: the keys of conversations as rows. */
const keyRows = (keys: readonly ConversationKey[]) =>
  sql`select * from unnest(${accountsOf(keys)}::text[], ${idsOf(keys)}::uuid[])`;

/** Who does something to a conversation: an identity of the customer, an administrator, or the product itself. */
export type Actor =
  | { readonly kind: 'customer' | 'operator'; readonly id: string }
  | { readonly kind: 'system'; readonly id: null };

/** What the customer is yet to be notified of. */
export type ConversationNews =
  | 'created'
  | 'message'
  | 'waitingCustomer'
  | 'waitingOperator'
  | 'answered'
  | 'closed'
  | 'compensated';

const lockedColumns = {
  accountNumber: text(),
  conversationId: uuid(),
  number: int8(),
  kind: text<'ticket' | 'chat'>(),
  customerType: text<'person' | 'entity'>(),
  cabinetId: uuid(),
  openedBy: uuid(),
  topicId: nullable(text()),
  standardCode: nullable(text()),
  state: text<ConversationState>(),
  lastSeq: int4(),
  assignedTo: nullable(uuid()),
  openedAt: timestamptz<Instant>(),
  answeredAt: nullable(timestamptz<Instant>()),
  receivedOn: nullable(date<LocalDate>()),
  dueOn: nullable(date<LocalDate>()),
  extendedFrom: nullable(date<LocalDate>()),
  notifiedAt: nullable(timestamptz<Instant>()),
  isChatOpen: bool(),
  receivedAt: timestamptz<Instant>(),
};

/**
 * When `c` was received: a ticket when it was opened, unless it was a chat; a chat when the question came that waits for an answer,
 * else with the customer's last word.
 */
export const receivedAtSql = sql`coalesce(c.received_at, case when c.kind = 'chat' then coalesce(c.waiting_since,
        (select max(w.sent_at) from portal.conversation_message w where w.account_number = c.account_number
          and w.conversation_id = c.conversation_id and w.author = 'customer')) end, c.opened_at)`;

/** What changes of a conversation are decided by. */
export type LockedConversation = RowOf<typeof lockedColumns>;

/** These conversations, locked in one order until the end of the caller's transaction; those that there are not are left out. */
export async function lockConversations(
  transaction: PortalDatabase,
  keys: readonly ConversationKey[],
): Promise<readonly LockedConversation[]> {
  const { rows } = await typedSql(lockedColumns)`
    select account_number as "accountNumber", conversation_id as "conversationId", number, kind,
      customer_type as "customerType", cabinet_id as "cabinetId", opened_by as "openedBy", topic_id as "topicId",
      standard_code as "standardCode", state, last_seq as "lastSeq", assigned_to as "assignedTo", opened_at as "openedAt",
      answered_at as "answeredAt", received_on as "receivedOn", due_on as "dueOn", extended_from as "extendedFrom", notified_at as "notifiedAt", is_chat_open as "isChatOpen",
      ${receivedAtSql} as "receivedAt"
    from portal.conversation c
    where (account_number, conversation_id) in (${keyRows(keys)})
    order by account_number, conversation_id
    for update`.execute(transaction);
  return rows;
}

/** A conversation, locked until the end of the caller's transaction: what is written to it comes one after the other. */
export async function lockConversation(
  transaction: PortalDatabase,
  key: ConversationKey,
): Promise<LockedConversation | undefined> {
  const [conversation] = await lockConversations(transaction, [key]);
  return conversation;
}

/** A conversation with its first message. */
export interface NewConversation extends ConversationKey {
  readonly kind: 'ticket' | 'chat';
  readonly customerType: 'person' | 'entity';
  readonly cabinetId: string;
  readonly openedBy: string;
  readonly topicId: string | null;
  readonly title: string;
  readonly subject: Readonly<Record<string, string>>;
  readonly body: string;
  readonly requestId: string;
  /** Of the request, in hexadecimal. */
  readonly requestDigest: string;
  /** null: a chat. */
  readonly term: LegalTerm | null;
}

const wordsOf = (...texts: readonly string[]) =>
  sql`array_to_tsvector(${searchWords(texts.join(' '))}::text[])`;

/**
 * Opens a conversation with its first message, its event and its clocks, in the caller's transaction. False: there is one of
 * its request, and nothing changed.
 */
export async function insertConversation(
  transaction: PortalDatabase,
  opened: NewConversation,
  now: Instant,
): Promise<boolean> {
  const { accountNumber, conversationId, term } = opened;
  const at = instantToIso(now);
  const { rows } = await typedSql({ isNew: bool() })`
    with opened as (
      insert into portal.conversation (account_number, conversation_id, kind, customer_type, cabinet_id, opened_by, topic_id,
        title, subject, state, last_seq, is_chat_open, waiting_since, opened_at, customer_read_seq, customer_delivered_seq, request_id,
        request_digest, standard_code, standard_valid_from, standard_basis, term_days, term_unit, calendar_version, received_on, due_on)
      values (${accountNumber}, ${conversationId}::uuid, ${opened.kind}, ${opened.customerType}, ${opened.cabinetId}::uuid,
        ${opened.openedBy}::uuid, ${opened.topicId}, ${opened.title}, ${JSON.stringify(opened.subject)}::jsonb, 'new', 1,
        ${opened.kind === 'chat'}::boolean, ${at}::timestamptz, ${at}::timestamptz, 1, 1, ${opened.requestId}::uuid, decode(${opened.requestDigest}, 'hex'),
        ${term?.standardCode ?? null}, ${term?.standardValidFrom ?? null}::date, ${term?.basis ?? null}, ${term?.days ?? null}, ${term?.unit ?? null},
        ${term?.calendarVersion ?? null}, ${term?.receivedOn ?? null}::date, ${term?.dueOn ?? null}::date)
      on conflict do nothing
      returning account_number, conversation_id),
    said as (
      insert into portal.conversation_message
        (account_number, conversation_id, seq, author, author_id, body, client_id, sent_at, words)
      select account_number, conversation_id, 1, 'customer', ${opened.openedBy}::uuid, ${opened.body},
        ${opened.requestId}::uuid, ${at}::timestamptz, ${wordsOf(opened.title, opened.body, ...Object.values(opened.subject))}
      from opened),
    noted as (
      insert into portal.conversation_event (account_number, conversation_id, event_id, kind, actor, actor_id, after, happened_at)
      select account_number, conversation_id, ${newId()}::uuid, 'opened', 'customer', ${opened.openedBy}::uuid,
        '{"state": "new"}', ${at}::timestamptz
      from opened),
    timed as (
      insert into portal.conversation_clock (account_number, conversation_id, kind, rule, started_on, due_on)
      select o.account_number, o.conversation_id, k.kind, ${term?.standardCode ?? ''}, ${term?.receivedOn ?? null}::date,
        ${term?.dueOn ?? null}::date
      from opened o cross join (values ('legal'), ('internal')) as k (kind)
      where ${term !== null}::boolean)
    select exists (select from opened) as "isNew"`.execute(transaction);
  return rows[0]?.isNew ?? false;
}

/** The conversation of an earlier request of the account, with the digest of that request; undefined: there is none. */
export async function findOfRequest(db: PortalDatabase, accountNumber: string, requestId: string) {
  const { rows } = await typedSql({ conversationId: uuid(), digest: text() })`
    select conversation_id as "conversationId", encode(request_digest, 'hex') as digest
    from portal.conversation
    where account_number = ${accountNumber} and request_id = ${requestId}::uuid`.execute(db);
  return rows[0];
}

/** A message to add to a conversation that is locked. */
export interface NewMessage {
  readonly actor: Actor;
  readonly body: string;
  /** Of whoever sends it; the same one again adds nothing. */
  readonly clientId: string;
}

/** The message of an account that came under this id before, with its files; undefined: none did. */
export async function findSent(db: PortalDatabase, accountNumber: string, clientId: string) {
  const { rows } = await typedSql({
    conversationId: uuid(),
    seq: int4(),
    body: text(),
    fileIds: json<readonly string[]>(),
  })`
    select m.conversation_id as "conversationId", m.seq, m.body,
      (select coalesce(jsonb_agg(f.file_id order by f.position), '[]') from portal.conversation_file f
        where f.account_number = m.account_number and f.conversation_id = m.conversation_id and f.seq = m.seq) as "fileIds"
    from portal.conversation_message m
    where m.account_number = ${accountNumber} and m.client_id = ${clientId}::uuid`.execute(db);
  return rows[0];
}

/** Adds a message under the next number where a condition on the conversation `c` holds; undefined: it does not. */
async function insertMessageWhere(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  { actor, body, clientId }: NewMessage,
  now: Instant,
  condition: RawBuilder<unknown>,
): Promise<number | undefined> {
  const at = instantToIso(now);
  const isCustomer = actor.kind === 'customer';
  const isOperator = actor.kind === 'operator';
  const { rows } = await typedSql({ seq: int4() })`
    with numbered as (
      update portal.conversation c set last_seq = last_seq + 1,
        waiting_since = case when ${isCustomer}::boolean then coalesce(waiting_since, ${at}::timestamptz)
          when ${isOperator}::boolean then null else waiting_since end,
        customer_read_seq = case when ${isCustomer}::boolean then last_seq + 1 else customer_read_seq end,
        customer_delivered_seq = case when ${isCustomer}::boolean then last_seq + 1 else customer_delivered_seq end,
        staff_read_seq = case when ${isOperator}::boolean then last_seq + 1 else staff_read_seq end,
        staff_delivered_seq = case when ${isOperator}::boolean then last_seq + 1 else staff_delivered_seq end
      where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid and ${condition}
      returning last_seq)
    insert into portal.conversation_message
      (account_number, conversation_id, seq, author, author_id, body, client_id, sent_at, words)
    select ${accountNumber}, ${conversationId}::uuid, last_seq, ${actor.kind}, ${actor.id}::uuid, ${body},
      ${clientId}::uuid, ${at}::timestamptz, ${wordsOf(body)}
    from numbered
    returning seq`.execute(db);
  return rows[0]?.seq;
}

/** Adds a message under the next number. Whoever writes has seen what stands before; the other side waits, or waits no more. */
export async function insertMessage(
  transaction: PortalDatabase,
  key: ConversationKey,
  message: NewMessage,
  now: Instant,
): Promise<number> {
  const seq = await insertMessageWhere(transaction, key, message, now, sql`true`);
  if (seq === undefined) throw new Error('the conversation of a message is gone');
  return seq;
}

/** Of which message an id is: the unique key of a repeated one. */
const repeatedMessage = 'conversation_message_client_id_key';

/**
 * Adds a message to a conversation of a cabinet in one of these states, by one statement that is its own transaction. false: the
 * conversation is not there, in another state, or has the message already; nothing happened.
 */
export async function insertMessageIn(
  db: PortalDatabase,
  key: ConversationKey,
  message: NewMessage,
  { cabinetId, states }: { readonly cabinetId: string; readonly states: readonly ConversationState[] },
  now: Instant,
): Promise<boolean> {
  const condition = sql`c.cabinet_id = ${cabinetId}::uuid and c.state = any(${[...states]}::text[])
        and not exists (select from portal.conversation_message s
          where s.account_number = ${key.accountNumber} and s.client_id = ${message.clientId}::uuid)`;
  try {
    return (await insertMessageWhere(db, key, message, now, condition)) !== undefined;
  } catch (error) {
    // The same request came at the same moment and was first.
    if ((error as { constraint?: string }).constraint === repeatedMessage) return false;
    throw error;
  }
}

/** What an event of a conversation tells beside its kind. */
interface EventOf {
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The kind of an event and who did it. */
interface NewEvents {
  readonly kind:
    | 'stateChanged'
    | 'assigned'
    | 'topicChanged'
    | 'merged'
    | 'transferred'
    | 'rated'
    | 'compensation'
    | 'extended';
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/** Notes what happened to conversations, the same kind to each. */
export async function insertEvents(
  transaction: PortalDatabase,
  happened: readonly (ConversationKey & EventOf)[],
  { kind, actor, reason }: NewEvents,
  now: Instant,
): Promise<void> {
  if (happened.length === 0) return;
  const rows = happened.map(({ accountNumber, conversationId, before, after }) => ({
    account: accountNumber,
    conversation: conversationId,
    id: newId(),
    before,
    after,
  }));
  await sql`
    insert into portal.conversation_event
      (account_number, conversation_id, event_id, kind, actor, actor_id, before, after, reason, happened_at)
    select account, conversation, id, ${kind}, ${actor.kind}, ${actor.id}::uuid, before, after, ${reason || null},
      ${instantToIso(now)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made (account text, conversation uuid, id uuid, before jsonb, after jsonb)`.execute(transaction);
}

/** Notes what happened to a conversation. */
export async function insertEvent(
  transaction: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  { before, after, ...event }: NewEvents & EventOf,
  now: Instant,
): Promise<void> {
  await insertEvents(transaction, [{ accountNumber, conversationId, before, after }], event, now);
}

/** The newest message of an operator: its number and who wrote it; undefined: there is none. */
export async function findAnswer(db: PortalDatabase, { accountNumber, conversationId }: ConversationKey) {
  const { rows } = await typedSql({ seq: int4(), operatorId: nullable(uuid()) })`
    select seq, author_id as "operatorId" from portal.conversation_message
    where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid and author = 'operator'
    order by seq desc limit 1`.execute(db);
  return rows[0];
}

/** Whether the customer has rated the answer. */
export async function isRated(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
): Promise<boolean> {
  const { rows } = await sql`
    select from portal.conversation_event
    where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid and kind = 'rated'
    limit 1`.execute(db);
  return rows.length > 0;
}

/** A conversation and the state that it moves to. */
interface Move extends ConversationKey {
  readonly after: ConversationState;
  /** Whether what the standard promises is kept then. */
  readonly isKept: boolean;
  /** Whether the internal clock stands still then. */
  readonly isPaused: boolean;
  /** The term that the internal clock starts again with. */
  readonly restart: LegalTerm | null;
}

/** Moves conversations to their states; when one is answered the first time of a turn, that is noted. */
export async function updateStates(
  transaction: PortalDatabase,
  moves: readonly Move[],
  now: Instant,
): Promise<void> {
  const at = instantToIso(now);
  await sql`
    update portal.conversation c set state = m.state,
      answered_at = case when m.state = 'answered' then ${at}::timestamptz when m.state = 'closed' then c.answered_at end,
      closed_at = case when m.state = 'closed' then ${at}::timestamptz end,
      is_chat_open = c.is_chat_open and m.state <> 'closed',
      waiting_since = case when m.state in ('answered', 'closed') then null else c.waiting_since end
    from unnest(${accountsOf(moves)}::text[], ${idsOf(moves)}::uuid[], ${moves.map(({ after }) => after)}::text[])
      as m (account, id, state)
    where c.account_number = m.account and c.conversation_id = m.id`.execute(transaction);
}

/**
 * Sets the clocks to the new states: an answer stops both, a wait for somebody else pauses the internal one, and what is reopened
 * starts it again. The legal one is stopped by the first answer and never pauses; an answer after its last day is a breach, whether
 * that was noted meanwhile or not.
 */
export async function updateClocks(
  transaction: PortalDatabase,
  moves: readonly Move[],
  now: Instant,
): Promise<void> {
  const at = instantToIso(now);
  const rows = moves.map(({ accountNumber, conversationId, isKept, isPaused, restart }) => ({
    account: accountNumber,
    id: conversationId,
    kept: isKept,
    paused: isPaused,
    started_on: restart?.receivedOn ?? null,
    due_on: restart?.dueOn ?? null,
  }));
  const isRestarted = sql`(k.kind = 'internal' and m.started_on is not null)`;
  const isLate = sql`(m.kept and k.met_at is null and k.breached_at is null and k.due_on < ${kyivDateOf(now)}::date)`;
  await sql`
    update portal.conversation_clock k set
      met_at = case when m.kept then coalesce(k.met_at, ${at}::timestamptz) when not ${isRestarted} then k.met_at end,
      breached_at = case when ${isRestarted} then null when ${isLate} then ${at}::timestamptz else k.breached_at end,
      compensation_check_on = case when k.kind = 'legal' and ${isLate} then k.due_on + 1 else k.compensation_check_on end,
      started_on = case when ${isRestarted} then m.started_on else k.started_on end,
      due_on = case when ${isRestarted} then m.due_on else k.due_on end,
      paused_seconds = case when k.kind <> 'internal' then k.paused_seconds when ${isRestarted} then 0
        when k.paused_since is not null and not m.paused
          then k.paused_seconds + greatest(0, extract(epoch from ${at}::timestamptz - k.paused_since))::integer
        else k.paused_seconds end,
      paused_since = case when k.kind = 'internal' and m.paused then coalesce(k.paused_since, ${at}::timestamptz) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (account text, id uuid, kept boolean, paused boolean, started_on date, due_on date)
    where k.account_number = m.account and k.conversation_id = m.id`.execute(transaction);
}

/** Gives conversations to an administrator, or to nobody. */
export async function updateAssignees(
  transaction: PortalDatabase,
  keys: readonly ConversationKey[],
  administratorId: string | null,
): Promise<void> {
  await sql`
    update portal.conversation set assigned_to = ${administratorId}::uuid
    where (account_number, conversation_id) in (${keyRows(keys)})`.execute(transaction);
}

/** Gives a conversation another topic and the term that it would have had from its receipt; a chat is then a ticket. */
export async function updateTopic(
  transaction: PortalDatabase,
  { accountNumber, conversationId, receivedAt }: LockedConversation,
  { topicId, term }: { readonly topicId: string; readonly term: LegalTerm },
  now: Instant,
): Promise<void> {
  const today = sql`${kyivDateOf(now)}::date`;
  const isBreached = sql`excluded.due_on < coalesce((c.met_at at time zone 'Europe/Kyiv')::date, ${today})`;
  await sql`
    with changed as (
      update portal.conversation set kind = 'ticket', received_at = case when kind = 'chat'
          then ${instantToIso(receivedAt)}::timestamptz else received_at end, topic_id = ${topicId}, standard_code = ${term.standardCode},
        standard_valid_from = ${term.standardValidFrom}::date, standard_basis = ${term.basis}, term_days = ${term.days}, term_unit = ${term.unit},
        calendar_version = ${term.calendarVersion}, received_on = ${term.receivedOn}::date, due_on = ${term.dueOn}::date,
        extended_from = null
      where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid
      returning account_number, conversation_id)
    insert into portal.conversation_clock as c (account_number, conversation_id, kind, rule, started_on, due_on)
    select account_number, conversation_id, k.kind, ${term.standardCode}, ${term.receivedOn}::date, ${term.dueOn}::date
    from changed cross join (values ('legal'), ('internal')) as k (kind)
    on conflict (account_number, conversation_id, kind) do update
      set rule = excluded.rule, started_on = excluded.started_on, due_on = excluded.due_on,
        breached_at = case when ${isBreached} then coalesce(c.breached_at, ${instantToIso(now)}::timestamptz) end,
        compensation_check_on = case when c.kind = 'legal' and ${isBreached} then excluded.due_on + 1 end`.execute(
    transaction,
  );
}

/** The act that an extension rests on, as the standards name it. Source: Law 393/96-ВР, article 20. */
const extensionBasis = 'Law 393/96, 20';

/** Moves the last day of the legal term; the internal clock has it too, unless it was started again for a later one. */
export async function updateDueDay(
  transaction: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  to: LocalDate,
): Promise<void> {
  await sql`
    with moved as (
      update portal.conversation set extended_from = due_on, due_on = ${to}::date, standard_basis = ${extensionBasis},
        term_days = ${to}::date - received_on, term_unit = 'calendar'
      where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid
      returning account_number, conversation_id)
    update portal.conversation_clock k set due_on = greatest(k.due_on, ${to}::date)
    from moved where k.account_number = moved.account_number and k.conversation_id = moved.conversation_id`.execute(
    transaction,
  );
}

/** Adds a note of the staff; the same one again adds nothing. */
export async function insertNote(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  note: { readonly noteId: string; readonly authorId: string; readonly body: string },
  now: Instant,
): Promise<void> {
  await sql`
    insert into portal.conversation_note (account_number, conversation_id, note_id, author_id, body, written_at)
    values (${accountNumber}, ${conversationId}::uuid, ${note.noteId}::uuid, ${note.authorId}::uuid, ${note.body},
      ${instantToIso(now)}::timestamptz)
    on conflict do nothing`.execute(db);
}

/** Notes up to which message a side has seen a conversation; it never goes back. */
export async function markSeen(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  side: 'customer' | 'staff',
  seq: number,
): Promise<void> {
  await sql`
    update portal.conversation set
      customer_read_seq = case when ${side} = 'customer' then greatest(customer_read_seq, least(${seq}::integer, last_seq))
        else customer_read_seq end,
      customer_delivered_seq = case when ${side} = 'customer'
        then greatest(customer_delivered_seq, least(${seq}::integer, last_seq)) else customer_delivered_seq end,
      staff_read_seq = case when ${side} = 'staff' then greatest(staff_read_seq, least(${seq}::integer, last_seq))
        else staff_read_seq end,
      staff_delivered_seq = case when ${side} = 'staff' then greatest(staff_delivered_seq, least(${seq}::integer, last_seq))
        else staff_delivered_seq end
    where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid`.execute(db);
}
