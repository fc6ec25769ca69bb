import { createHash } from 'node:crypto';
import { constants } from 'node:os';
import { sql } from 'kysely';
import { type ConversationFileData, fileFormats, maxFileMb, maxFiles } from '#contract/conversations.ts';
import { fileTypes } from '#contract/define-call.ts';
import { sentFileTypes } from '#contract/values/file-types.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { FileKind } from '#platform/files/file-kind.ts';
import type { recogniseFile } from '#platform/files/file-problem.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import { createWorkerPool, workerFunction } from '#platform/workers/worker-pool.ts';
import { WorkerEnded, WorkerTimedOut } from '#platform/workers/worker-process.ts';
import type { Antivirus } from '#portal/gateways/antivirus/antivirus.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { type FileRefusal, refusalOf } from '#portal/http/files/fail-file.ts';
import { cleanPictureOf } from '#portal/modules/readings/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
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

/** The file under its id, or why it is not taken. */
export type AddedFile = { readonly file: ConversationFileData } | { readonly refused: FileRefusal };

/** Documents that are taken, and pictures, which are written anew. */
const contentTypes = {
  pdf: fileTypes.pdf,
  xlsx: fileTypes.xlsx,
  docx: sentFileTypes.docx,
  xls: sentFileTypes.xls,
  doc: sentFileTypes.doc,
  p7s: sentFileTypes.p7s,
  asice: sentFileTypes.asice,
  jpg: sentFileTypes.jpeg,
} as const;
type TakenType = keyof typeof contentTypes;

const documentTypes: Partial<Record<FileKind, TakenType>> = {
  pdf: 'pdf',
  xlsx: 'xlsx',
  docx: 'docx',
  xls: 'xls',
  doc: 'doc',
  signature: 'p7s',
  asice: 'asice',
  asiceXades: 'asice',
};

const pictureKinds: readonly FileKind[] = ['jpeg', 'png', 'webp', 'heic'];

/** Documents come from strangers: a process of their own looks into them, with limits of time and memory. */
const documentWorkers = createWorkerPool({
  size: 1,
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
  repeats: 0,
  heapMb: 384,
  maxWaiting: 20,
  maxWaitMs: 10_000,
  timeLimitMs: 15_000,
});
const recogniseInWorker = workerFunction<typeof recogniseFile>(
  documentWorkers,
  new URL('../../../../platform/files/file-problem.ts', import.meta.url).href,
  'recogniseFile',
);

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

const refusedKind = (found: FileKind) => ({
  refused: { code: 'support.fileRefused', params: { types: fileFormats, size: maxFileMb }, found } as const,
});

interface StoredForm {
  readonly type: TakenType;
  readonly kind: ConversationFileData['kind'];
  readonly bytes: Buffer;
}

/** What is stored of a file: a picture written anew, a document as it came. */
async function readFile(content: Buffer): Promise<StoredForm | { readonly refused: FileRefusal }> {
  try {
    const { kind, problem } = await recogniseInWorker(content);
    if (problem !== undefined) return { refused: refusalOf(problem) };
    if (pictureKinds.includes(kind)) {
      const picture = await cleanPictureOf(content);
      return picture instanceof Uint8Array
        ? { type: 'jpg', kind: 'image', bytes: Buffer.from(picture) }
        : { refused: picture };
    }
    const type = documentTypes[kind];
    return type === undefined ? refusedKind(kind) : { type, kind: 'document', bytes: content };
  } catch (error) {
    // The document is to blame: it is refused and not tried again.
    if (error instanceof WorkerTimedOut || error instanceof WorkerEnded)
      return { refused: refusalOf('tooComplex') };
    throw error;
  }
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
  const tooMany: AddedFile = { refused: { code: 'support.tooManyFiles', params: { n: maxFiles } } };
  const kept = await findFile(db, accountNumber, fileId);
  // Before anything is read; counted again when it is stored.
  if (kept === undefined && (await countLooseFiles(db, accountNumber, addedBy)) >= maxLoose) return tooMany;
  const content = await readContent();
  const contentHash = createHash('sha256').update(content).digest('hex');
  const asBefore = (before: NonNullable<typeof kept>): AddedFile => {
    if (before.contentHash !== contentHash) return { refused: { code: 'common.requestReused' } };
    const { id, kind, bytes, scan } = before;
    return { file: { id, name: before.name, kind, bytes, scan } };
  };
  if (kept !== undefined) return asBefore(kept);
  const read = await readFile(content);
  if ('refused' in read) return read;
  const scan = await antivirus.scan(once(content));
  if (scan === 'infected') return { refused: { code: 'support.fileInfected' } };
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
