import { sql } from 'kysely';
import { searchWords } from '#domain/search/search-words.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int4, json, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { deleteStoredFiles } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { erasedText, erasedTitle } from './erased-text.template.ts';

/** Lets this transaction change texts that are append-only (migration 0101). */
async function beginErasing(transaction: PortalDatabase): Promise<void> {
  await sql`select set_config('portal.erasing', 'on', true)`.execute(transaction);
}

const wordsOf = (body: string) => sql`array_to_tsvector(${[...searchWords(body)]}::text[])`;

async function deleteFiles(
  transaction: PortalDatabase,
  files: FileStore,
  fileIds: readonly string[],
): Promise<void> {
  for (const fileId of fileIds) await files.remove(fileId);
  await sql`delete from portal.conversation_file where file_id = any(${[...fileIds]}::uuid[])`.execute(
    transaction,
  );
  await deleteStoredFiles(transaction, fileIds);
}

/**
 * Deletes texts and files of conversations of a kind that were closed before a moment, the bytes first. Number, topic, state, terms and
 * compensations stay: the register of appeals and the report of the quality of service are made of them. Returns how many.
 */
export async function eraseOldConversations(
  db: PortalDatabase,
  files: FileStore,
  kind: 'ticket' | 'chat',
  before: Instant,
  limit: number,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await beginErasing(transaction);
    const { rows } = await typedSql({ accountNumber: text(), conversationId: uuid() })`
      select account_number as "accountNumber", conversation_id as "conversationId" from portal.conversation
       where kind = ${kind} and closed_at < ${instantToIso(before)}::timestamptz and erased_at is null
       order by closed_at limit ${limit}::integer for update skip locked`.execute(transaction);
    if (rows.length === 0) return 0;
    const accounts = rows.map(({ accountNumber }) => accountNumber);
    const ids = rows.map(({ conversationId }) => conversationId);
    const isOld = sql`(account_number, conversation_id) in (
      select account, id from unnest(${accounts}::text[], ${ids}::uuid[]) as old (account, id))`;
    const attached = await typedSql({ fileId: uuid() })`
      select file_id as "fileId" from portal.conversation_file where ${isOld}`.execute(transaction);
    await deleteFiles(
      transaction,
      files,
      attached.rows.map(({ fileId }) => fileId),
    );
    const words = wordsOf('');
    await sql`update portal.conversation_message set body = ${erasedText}, words = ${words} where ${isOld}`.execute(
      transaction,
    );
    await sql`update portal.conversation_note set body = ${erasedText} where ${isOld}`.execute(transaction);
    await sql`update portal.conversation_event set reason = null where ${isOld} and reason is not null`.execute(
      transaction,
    );
    await sql`delete from portal.conversation_draft where ${isOld}`.execute(transaction);
    await sql`
      update portal.conversation set title = ${erasedTitle}, subject = '{}', erased_at = clock_timestamp()
       where ${isOld}`.execute(transaction);
    return rows.length;
  });
}

type Mask = (text: string) => string;

/** Most characters of a column; a mark may be longer than what it replaces. */
const maxLength = { title: 120, body: 4000, reason: 1000, name: 160 } as const;
const cut = (value: string, column: keyof typeof maxLength) =>
  [...value].slice(0, maxLength[column]).join('');

const maskAll = (values: Readonly<Record<string, string>>, mask: Mask) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mask(value)]));

/**
 * Makes the texts of a person's conversations anonymous, in the caller's transaction, which holds the identity: the supplier has to
 * keep appeals for their term, and needs no name for it.
 */
export async function maskConversations(
  transaction: PortalDatabase,
  cabinetId: string,
  mask: Mask,
): Promise<void> {
  await beginErasing(transaction);
  const own = sql`(account_number, conversation_id) in (
    select account_number, conversation_id from portal.conversation where cabinet_id = ${cabinetId}::uuid)`;
  const key = { account: text(), id: uuid() };
  const opened = await typedSql({ ...key, title: text(), subject: json<Readonly<Record<string, string>>>() })`
    select account_number as account, conversation_id as id, title, subject from portal.conversation
     where cabinet_id = ${cabinetId}::uuid for update`.execute(transaction);
  for (const { account, id, title, subject } of opened.rows)
    await sql`
      update portal.conversation set title = ${cut(mask(title), 'title')}, subject = ${JSON.stringify(maskAll(subject, mask))}::jsonb
       where account_number = ${account} and conversation_id = ${id}::uuid`.execute(transaction);
  const messages = await typedSql({ ...key, seq: int4(), body: text() })`
    select account_number as account, conversation_id as id, seq, body from portal.conversation_message
     where ${own}`.execute(transaction);
  for (const { account, id, seq, body } of messages.rows) {
    const masked = cut(mask(body), 'body');
    // The words of a first message are those of its title and subject too.
    if (masked === body && seq > 1) continue;
    await sql`
      update portal.conversation_message set body = ${masked}, words = ${wordsOf(masked)}
       where account_number = ${account} and conversation_id = ${id}::uuid and seq = ${seq}`.execute(
      transaction,
    );
  }
  const notes = await typedSql({ noteId: uuid(), body: text() })`
    select note_id as "noteId", body from portal.conversation_note where ${own}`.execute(transaction);
  for (const { noteId, body } of notes.rows)
    if (mask(body) !== body)
      await sql`update portal.conversation_note set body = ${cut(mask(body), 'body')} where ${own} and note_id = ${noteId}::uuid`.execute(
        transaction,
      );
  const events = await typedSql({ eventId: uuid(), reason: nullable(text()) })`
    select event_id as "eventId", reason from portal.conversation_event where ${own} and reason is not null`.execute(
    transaction,
  );
  for (const { eventId, reason } of events.rows)
    if (mask(reason ?? '') !== reason)
      await sql`
        update portal.conversation_event set reason = ${cut(mask(reason ?? ''), 'reason')}
         where ${own} and event_id = ${eventId}::uuid`.execute(transaction);
  const named = await typedSql({ fileId: uuid(), name: text() })`
    select file_id as "fileId", name from portal.conversation_file where cabinet_id = ${cabinetId}::uuid`.execute(
    transaction,
  );
  for (const { fileId, name } of named.rows)
    if (mask(name) !== name)
      await sql`update portal.conversation_file set name = ${cut(mask(name), 'name')} where file_id = ${fileId}::uuid`.execute(
        transaction,
      );
  await sql`delete from portal.conversation_draft where ${own}`.execute(transaction);
}

/** Deletes files of answered and closed conversations of cabinets with their bytes: a picture can't be made anonymous. Returns how many. */
export async function deleteFilesOfCabinets(
  db: PortalDatabase,
  files: FileStore,
  cabinetIds: readonly string[],
  limit: number,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await typedSql({ fileId: uuid() })`
      select f.file_id as "fileId" from portal.conversation_file f
        left join portal.conversation c
          on c.account_number = f.account_number and c.conversation_id = f.conversation_id
       where f.cabinet_id = any(${[...cabinetIds]}::uuid[]) and (c.state is null or c.state in ('answered', 'closed'))
       limit ${limit}::integer for update of f skip locked`.execute(transaction);
    await deleteFiles(
      transaction,
      files,
      rows.map(({ fileId }) => fileId),
    );
    return rows.length;
  });
}

/** Whether files of a cabinet are left: of conversations that are open. */
export async function hasFilesOfCabinet(db: PortalDatabase, cabinetId: string): Promise<boolean> {
  const { rows } = await sql`
    select from portal.conversation_file where cabinet_id = ${cabinetId}::uuid limit 1`.execute(db);
  return rows.length > 0;
}

/** Conversations of a cabinet that wait for an answer. */
export async function countOpenConversations(db: PortalDatabase, cabinetId: string): Promise<number> {
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::integer as count from portal.conversation
     where cabinet_id = ${cabinetId}::uuid and state not in ('answered', 'closed')`.execute(db);
  return rows[0]?.count ?? 0;
}
