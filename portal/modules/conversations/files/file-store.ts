import { sql } from 'kysely';
import type { ConversationFileData } from '#contract/conversations.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, nullable, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { insertStoredFile } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { ConversationKey } from '../conversation-store.ts';

/** A file that was added and is named by no message yet. */
export interface NewConversationFile {
  readonly fileId: string;
  readonly accountNumber: string;
  readonly cabinetId: string;
  readonly addedBy: string;
  readonly name: string;
  readonly kind: 'image' | 'document';
  readonly scan: ConversationFileData['scan'];
  readonly contentType: string;
  readonly byteCount: number;
  /** SHA-256 of what it came as, in hexadecimal. */
  readonly contentHash: string;
}

/** Registers a file that lies in the store, in the caller's transaction. */
export async function insertConversationFile(
  transaction: PortalDatabase,
  file: NewConversationFile,
  now: Instant,
): Promise<void> {
  const at = instantToIso(now);
  const { fileId, accountNumber, contentType, byteCount, contentHash } = file;
  const stored = { fileId, accountNumber, contentType, byteCount, contentHash, storedAt: at };
  await insertStoredFile(transaction, { ...stored, purpose: 'conversation' });
  await sql`
    insert into portal.conversation_file (account_number, file_id, cabinet_id, added_by, name, kind, scan, added_at)
    values (${accountNumber}, ${fileId}::uuid, ${file.cabinetId}::uuid, ${file.addedBy}::uuid, ${file.name}, ${file.kind},
      ${file.scan}, ${at}::timestamptz)`.execute(transaction);
}

const fileColumns = {
  id: uuid(),
  name: text(),
  kind: text<ConversationFileData['kind']>(),
  bytes: int4(),
  scan: text<ConversationFileData['scan']>(),
};

/** How many files somebody has added to an account that no message names. */
export async function countLooseFiles(
  db: PortalDatabase,
  accountNumber: string,
  addedBy: string,
): Promise<number> {
  const { rows } = await typedSql({ count: int4() })`
    select count(*)::int as count from portal.conversation_file
    where account_number = ${accountNumber} and added_by = ${addedBy}::uuid and conversation_id is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Whether all of these files wait for a message of who added them, in this cabinet, and none of them is infected. */
export async function areLooseFiles(
  transaction: PortalDatabase,
  {
    accountNumber,
    cabinetId,
    addedBy,
  }: { readonly accountNumber: string; readonly cabinetId: string; readonly addedBy: string | null },
  fileIds: readonly string[],
): Promise<boolean> {
  if (fileIds.length === 0) return true;
  const { rows } = await typedSql({ fileId: uuid() })`
    select file_id as "fileId" from portal.conversation_file
    where account_number = ${accountNumber} and file_id = any(${[...fileIds]}::uuid[]) and added_by = ${addedBy}::uuid
      and cabinet_id = ${cabinetId}::uuid and conversation_id is null and scan <> 'infected'
    for update`.execute(transaction);
  return rows.length === new Set(fileIds).size;
}

/** Gives files to a message, in their order. */
export async function attachFiles(
  transaction: PortalDatabase,
  { accountNumber, conversationId, seq }: ConversationKey & { readonly seq: number },
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  await sql`
    update portal.conversation_file f set conversation_id = ${conversationId}::uuid, seq = ${seq}, position = named.position
    from unnest(${[...fileIds]}::uuid[]) with ordinality as named (file_id, position)
    where f.account_number = ${accountNumber} and f.file_id = named.file_id`.execute(transaction);
}

/** Files of a conversation, in the order of their messages. */
export async function listFiles(db: PortalDatabase, { accountNumber, conversationId }: ConversationKey) {
  const { rows } = await typedSql({ ...fileColumns, seq: int4() })`
    select f.file_id as id, f.name, f.kind, s.byte_count as bytes, f.scan, f.seq
    from portal.conversation_file f join portal.stored_file s on s.file_id = f.file_id
    where f.account_number = ${accountNumber} and f.conversation_id = ${conversationId}::uuid
    order by f.seq, f.position`.execute(db);
  return rows;
}

const foundColumns = {
  ...fileColumns,
  accountNumber: text(),
  contentType: text(),
  contentHash: nullable(text()),
  cabinetId: uuid(),
  addedBy: uuid(),
  isSent: bool(),
};

/** A file of an account by its id; undefined: there is none. */
export async function findFile(db: PortalDatabase, accountNumber: string, fileId: string) {
  const { rows } = await typedSql(foundColumns)`
    select f.file_id as id, f.name, f.kind, s.byte_count as bytes, f.scan, f.account_number as "accountNumber",
      s.content_type as "contentType", s.content_hash as "contentHash", f.cabinet_id as "cabinetId",
      f.added_by as "addedBy", f.conversation_id is not null as "isSent"
    from portal.conversation_file f join portal.stored_file s on s.file_id = f.file_id
    where f.account_number = ${accountNumber} and f.file_id = ${fileId}::uuid`.execute(db);
  return rows[0];
}

/** Keeps what a scan of a file says. */
export async function updateScan(
  db: PortalDatabase,
  accountNumber: string,
  fileId: string,
  scan: ConversationFileData['scan'],
): Promise<void> {
  await sql`
    update portal.conversation_file set scan = ${scan}
    where account_number = ${accountNumber} and file_id = ${fileId}::uuid`.execute(db);
}

/** Gives out what waits for a scanner that there is no more, as not scanned. */
export async function releaseWaiting(db: PortalDatabase): Promise<void> {
  await sql`
    update portal.conversation_file set scan = 'notScanned' where scan in ('checking', 'unavailable')`.execute(
    db,
  );
}

/** Files that no scanner has seen, the oldest first. */
export async function listUnscanned(db: PortalDatabase, limit: number) {
  const { rows } = await typedSql({ accountNumber: text(), fileId: uuid() })`
    select account_number as "accountNumber", file_id as "fileId" from portal.conversation_file
    where scan in ('checking', 'unavailable', 'notScanned') order by added_at limit ${limit}::integer`.execute(
    db,
  );
  return rows;
}

/** Forgets files that nobody sent, no draft has and that were added before a moment; returns their ids, so that their bytes are removed. */
export async function deleteLooseFiles(
  transaction: PortalDatabase,
  before: Instant,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await typedSql({ fileId: uuid() })`
    delete from portal.conversation_file where (account_number, file_id) in (
      select account_number, file_id from portal.conversation_file f
      where conversation_id is null and added_at < ${instantToIso(before)}::timestamptz
        and not exists (select from portal.conversation_draft d
          where d.account_number = f.account_number and d.administrator_id = f.added_by and f.file_id = any(d.file_ids))
      order by added_at limit ${limit}::integer for update skip locked)
    returning file_id as "fileId"`.execute(transaction);
  return rows.map(({ fileId }) => fileId);
}
