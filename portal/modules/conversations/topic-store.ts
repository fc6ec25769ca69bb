import { sql } from 'kysely';
import type { responsibleParties } from '#contract/conversations.ts';
import type { SubjectField } from '#domain/conversations/check-subject.ts';
import { int4, json, text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** What a ticket may be about. */
export interface Topic {
  readonly topicId: string;
  readonly audience: 'person' | 'entity' | 'both';
  readonly responsible: (typeof responsibleParties)[number];
  /** Of the quality of service, with its term. */
  readonly standardCode: string;
  readonly title: string;
  readonly hint: string;
  readonly fields: readonly SubjectField[];
  readonly documents: readonly string[];
  readonly sort: number;
}

const topicColumns = {
  topicId: text(),
  audience: text<Topic['audience']>(),
  responsible: text<Topic['responsible']>(),
  standardCode: text(),
  title: text(),
  hint: text(),
  fields: json<readonly SubjectField[]>(),
  documents: json<readonly string[]>(),
  sort: int4(),
};

/** The topics of a customer type, null: of all, in their order. */
export async function listTopics(
  db: PortalDatabase,
  customerType: 'person' | 'entity' | null,
): Promise<readonly Topic[]> {
  const { rows } = await typedSql(topicColumns)`
    select topic_id as "topicId", audience, responsible, standard_code as "standardCode", title, hint, fields, documents, sort
    from portal.conversation_topic
    where ${customerType}::text is null or audience in ('both', ${customerType}::text)
    order by sort, topic_id`.execute(db);
  return rows;
}

/** Adds the topics that are not there yet; what is there stays as the staff left it. Safe on many nodes at once. */
export async function insertNewTopics(
  db: PortalDatabase,
  shipped: readonly Omit<Topic, 'sort'>[],
): Promise<void> {
  const rows = JSON.stringify(shipped.map((topic, index) => ({ ...topic, sort: (index + 1) * 10 })));
  await sql`
    insert into portal.conversation_topic
      (topic_id, audience, responsible, standard_code, title, hint, fields, documents, sort)
    select "topicId", audience, responsible, "standardCode", title, hint, fields, documents, sort
    from jsonb_to_recordset(${rows}::jsonb) as shipped("topicId" text, audience text, responsible text, "standardCode" text,
      title text, hint text, fields jsonb, documents jsonb, sort int)
    on conflict (topic_id) do nothing`.execute(db);
}
