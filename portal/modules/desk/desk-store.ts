import { sql } from 'kysely';
import type { DeskView } from '#contract/desk.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, json, nullable, text, textArray, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { changedFields, insertStaffChange } from '#portal/http/records/staff-changes.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { ConversationKey } from '#portal/modules/conversations/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** A template of an answer. */
export interface AnswerTemplate {
  readonly templateId: string;
  readonly topicId: string | null;
  readonly title: string;
  readonly text: string;
}

/** Templates that can be chosen. */
export async function listTemplates(db: PortalDatabase): Promise<readonly AnswerTemplate[]> {
  const { rows } = await typedSql({
    templateId: text(),
    topicId: nullable(text()),
    title: text(),
    text: text(),
  })`
    select template_id as "templateId", topic_id as "topicId", title, body as text
    from portal.answer_template where is_active order by sort, template_id`.execute(db);
  return rows;
}

/** Adds the templates that are not there yet; what is there stays as the staff left it. */
export async function insertNewTemplates(
  db: PortalDatabase,
  shipped: readonly AnswerTemplate[],
): Promise<void> {
  const rows = JSON.stringify(shipped.map((template, index) => ({ ...template, sort: (index + 1) * 10 })));
  await sql`
    insert into portal.answer_template (template_id, topic_id, title, body, sort)
    select "templateId", t.topic_id, shipped.title, shipped.text, shipped.sort
    from jsonb_to_recordset(${rows}::jsonb)
      as shipped("templateId" text, "topicId" text, title text, text text, sort int)
    left join portal.conversation_topic t on t.topic_id = shipped."topicId"
    on conflict (template_id) do nothing`.execute(db);
}

/** Administrators who may answer, by name. */
export async function listColleagues(db: PortalDatabase) {
  const { rows } = await typedSql({ id: uuid(), name: text() })`
    select a.identity_id as id, coalesce(nullif(a.full_name, ''), a.login) as name
    from portal.administrator a join portal.identity i on i.identity_id = a.identity_id
    where i.blocked_at is null and exists (
      select from portal.administrator_role r where r.identity_id = a.identity_id and r.role in ('operator', 'owner'))
    order by name, id`.execute(db);
  return rows;
}

/** What of these conversations staff change, each value once, as the list of actions shows it. */
async function readStates(db: PortalDatabase, keys: readonly ConversationKey[]) {
  const { rows } = await typedSql({
    tickets: json<readonly number[]>(),
    ticketState: textArray(),
    assignee: textArray(),
    topic: textArray(),
    dueOn: textArray(),
    joinedTo: json<readonly number[]>(),
  })`
    select coalesce(jsonb_agg(c.number order by c.number), '[]') as tickets,
      coalesce(array_agg(distinct c.state), '{}') as "ticketState",
      coalesce(array_agg(distinct coalesce(nullif(a.full_name, ''), a.login)) filter (where a.login is not null), '{}') as assignee,
      coalesce(array_agg(distinct t.title) filter (where t.title is not null), '{}') as topic,
      coalesce(array_agg(distinct c.due_on::text) filter (where c.due_on is not null), '{}') as "dueOn",
      coalesce(jsonb_agg(distinct m.number) filter (where m.number is not null), '[]') as "joinedTo"
    from portal.conversation c
    left join portal.administrator a on a.identity_id = c.assigned_to
    left join portal.conversation_topic t on t.topic_id = c.topic_id
    left join portal.conversation m on m.account_number = c.merged_account and m.conversation_id = c.merged_into
    where (c.account_number, c.conversation_id) in (
      select * from unnest(${keys.map(({ accountNumber }) => accountNumber)}::text[],
        ${keys.map(({ conversationId }) => conversationId)}::uuid[]))`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate answered no row');
  return row;
}

/** Does something to conversations in the caller's transaction, and keeps what of them it changed for the list of actions. */
export async function noteStates<Result>(
  transaction: PortalDatabase,
  context: Pick<RequestContext, 'session' | 'reference' | 'clock'>,
  keys: readonly ConversationKey[],
  act: () => Promise<Result>,
): Promise<Result> {
  const before = await readStates(transaction, keys);
  const result = await act();
  const { tickets, ...present } = await readStates(transaction, keys);
  const changed = changedFields({ ...before, tickets }, { ...present, tickets });
  if (Object.keys(changed.after).length > 0) {
    const after = { tickets, ...changed.after };
    const change = { subject: 'conversation', before: changed.before, after };
    await insertStaffChange(transaction, context, change, context.clock.now());
  }
  return result;
}

export async function listViews(db: PortalDatabase, administratorId: string): Promise<DeskView[]> {
  const { rows } = await typedSql({ id: uuid(), name: text(), search: json<Record<string, string>>() })`
    select view_id as id, name, search from portal.desk_view
    where administrator_id = ${administratorId}::uuid order by name, view_id`.execute(db);
  return rows.map((row) => ({ ...row }));
}

/** Keeps a view; the same id again changes nothing. False: there are as many as there may be. */
export async function insertView(
  db: PortalDatabase,
  administratorId: string,
  view: DeskView,
  { now, most }: { readonly now: Instant; readonly most: number },
): Promise<boolean> {
  const { rows } = await typedSql({ count: int4(), isThere: bool() })`
    with kept as (
      insert into portal.desk_view (administrator_id, view_id, name, search, saved_at)
      select ${administratorId}::uuid, ${view.id}::uuid, ${view.name}, ${JSON.stringify(view.search)}::jsonb,
        ${instantToIso(now)}::timestamptz
      where (select count(*) from portal.desk_view where administrator_id = ${administratorId}::uuid) < ${most}::integer
      on conflict do nothing returning view_id)
    select (select count(*) from kept)::int as count, exists (
      select from portal.desk_view where administrator_id = ${administratorId}::uuid and view_id = ${view.id}::uuid) as "isThere"`.execute(
    db,
  );
  return rows[0]?.count === 1 || rows[0]?.isThere === true;
}

export async function deleteView(
  db: PortalDatabase,
  administratorId: string,
  viewId: string,
): Promise<boolean> {
  const { rows } = await typedSql({ id: uuid() })`
    delete from portal.desk_view where administrator_id = ${administratorId}::uuid and view_id = ${viewId}::uuid
    returning view_id as id`.execute(db);
  return rows.length > 0;
}

/** Whose conversation it is; undefined: there is none. */
export async function findCabinetId(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('portal.conversation')
    .select('cabinet_id')
    .where('account_number', '=', accountNumber)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  return row?.cabinet_id;
}

/** A mark of presence is worth so long. */
const presenceTtlMs = 45_000;
/** Somebody types for so long after a key stroke. */
const typingTtlMs = 25_000;

/** Notes that an administrator has a conversation open; undefined: there is no such conversation. Answers with who else has. */
export async function beAt(
  db: PortalDatabase,
  { accountNumber, conversationId }: ConversationKey,
  { administratorId, isTyping }: { readonly administratorId: string; readonly isTyping: boolean },
  now: Instant,
) {
  const at = instantToIso(now);
  const since = (ms: number) => instantToIso((now - ms) as Instant);
  const { rows } = await typedSql({
    lastSeq: int4(),
    others: json<readonly { readonly name: string; readonly isTyping: boolean }[]>(),
  })`
    with seen as (
      insert into portal.desk_presence (account_number, conversation_id, administrator_id, seen_at, typed_at)
      select account_number, conversation_id, ${administratorId}::uuid, ${at}::timestamptz,
        case when ${isTyping}::boolean then ${at}::timestamptz end
      from portal.conversation where account_number = ${accountNumber} and conversation_id = ${conversationId}::uuid
      on conflict (account_number, conversation_id, administrator_id)
        do update set seen_at = excluded.seen_at, typed_at = coalesce(excluded.typed_at, desk_presence.typed_at)),
    swept as (
      delete from portal.desk_presence where administrator_id <> ${administratorId}::uuid and seen_at < ${since(20 * presenceTtlMs)}::timestamptz)
    select c.last_seq as "lastSeq", coalesce((
      select jsonb_agg(jsonb_build_object('name', coalesce(nullif(a.full_name, ''), a.login),
        'isTyping', coalesce(p.typed_at >= ${since(typingTtlMs)}::timestamptz, false)) order by a.full_name, a.login)
      from portal.desk_presence p join portal.administrator a on a.identity_id = p.administrator_id
      where p.account_number = c.account_number and p.conversation_id = c.conversation_id
        and p.administrator_id <> ${administratorId}::uuid and p.seen_at >= ${since(presenceTtlMs)}::timestamptz), '[]') as others
    from portal.conversation c
    where c.account_number = ${accountNumber} and c.conversation_id = ${conversationId}::uuid`.execute(db);
  return rows[0];
}
