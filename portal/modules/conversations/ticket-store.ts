import type { ConversationFileData } from '#contract/conversations.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { noAccount } from '#contract/fields.ts';
import type { entitySupplierOrders } from '#contract/supplier-messages.ts';
import type { SubjectField } from '#domain/conversations/check-subject.ts';
import type { ConversationState } from '#domain/conversations/conversation-state.ts';
import type { CompensationExclusion, CompensationState } from '#domain/service-terms/compensation.ts';
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
import type { Topic } from './topic-store.ts';

/** Whose tickets: of an account as they were opened in one cabinet. */
export interface TicketOwner {
  readonly accountNumber: string;
  readonly cabinetId: string;
}

const ticketColumns = {
  id: uuid(),
  number: int8(),
  title: text(),
  topicId: nullable(text()),
  topic: nullable(text()),
  responsible: nullable(text<Topic['responsible']>()),
  state: text<ConversationState>(),
  openedAt: timestamptz<Instant>(),
  lastMessageAt: timestamptz<Instant>(),
  dueOn: nullable(date<LocalDate>()),
  isNew: bool(),
};
export type TicketRow = RowOf<typeof ticketColumns>;

const listedColumns = { ...ticketColumns, moment: text() };

/** The tickets of a cabinet in an account and those that belong to no object, newest first. A due day is of the clock that runs. */
export async function listTickets(
  db: PortalDatabase,
  { accountNumber, cabinetId }: TicketOwner,
  {
    after,
    limit,
  }: { readonly after?: { readonly moment: string; readonly number: string }; readonly limit: number },
): Promise<readonly RowOf<typeof listedColumns>[]> {
  const { rows } = await typedSql(listedColumns)`
    select c.conversation_id as id, c.number, c.title, c.topic_id as "topicId", t.title as topic, t.responsible, c.state,
      c.opened_at as "openedAt", m.sent_at as "lastMessageAt",
      (select min(k.due_on) from portal.conversation_clock k where k.account_number = c.account_number
        and k.conversation_id = c.conversation_id and k.met_at is null) as "dueOn",
      c.last_seq > c.customer_read_seq as "isNew",
      to_char(c.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from portal.conversation c
    join portal.conversation_message m on m.account_number = c.account_number
      and m.conversation_id = c.conversation_id and m.seq = c.last_seq
    left join portal.conversation_topic t on t.topic_id = c.topic_id
    where c.account_number in (${accountNumber}, ${noAccount}) and c.cabinet_id = ${cabinetId}::uuid and c.kind = 'ticket'
      and (${after === undefined}::boolean
        or (c.opened_at, c.number) < (${after?.moment ?? null}::timestamptz, ${after?.number ?? null}::bigint))
    order by c.opened_at desc, c.number desc limit ${limit}::integer`.execute(db);
  return rows;
}

const openedColumns = {
  ...ticketColumns,
  subject: json<Readonly<Record<string, string>>>(),
  topicFields: nullable(json<readonly SubjectField[]>()),
  receivedOn: nullable(date<LocalDate>()),
  basis: nullable(text()),
  staffReadSeq: int4(),
  rating: nullable(json<{ readonly mark: number; readonly isSolved: boolean }>()),
  isAnswered: bool(),
  compensations:
    json<
      readonly {
        readonly state: CompensationState;
        readonly kopiykas: string;
        readonly dueBy: string;
        readonly exclusion: CompensationExclusion | null;
        readonly bookedOn: string | null;
        readonly reversedOn: string | null;
      }[]
    >(),
  history: json<readonly { readonly at: string; readonly state: ConversationState }[]>(),
  messages:
    json<
      readonly {
        readonly seq: number;
        readonly author: 'customer' | 'operator' | 'system';
        readonly text: string;
        readonly sentAt: string;
      }[]
    >(),
  files: json<readonly (ConversationFileData & { readonly seq: number })[]>(),
};

/** A ticket with its messages and their files and the states it went through; undefined: it is not of this cabinet. */
export async function findTicket(db: PortalDatabase, { accountNumber, cabinetId }: TicketOwner, id: string) {
  const { rows } = await typedSql(openedColumns)`
    select c.conversation_id as id, c.number, c.title, c.topic_id as "topicId", t.title as topic, t.responsible, c.state,
      c.opened_at as "openedAt", said.last_at as "lastMessageAt", clocks.due_on as "dueOn",
      c.last_seq > c.customer_read_seq as "isNew", c.subject, t.fields as "topicFields", c.received_on as "receivedOn",
      c.standard_basis as basis, c.staff_read_seq as "staffReadSeq",
      (select e.after from portal.conversation_event e where e.account_number = c.account_number
        and e.conversation_id = c.conversation_id and e.kind = 'rated' limit 1) as rating,
      c.answered_at is not null as "isAnswered", moves.history, said.messages,
      coalesce((select jsonb_agg(jsonb_build_object('state', p.state, 'kopiykas', p.amount_kopiykas::text, 'dueBy', p.due_by,
          'exclusion', p.exclusion, 'bookedOn', (p.booked_at at time zone 'Europe/Kyiv')::date,
          'reversedOn', (p.reversed_at at time zone 'Europe/Kyiv')::date) order by p.proposed_at)
        from portal.compensation p where p.account_number = c.account_number and p.conversation_id = c.conversation_id), '[]')
        as compensations,
      coalesce((
        select jsonb_agg(jsonb_build_object('seq', f.seq, 'id', f.file_id, 'name', f.name, 'kind', f.kind, 'bytes', s.byte_count,
          'scan', f.scan) order by f.seq, f.position)
        from portal.conversation_file f join portal.stored_file s on s.file_id = f.file_id
        where f.account_number = c.account_number and f.conversation_id = c.conversation_id), '[]') as files
    from portal.conversation c
    left join portal.conversation_topic t on t.topic_id = c.topic_id
    cross join lateral (
      select min(k.due_on) as due_on from portal.conversation_clock k where k.account_number = c.account_number
        and k.conversation_id = c.conversation_id and k.met_at is null) clocks
    cross join lateral (
      select max(m.sent_at) as last_at, jsonb_agg(jsonb_build_object('seq', m.seq, 'author', m.author, 'text', m.body,
        'sentAt', to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.seq) as messages
      from portal.conversation_message m where m.account_number = c.account_number
        and m.conversation_id = c.conversation_id) said
    cross join lateral (
      select jsonb_agg(jsonb_build_object('state', e.after ->> 'state',
        'at', to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.happened_at, e.event_id)
        as history
      from portal.conversation_event e where e.account_number = c.account_number
        and e.conversation_id = c.conversation_id and e.kind in ('opened', 'stateChanged')) moves
    where c.account_number = ${accountNumber} and c.conversation_id = ${id}::uuid and c.cabinet_id = ${cabinetId}::uuid`.execute(
    db,
  );
  return rows[0];
}

/** Tickets of a cabinet in an account that wait for an answer, the newest of each topic. */
export async function listOpenByTopic(db: PortalDatabase, { accountNumber, cabinetId }: TicketOwner) {
  const { rows } = await typedSql({ topicId: text(), id: uuid(), number: int8() })`
    select distinct on (topic_id) topic_id as "topicId", conversation_id as id, number
    from portal.conversation
    where account_number = ${accountNumber} and cabinet_id = ${cabinetId}::uuid and topic_id is not null
      and state not in ('answered', 'closed')
    order by topic_id, opened_at desc`.execute(db);
  return new Map(rows.map(({ topicId, id, number }) => [topicId, { id, number: Number(number) }]));
}

type InboxItem = OutputOf<
  typeof entitySupplierOrders
>['data']['findNewOrderAnswersResponse']['items'][number];

/** The words of the supplier in tickets that the customer has not seen, one of each ticket, newest first. */
export async function listUnreadAnswers(
  db: PortalDatabase,
  { accountNumber, cabinetId }: TicketOwner,
  limit: number,
): Promise<readonly InboxItem[]> {
  const { rows } = await typedSql({
    id: uuid(),
    title: text(),
    text: text(),
    sentAt: timestamptz<Instant>(),
  })`
    select c.conversation_id as id, c.title, m.body as text, m.sent_at as "sentAt"
    from portal.conversation c
    cross join lateral (
      select body, sent_at from portal.conversation_message m
      where m.account_number = c.account_number and m.conversation_id = c.conversation_id
        and m.seq > c.customer_read_seq and m.author <> 'customer'
      order by m.seq desc limit 1) m
    where c.account_number = ${accountNumber} and c.cabinet_id = ${cabinetId}::uuid and c.kind = 'ticket'
      and c.last_seq > c.customer_read_seq
    order by m.sent_at desc, c.conversation_id desc limit ${limit}::integer`.execute(db);
  return rows.map(({ sentAt, ...item }) => ({
    ...item,
    ticketId: item.id,
    sentAt: instantToIso(sentAt),
    isRead: false,
  }));
}
