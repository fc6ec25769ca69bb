import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type ConversationFileData, fileFormats, maxFileMb, maxFiles } from '#contract/conversations.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import type { Instant } from '#domain/time/instant.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import type { Antivirus } from '#portal/gateways/antivirus/antivirus.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { cleanPictureOf } from '#portal/modules/readings/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { contentTypes, documentTypeOf } from './document-type.ts';
import { countLooseFiles, findFile, insertConversationFile } from './file-store.ts';

export interface FileToAdd {
  readonly accountNumber: string;
  readonly cabinetId: string;
  readonly addedBy: string;
  /** As it is called on the device of who adds it. */
  readonly name: string;
  readonly requestId: string;
  /** Reads the file; not called when no more may be added. */
  readonly readContent: () => Promise<Buffer>;
}

type FileRefusal =
  | 'support.fileRefused'
  | 'support.fileInfected'
  | 'support.tooManyFiles'
  | 'common.requestReused';

/** The file under its id, or the code of why it is not taken. */
export type AddedFile =
  | { readonly file: ConversationFileData }
  | { readonly refused: FileRefusal; readonly params?: MessageParams };

const refusedType: AddedFile = {
  refused: 'support.fileRefused',
  params: { types: fileFormats, size: maxFileMb },
};

/** Files that wait for a message: of two messages that are written at once. */
const maxLoose = 2 * maxFiles;
const longestName = 120;

/** A name without folders and control characters, with the ending of what the file is. */
function shownName(name: string, ending: string): string {
  const last =
    name
      .replace(/\p{Cc}|\p{Cf}/gu, '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  const base = last
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .trim()
    .slice(0, longestName);
  return `${base || 'file'}.${ending}`;
}

/** What is kept of a file: a picture written anew, a document as it came; undefined: it is not taken. */
async function readFile(content: Buffer) {
  const type = documentTypeOf(content);
  if (type !== undefined) return { type, kind: 'document', bytes: content } as const;
  const picture = await cleanPictureOf(content);
  return typeof picture === 'string'
    ? undefined
    : ({ type: 'jpg', kind: 'image', bytes: Buffer.from(picture) } as const);
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/**
 * Stores a file for a message that is yet to be sent: its type is read from its content, a picture is decoded and written anew,
 * a document is kept as it came. The same request again answers with the same id; another file under its request id is
 * common.requestReused.
 * @throws WorkersBusy when too many pictures are being looked at: the same request may come again.
 */
export async function storeFile(
  services: {
    readonly db: PortalDatabase;
    readonly files: FileStore;
    readonly antivirus: Antivirus;
    readonly now: Instant;
  },
  { accountNumber, cabinetId, addedBy, name, requestId, readContent }: FileToAdd,
): Promise<AddedFile> {
  const { db, files, antivirus, now } = services;
  const fileId = uuidOfWords('ticketFile', accountNumber, addedBy, requestId);
  const tooMany: AddedFile = { refused: 'support.tooManyFiles', params: { n: maxFiles } };
  const kept = await findFile(db, accountNumber, fileId);
  // Before anything is read; counted again when it is stored.
  if (kept === undefined && (await countLooseFiles(db, accountNumber, addedBy)) >= maxLoose) return tooMany;
  const content = await readContent();
  const contentHash = createHash('sha256').update(content).digest('hex');
  const asBefore = (before: NonNullable<typeof kept>): AddedFile => {
    if (before.contentHash !== contentHash) return { refused: 'common.requestReused' };
    const { id, kind, bytes, scan } = before;
    return { file: { id, name: before.name, kind, bytes, scan } };
  };
  if (kept !== undefined) return asBefore(kept);
  const read = await readFile(content);
  if (read === undefined) return refusedType;
  const scan = await antivirus.scan(once(content));
  if (scan === 'infected') return { refused: 'support.fileInfected' };
  const { type, kind, bytes } = read;
  const file = { id: fileId, name: shownName(name, type), kind, bytes: bytes.length, scan };
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${`${accountNumber} ${addedBy}`}, 22))`.execute(
      transaction,
    );
    const before = await findFile(transaction, accountNumber, fileId);
    if (before !== undefined) return asBefore(before);
    if ((await countLooseFiles(transaction, accountNumber, addedBy)) >= maxLoose) return tooMany;
    await files.put(fileId, bytes);
    const contentType = contentTypes[type];
    const byteCount = bytes.length;
    await insertConversationFile(
      transaction,
      {
        fileId,
        accountNumber,
        cabinetId,
        addedBy,
        name: file.name,
        kind,
        scan,
        contentType,
        byteCount,
        contentHash,
      },
      now,
    );
    return { file };
  });
}
