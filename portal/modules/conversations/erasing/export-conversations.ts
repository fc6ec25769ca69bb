import type { Instant } from '#domain/time/instant.ts';
import {
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

const conversationColumns = {
  id: uuid(),
  number: int8(),
  account: text(),
  kind: text<'ticket' | 'chat'>(),
  topic: nullable(text()),
  title: text(),
  subject: json<Readonly<Record<string, string>>>(),
  state: text(),
  openedAt: timestamptz<Instant>(),
  closedAt: nullable(timestamptz<Instant>()),
};
const messageColumns = {
  at: timestamptz<Instant>(),
  author: text<'customer' | 'operator' | 'system'>(),
  body: text(),
};
const fileColumns = {
  id: uuid(),
  name: text(),
  seq: int4(),
  addedAt: timestamptz<Instant>(),
};

/** Conversations of a cabinet, oldest first: those of others who have the same accounts are not among them. */
export async function listConversationsOf(db: PortalDatabase, cabinetId: string) {
  const { rows } = await typedSql(conversationColumns)`
    select c.conversation_id as id, c.number, c.account_number as account, c.kind, t.title as topic, c.title, c.subject, c.state,
           c.opened_at as "openedAt", c.closed_at as "closedAt"
      from portal.conversation c left join portal.conversation_topic t on t.topic_id = c.topic_id
     where c.cabinet_id = ${cabinetId}::uuid order by c.opened_at, c.number`.execute(db);
  return rows;
}

/** What both sides wrote in a conversation, without notes of the staff and without their names, and the files that were clean. */
export async function readConversation(
  db: PortalDatabase,
  { account, id }: { readonly account: string; readonly id: string },
) {
  const messages = await typedSql(messageColumns)`
    select sent_at as at, author, body from portal.conversation_message
     where account_number = ${account} and conversation_id = ${id}::uuid order by seq`.execute(db);
  const files = await typedSql(fileColumns)`
    select file_id as id, name, seq, added_at as "addedAt" from portal.conversation_file
     where account_number = ${account} and conversation_id = ${id}::uuid and scan <> 'infected'
     order by seq, position`.execute(db);
  return { messages: messages.rows, files: files.rows };
}
