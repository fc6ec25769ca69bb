import { type RawBuilder, sql } from 'kysely';
import type { ConversationState } from '#domain/conversations/conversation-state.ts';
import { digitsOf } from '#domain/search/find-query.ts';
import { searchQuery } from '#domain/search/search-words.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivTimeOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import {
  bool,
  date,
  int4,
  int8,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export const rowColumns = {
  account: text(),
  id: uuid(),
  number: int8(),
  kind: text<'ticket' | 'chat'>(),
  customerType: text<'person' | 'entity'>(),
  title: text(),
  topicId: nullable(text()),
  topic: nullable(text()),
  responsible: nullable(text<'supplier' | 'operator'>()),
  state: text<ConversationState>(),
  receivedOn: nullable(date<LocalDate>()),
  dueOn: nullable(date<LocalDate>()),
  assigneeId: nullable(uuid()),
  assigneeName: nullable(text()),
  openedAt: timestamptz<Instant>(),
  lastMessageAt: timestamptz<Instant>(),
  waitingSince: nullable(timestamptz<Instant>()),
  answerBy: nullable(timestamptz<Instant>()),
  isUnread: bool(),
};
export type QueueRow = RowOf<typeof rowColumns>;

/** Minutes in which chat `c` is to be answered, by the rule of the day on which the customer began to wait. */
const answerMinutesSql = sql`(select r.answer_minutes from portal.chat_rule r
        where r.valid_from <= (c.waiting_since at time zone 'Europe/Kyiv')::date order by r.valid_from desc limit 1)`;
/** By when a chat in which the customer waits is to be answered; null: a ticket, or the customer has the word. */
const answerBySql = sql`case when c.kind = 'chat' and c.waiting_since is not null
        then c.waiting_since + make_interval(mins => ${answerMinutesSql}) end`;

/**
 * Columns of a row, of `c` conversation, `t` topic, `a` administrator and `m` last message. The days are of the clock that runs: of
 * a reopened conversation the one that was started again.
 */
export const rowSql = sql`c.account_number as account, c.conversation_id as id, c.number, c.kind, c.customer_type as "customerType", c.title,
      c.topic_id as "topicId", t.title as topic, t.responsible, c.state, c.clock_started_on as "receivedOn",
      c.clock_due_on as "dueOn",
      c.assigned_to as "assigneeId", coalesce(nullif(a.full_name, ''), a.login) as "assigneeName", c.opened_at as "openedAt",
      m.sent_at as "lastMessageAt", c.waiting_since as "waitingSince",
      ${answerBySql} as "answerBy", c.last_seq > c.staff_read_seq as "isUnread"`;
export const rowJoins = sql`left join portal.conversation_topic t on t.topic_id = c.topic_id
    left join portal.administrator a on a.identity_id = c.assigned_to
    left join portal.conversation_message m on m.account_number = c.account_number
      and m.conversation_id = c.conversation_id and m.seq = c.last_seq`;

/** What the queue is narrowed to; undefined does not narrow. */
export interface QueueFilter {
  readonly state: 'open' | ConversationState;
  readonly topicId: string | undefined;
  readonly customerType: 'person' | 'entity' | undefined;
  readonly responsible: 'supplier' | 'operator' | undefined;
  /** Id of an administrator; null: of nobody. */
  readonly assignee: string | null | undefined;
  readonly isOverdue: boolean | undefined;
}

const everything = sql`true`;
const when = (isWanted: boolean, condition: RawBuilder<unknown>) => (isWanted ? condition : everything);

/** Conditions on `c`. */
function conditions({ topicId, customerType, responsible, assignee, isOverdue }: QueueFilter, now: Instant) {
  return sql`${when(topicId !== undefined, sql`c.topic_id = ${topicId}`)}
      and ${when(customerType !== undefined, sql`c.customer_type = ${customerType}`)}
      and ${when(responsible !== undefined, sql`c.topic_id in (select o.topic_id from portal.conversation_topic o where o.responsible = ${responsible})`)}
      and ${when(assignee !== undefined, assignee === null ? sql`c.assigned_to is null` : sql`c.assigned_to = ${assignee}::uuid`)}
      and ${when(isOverdue === true, sql`(c.clock_due_on < ${kyivDateOf(now)}::date or ${answerBySql} < ${instantToIso(now)}::timestamptz)`)}`;
}

const openStates = sql`c.state not in ('answered', 'closed')`;

const queueColumns = { ...rowColumns, rank: int8() };

/** Where the part of the queue before ended. */
export interface QueuePlace {
  /** Of the first part: shares of a term are of this moment in all parts. */
  readonly asOf: Instant;
  readonly rank: string;
  readonly id: string;
}

/** Seconds of a Kyiv day that are over. */
function secondsOfDay(at: Instant): number {
  const { hour, minute } = kyivTimeOf(at);
  return (hour * 60 + minute) * 60;
}

/** Of a chat with `w.minutes` to answer: seconds until they are over. */
const secondsLeft = (asOf: Instant) =>
  sql`extract(epoch from c.waiting_since + make_interval(mins => w.minutes) - ${instantToIso(asOf)}::timestamptz)::float8`;

/**
 * The rank of open conversations `c` with `w.minutes`: the share of the term that is left, in millionths, negative after its end. What is left of the
 * minutes of a chat counts a thousandth: it ends before the term of a ticket that has more of its days left. A chat in which the
 * customer has the word comes last.
 */
const rankSql = (asOf: Instant) => sql`case
        when c.waiting_since is null and c.clock_due_on is null then 1000000
        when c.kind = 'chat' then floor((case when ${secondsLeft(asOf)} < 0 then 1000000 else 1000 end)
          * ${secondsLeft(asOf)} / (60 * w.minutes))
        when c.clock_due_on is null then 0
        else floor(1000000::float8 * ((c.clock_due_on + 1 - ${kyivDateOf(asOf)}::date) * 86400 - ${secondsOfDay(asOf)}::integer)
          / (86400 * greatest(1, c.clock_due_on - c.clock_started_on))) end::bigint`;

/** Open conversations, what breaches first in front; ties go by id. All that are open are ranked, from one index alone. */
export async function listOpen(
  db: PortalDatabase,
  filter: QueueFilter,
  { asOf, after }: { readonly asOf: Instant; readonly after: QueuePlace | undefined },
  limit: number,
): Promise<readonly RowOf<typeof queueColumns>[]> {
  const state = filter.state === 'open' ? everything : sql`c.state = ${filter.state}`;
  const { rows } = await typedSql(queueColumns)`
    with ranked as (
      select c.account_number, c.conversation_id, ${rankSql(asOf)} as rank
      from portal.conversation c
      -- The minutes of a chat once for each row.
      cross join lateral (select case when c.kind = 'chat' and c.waiting_since is not null then ${answerMinutesSql} end as minutes
        offset 0) w
      where ${openStates} and c.merged_into is null and ${state} and ${conditions(filter, asOf)}),
    shown as (
      select * from ranked
      where ${when(after !== undefined, sql`(rank, conversation_id) > (${after?.rank ?? null}::bigint, ${after?.id ?? null}::uuid)`)}
      order by rank, conversation_id limit ${limit}::integer)
    select ${rowSql}, s.rank
    from shown s join portal.conversation c on c.account_number = s.account_number and c.conversation_id = s.conversation_id
    ${rowJoins}
    order by s.rank, c.conversation_id`.execute(db);
  return rows;
}

const doneColumns = { ...rowColumns, moment: text() };

/** Answered or closed conversations, newest first. */
export async function listDone(
  db: PortalDatabase,
  filter: QueueFilter,
  {
    now,
    after,
  }: { readonly now: Instant; readonly after: { readonly moment: string; readonly id: string } | undefined },
  limit: number,
): Promise<readonly RowOf<typeof doneColumns>[]> {
  const { rows } = await typedSql(doneColumns)`
    with shown as (
      select c.* from portal.conversation c
      where c.state = ${filter.state} and ${conditions(filter, now)}
        and ${when(after !== undefined, sql`(c.opened_at, c.conversation_id) < (${after?.moment ?? null}::timestamptz, ${after?.id ?? null}::uuid)`)}
      order by c.opened_at desc, c.conversation_id desc limit ${limit}::integer)
    select ${rowSql}, to_char(c.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from shown c ${rowJoins}
    order by c.opened_at desc, c.conversation_id desc`.execute(db);
  return rows;
}

/** Newest messages with the words that a search takes: what is common is found by its newest. */
const maxHits = 400;
/** So many of the newest messages are read for the words before the index is asked. */
const newestMessages = 10_000;

/**
 * Conversations by words of their messages and titles, the newest words first. Digits alone are looked up as a number of a
 * conversation, an account or a phone before they are words.
 */
export async function searchConversations(
  db: PortalDatabase,
  typed: string,
  filter: Omit<QueueFilter, 'state'> & { readonly state: QueueFilter['state'] | undefined },
  now: Instant,
  limit: number,
): Promise<readonly QueueRow[]> {
  const digits = digitsOf(typed);
  const found = digits !== '' ? await findByNumber(db, digits, filter, now, limit) : [];
  return found.length > 0 ? found : findByWords(db, typed, filter, now, limit);
}

type SearchFilter = Parameters<typeof searchConversations>[2];

function stateCondition(state: SearchFilter['state']): RawBuilder<unknown> {
  if (state === undefined) return everything;
  return state === 'open' ? openStates : sql`c.state = ${state}`;
}

/** An account number by its beginning: "~>=~" and "~<~" take the index in a plan that serves every beginning; ":" follows "9". */
async function findByNumber(
  db: PortalDatabase,
  digits: string,
  filter: SearchFilter,
  now: Instant,
  limit: number,
): Promise<readonly QueueRow[]> {
  const phone = /^(?:38)?(0\d{9})$/.exec(digits)?.[1];
  const fullPhone = phone === undefined ? null : `+38${phone}`;
  const { rows } = await typedSql(rowColumns)`
    with owner as (
      select identity_id from portal.identity where phone = ${fullPhone} and identity_type = 'person'
      union all select identity_id from portal.identity where phone = ${fullPhone} and identity_type <> 'person'),
    found as (
      select account_number, conversation_id from portal.conversation
      where number = ${digits.length <= 15 ? digits : null}::bigint
      union
      (select account_number, conversation_id from portal.conversation
      where ${digits.length >= 4}::boolean and account_number ~>=~ ${digits} and account_number ~<~ ${`${digits}:`}
      order by opened_at desc limit ${maxHits}::integer)
      union
      (select o.account_number, o.conversation_id from owner i join portal.conversation o on o.cabinet_id = i.identity_id
      order by o.opened_at desc limit ${maxHits}::integer)
      union
      (select o.account_number, o.conversation_id from owner i join portal.conversation o on o.opened_by = i.identity_id
      order by o.opened_at desc limit ${maxHits}::integer))
    select ${rowSql}
    from found f join portal.conversation c on c.account_number = f.account_number and c.conversation_id = f.conversation_id
    ${rowJoins}
    where ${stateCondition(filter.state)} and ${conditions({ ...filter, state: 'open' }, now)}
    order by c.number = ${digits.length <= 15 ? digits : null}::bigint desc, c.opened_at desc limit ${limit}::integer`.execute(
    db,
  );
  return rows;
}

/**
 * Common words are found among the newest messages, read in their order; words that are rare there by the index, which has no order
 * and would bring every message with a common one.
 */
async function findByWords(
  db: PortalDatabase,
  typed: string,
  filter: SearchFilter,
  now: Instant,
  limit: number,
): Promise<readonly QueueRow[]> {
  const query = searchQuery(typed);
  if (query === '') return [];
  const { state, topicId, customerType, responsible, assignee, isOverdue } = filter;
  const isNarrowed = [state, topicId, customerType, responsible, assignee, isOverdue].some(
    (one) => one !== undefined,
  );
  const enough = isNarrowed ? maxHits : limit;
  const { rows } = await typedSql(rowColumns)`
    with newest as materialized (
      select account_number, conversation_id, sent_at from (
        select account_number, conversation_id, sent_at, words from portal.conversation_message
        order by sent_at desc limit ${newestMessages}::integer) n
      where words @@ ${query}::tsquery limit ${maxHits}::integer),
    all_of_them as materialized (
      select account_number, conversation_id, sent_at from portal.conversation_message
      where words @@ ${query}::tsquery
        and (select count(distinct conversation_id) from newest) < ${enough}::integer),
    hits as (
      select * from newest union select * from all_of_them order by sent_at desc limit ${maxHits}::integer),
    found as (
      select account_number, conversation_id, max(sent_at) as sent_at from hits group by account_number, conversation_id)
    select ${rowSql}
    from found f join portal.conversation c on c.account_number = f.account_number and c.conversation_id = f.conversation_id
    ${rowJoins}
    where ${stateCondition(filter.state)} and ${conditions({ ...filter, state: 'open' }, now)}
    order by f.sent_at desc, c.conversation_id limit ${limit}::integer`.execute(db);
  return rows;
}

/** What the live channel tells of the desk: how many are open by state, and when anything last changed. */
export async function readDeskState(db: PortalDatabase) {
  const { rows } = await typedSql({ state: text<ConversationState>(), count: int4() })`
    select c.state, count(*)::int as count from portal.conversation c
    where ${openStates} and c.merged_into is null group by c.state order by c.state`.execute(db);
  const changed = await typedSql({ at: nullable(timestamptz<Instant>()) })`
    select greatest((select max(sent_at) from portal.conversation_message),
      (select max(happened_at) from portal.conversation_event)) as at`.execute(db);
  const at = changed.rows[0]?.at ?? null;
  return {
    counts: rows.map(({ state, count }) => ({ state, count })),
    changedAt: at === null ? null : instantToIso(at),
  };
}
