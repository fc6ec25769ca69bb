import type { DeskRow, OpenedConversation } from '#contract/desk.ts';
import type { SubjectField } from '#domain/conversations/check-subject.ts';
import {
  type ConversationState,
  isDone,
  isPaused,
  stateAfter,
} from '#domain/conversations/conversation-state.ts';
import { internalMinutes } from '#domain/service-terms/internal-clock.ts';
import { latestExtension, termLeft } from '#domain/service-terms/legal-clock.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, formatDate, type LocalDate, localDate } from '#domain/time/local-date.ts';
import {
  date,
  int4,
  json,
  nullable,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import {
  type ConversationKey,
  listFiles,
  listTopics,
  receivedAtSql,
  valueInWords,
} from '#portal/modules/conversations/public.ts';
import { loadServiceTerms } from '#portal/modules/service-terms/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type QueueRow, rowColumns, rowJoins, rowSql } from './queue-store.ts';

/** A row as the calls have it. */
export function toDeskRow(row: QueueRow, now: Instant): DeskRow {
  const { receivedOn, dueOn, assigneeId, assigneeName, openedAt, lastMessageAt, waitingSince, answerBy } =
    row;
  const left = receivedOn === null || dueOn === null ? null : termLeft({ receivedOn, dueOn }, now);
  return {
    account: row.account,
    id: row.id,
    number: Number(row.number),
    kind: row.kind,
    customerType: row.customerType,
    title: row.title,
    topicId: row.topicId,
    topic: row.topic ?? '',
    responsible: row.responsible ?? 'supplier',
    state: row.state,
    term:
      left === null || receivedOn === null || dueOn === null
        ? null
        : { receivedOn, dueOn, daysLeft: left.daysLeft, state: left.state },
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? '' },
    openedAt: instantToIso(openedAt),
    lastMessageAt: instantToIso(lastMessageAt),
    waitingSince: waitingSince === null ? null : instantToIso(waitingSince),
    answerBy: answerBy === null ? null : instantToIso(answerBy),
    isUnread: row.isUnread,
  };
}

interface StoredEvent {
  readonly id: string;
  readonly kind: OpenedConversation['events'][number]['kind'];
  readonly actor: 'customer' | 'operator' | 'system';
  readonly actorName: string;
  readonly at: string;
  readonly after: {
    readonly state?: ConversationState;
    readonly topicId?: string;
    readonly administratorId?: string | null;
    readonly number?: number | null;
    readonly compensation?: string;
    readonly dueOn?: string | null;
  } | null;
  readonly reason: string | null;
}

const openedColumns = {
  ...rowColumns,
  customerName: text(),
  phone: nullable(text()),
  subject: json<Readonly<Record<string, string>>>(),
  topicFields: nullable(json<readonly SubjectField[]>()),
  basis: nullable(text()),
  calendarVersion: nullable(int4()),
  customerReadSeq: int4(),
  customerDeliveredSeq: int4(),
  receivedAt: timestamptz<Instant>(),
  standardCode: nullable(text()),
  legalReceivedOn: nullable(date<LocalDate>()),
  legalDueOn: nullable(date<LocalDate>()),
  extendedFrom: nullable(date<LocalDate>()),
  cabinetId: uuid(),
  draft: nullable(text()),
  draftFiles: json<OpenedConversation['draftFiles']>(),
  messages: json<readonly Omit<OpenedConversation['messages'][number], 'files'>[]>(),
  notes: json<OpenedConversation['notes']>(),
  events: json<readonly StoredEvent[]>(),
  linked: json<OpenedConversation['linked']>(),
  joinedTo: nullable(json<NonNullable<OpenedConversation['joinedTo']>>()),
};

/** All that the desk shows of a conversation but its files; undefined: there is none. */
async function findOpened(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  reader: string,
) {
  const { rows } = await typedSql(openedColumns)`
    select ${rowSql}, concat_ws(' ', nullif(i.name, ''), nullif(i.middle_name, ''), nullif(i.surname, '')) as "customerName",
      i.phone, c.subject, t.fields as "topicFields", c.standard_basis as basis, c.calendar_version as "calendarVersion",
      c.customer_read_seq as "customerReadSeq", c.customer_delivered_seq as "customerDeliveredSeq",
      ${receivedAtSql} as "receivedAt", c.standard_code as "standardCode",
      c.received_on as "legalReceivedOn", c.due_on as "legalDueOn", c.extended_from as "extendedFrom", c.cabinet_id as "cabinetId",
      (select d.body from portal.conversation_draft d where d.account_number = c.account_number
        and d.conversation_id = c.conversation_id and d.administrator_id = ${reader}::uuid) as draft,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.file_id, 'name', f.name, 'kind', f.kind, 'bytes', s.byte_count,
          'scan', f.scan) order by array_position(d.file_ids, f.file_id))
        from portal.conversation_draft d
        join portal.conversation_file f on f.account_number = d.account_number and f.file_id = any(d.file_ids)
          and f.conversation_id is null and f.added_by = d.administrator_id
        join portal.stored_file s on s.file_id = f.file_id
        where d.account_number = c.account_number and d.conversation_id = c.conversation_id
          and d.administrator_id = ${reader}::uuid), '[]') as "draftFiles",
      (select jsonb_agg(jsonb_build_object('seq', s.seq, 'author', s.author, 'text', s.body,
          'authorName', case when s.author = 'operator' then coalesce(nullif(w.full_name, ''), w.login, '') else '' end,
          'sentAt', to_char(s.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.seq)
        from portal.conversation_message s left join portal.administrator w on w.identity_id = s.author_id
        where s.account_number = c.account_number and s.conversation_id = c.conversation_id) as messages,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.note_id, 'text', n.body,
          'authorName', coalesce(nullif(w.full_name, ''), w.login),
          'writtenAt', to_char(n.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n.written_at, n.note_id)
        from portal.conversation_note n join portal.administrator w on w.identity_id = n.author_id
        where n.account_number = c.account_number and n.conversation_id = c.conversation_id), '[]') as notes,
      coalesce((select jsonb_agg(jsonb_build_object('id', e.event_id, 'kind', e.kind, 'actor', e.actor, 'after', e.after,
          'reason', e.reason, 'actorName', coalesce(nullif(w.full_name, ''), w.login, ''),
          'at', to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.happened_at, e.event_id)
        from portal.conversation_event e left join portal.administrator w on w.identity_id = e.actor_id
        where e.account_number = c.account_number and e.conversation_id = c.conversation_id), '[]') as events,
      coalesce((select jsonb_agg(jsonb_build_object('account', l.account_number, 'id', l.conversation_id, 'number', l.number,
          'title', l.title, 'state', l.state) order by l.number)
        from portal.conversation l
        where l.merged_account = c.account_number and l.merged_into = c.conversation_id), '[]') as linked,
      (select jsonb_build_object('account', l.account_number, 'id', l.conversation_id, 'number', l.number)
        from portal.conversation l
        where l.account_number = c.merged_account and l.conversation_id = c.merged_into) as "joinedTo"
    from portal.conversation c ${rowJoins}
    join portal.identity i on i.identity_id = c.opened_by
    where c.account_number = ${accountNumber} and c.conversation_id = ${conversationId}::uuid`.execute(db);
  return rows[0];
}

const staffActs = ['take', 'askCustomer', 'forward', 'answer', 'staffMessage', 'staffClose'] as const;

/** A conversation as the desk shows it to an administrator; undefined: there is none. */
export async function openConversation(
  db: PortalDatabase,
  key: ConversationKey,
  { reader, now }: { readonly reader: string; readonly now: Instant },
): Promise<OpenedConversation | undefined> {
  const found = await findOpened(db, key, reader);
  if (found === undefined) return undefined;
  const files = await listFiles(db, key);
  const topics = await listTopics(db, found.customerType);
  const terms = await loadServiceTerms(db);
  const topicTitles = new Map(topics.map(({ topicId, title }) => [topicId, title]));
  const names = await namesOf(db, found.events);
  const clock = found.events.flatMap(({ at, after }) =>
    after?.state === undefined
      ? []
      : [{ at: instantFromIso(at), runs: !isDone(after.state) && !isPaused(after.state) }],
  );
  return {
    ...toDeskRow(found, now),
    customerName: found.customerName,
    phone: found.phone,
    subject: (found.topicFields ?? []).flatMap((field) => {
      const value = found.subject[field.name] ?? '';
      return value === '' ? [] : [{ label: field.label, value: valueInWords(field, value) }];
    }),
    basis: found.basis,
    internalMinutes:
      found.calendarVersion === null ? 0 : internalMinutes(clock, terms.calendar(found.calendarVersion), now),
    messages: found.messages.map((message) => ({
      ...message,
      files: files.flatMap(({ seq, ...file }) => (seq === message.seq ? [file] : [])),
    })),
    customerReadSeq: found.customerReadSeq,
    customerDeliveredSeq: found.customerDeliveredSeq,
    notes: found.notes,
    events: found.events.map(({ after, reason, ...event }) => ({
      ...event,
      after: wordsOf(after, topicTitles, names),
      reason: reason ?? '',
    })),
    draft: found.draft ?? '',
    draftFiles: found.draftFiles,
    linked: found.linked,
    joinedTo: found.joinedTo,
    topics: topics.map(({ topicId, title, standardCode }) => ({
      topicId,
      title,
      dueOn: terms.freeze(standardCode, found.receivedAt).term.dueOn,
    })),
    extension: extensionOf(found, terms, now),
    acts: staffActs.filter((act) => {
      const after = stateAfter(found.state, act);
      return after !== undefined && (after !== found.state || act === 'answer' || act === 'staffMessage');
    }),
  };
}

/** The days to which the term may be extended, once and before it is over; null: it may not. */
function extensionOf(
  {
    state,
    standardCode,
    receivedAt,
    legalReceivedOn,
    legalDueOn,
    extendedFrom,
  }: NonNullable<Awaited<ReturnType<typeof findOpened>>>,
  terms: Awaited<ReturnType<typeof loadServiceTerms>>,
  now: Instant,
): OpenedConversation['extension'] {
  if (isDone(state) || extendedFrom !== null) return null;
  if (standardCode === null || legalReceivedOn === null || legalDueOn === null) return null;
  if (kyivDateOf(now) > legalDueOn) return null;
  const latest = latestExtension(
    legalReceivedOn,
    legalDueOn,
    terms.freeze(standardCode, receivedAt).standard,
  );
  return latest && { from: addDays(legalDueOn, 1), to: latest };
}

function wordsOf(
  after: StoredEvent['after'],
  topics: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): string {
  if (after?.state !== undefined) return after.state;
  if (after?.compensation !== undefined) return after.compensation;
  if (after?.topicId !== undefined) return topics.get(after.topicId) ?? after.topicId;
  if (typeof after?.administratorId === 'string') return names.get(after.administratorId) ?? '';
  if (typeof after?.dueOn === 'string') return formatDate(localDate(after.dueOn));
  return typeof after?.number === 'number' ? String(after.number) : '';
}

/** Names of the administrators that events name. */
async function namesOf(
  db: PortalDatabase,
  events: readonly StoredEvent[],
): Promise<ReadonlyMap<string, string>> {
  const ids = events.flatMap(({ after }) => after?.administratorId ?? []);
  if (ids.length === 0) return new Map();
  const { rows } = await typedSql({ id: uuid(), name: text() })`
    select identity_id as id, coalesce(nullif(full_name, ''), login) as name
    from portal.administrator where identity_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
