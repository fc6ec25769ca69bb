import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, json, nullable, type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const templateColumns = {
  id: text(),
  topicId: nullable(text()),
  topic: text(),
  title: text(),
  text: text(),
  isActive: bool(),
  revision: int4(),
  events: json<{ kind: 'created' | 'changed' | 'switchedOff' | 'switchedOn'; at: string; by: string }[]>(),
};
export type StoredTemplate = RowOf<typeof templateColumns>;

/** All templates in the order of the desk, also those that are switched off; `id`: that one alone. */
export async function listAllTemplates(
  db: PortalDatabase,
  id: string | null = null,
): Promise<readonly StoredTemplate[]> {
  const { rows } = await typedSql(templateColumns)`
    select t.template_id as id, t.topic_id as "topicId", coalesce(c.title, '') as topic, t.title, t.body as text,
      t.is_active as "isActive", t.revision,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind,
          'at', to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'by', coalesce(nullif(a.full_name, ''), a.login)) order by e.revision desc), '[]')
        from portal.answer_template_event e join portal.administrator a on a.identity_id = e.actor_id
        where e.template_id = t.template_id) as events
    from portal.answer_template t left join portal.conversation_topic c on c.topic_id = t.topic_id
    where ${id}::text is null or t.template_id = ${id}
    order by t.sort, t.template_id`.execute(db);
  return rows;
}

/** What staff write of a template. */
export interface TemplateContent {
  readonly topicId: string | null;
  readonly title: string;
  readonly text: string;
}

interface Act {
  /** The administrator. */
  readonly by: string;
  readonly at: Instant;
}

/** Adds a template behind the others, with its event; false: there is one of this id, and nothing changed. */
export async function insertTemplate(
  db: PortalDatabase,
  id: string,
  { topicId, title, text: body }: TemplateContent,
  { by, at }: Act,
): Promise<boolean> {
  const { rows } = await typedSql({ id: text() })`
    with added as (
      insert into portal.answer_template (template_id, topic_id, title, body, sort)
      select ${id}, ${topicId}, ${title}, ${body}, coalesce(max(sort), 0) + 10 from portal.answer_template
      on conflict do nothing returning *)
    insert into portal.answer_template_event (template_id, revision, kind, actor_id, happened_at, state)
    select a.template_id, a.revision, 'created', ${by}::uuid, ${instantToIso(at)}::timestamptz, to_jsonb(a) from added a
    returning template_id as id`.execute(db);
  return rows.length > 0;
}

/** Changes a template in a revision, with its event; false: it is not there in this one. */
export async function updateTemplate(
  db: PortalDatabase,
  { id, revision }: { readonly id: string; readonly revision: number },
  { topicId, title, text: body, isActive }: TemplateContent & { readonly isActive: boolean },
  { by, at }: Act,
): Promise<boolean> {
  const { rows } = await typedSql({ id: text() })`
    with before as (
      select template_id, is_active from portal.answer_template
      where template_id = ${id} and revision = ${revision}::integer for update),
    changed as (
      update portal.answer_template t set topic_id = ${topicId}, title = ${title}, body = ${body},
        is_active = ${isActive}::boolean, revision = t.revision + 1
      from before where t.template_id = before.template_id
      returning t.*, before.is_active as was_active)
    insert into portal.answer_template_event (template_id, revision, kind, actor_id, happened_at, state)
    select c.template_id, c.revision, case when c.is_active = c.was_active then 'changed'
        when c.is_active then 'switchedOn' else 'switchedOff' end,
      ${by}::uuid, ${instantToIso(at)}::timestamptz, to_jsonb(c) - 'was_active' from changed c
    returning template_id as id`.execute(db);
  return rows.length > 0;
}
