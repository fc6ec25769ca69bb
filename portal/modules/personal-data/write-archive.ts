import type { ModuleResult } from '#billing/api/define-module.ts';
import { tableOf } from '#domain/table-of.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { formatMoment } from '#domain/time/kyiv.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import type { ZipEntry } from '#platform/zip/zip-files.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { readConversation } from '../conversations/public.ts';
import { gatherOwnData, type OwnData, tablesOf, writeJsonInWorker } from '../data-export/public.ts';
import { listPhotosOf } from '../readings/public.ts';
import { listInbox } from '../supplier-messages/public.ts';
import type { PersonData } from './gather-person.ts';
import {
  archiveNames,
  conversationText,
  personTables,
  supplierMessagesText,
} from './person-tables.template.ts';

export interface ArchiveServices {
  readonly db: PortalDatabase;
  readonly files: FileStore;
  readonly billing: RequestContext['billing'];
}

/** Newer ones of an account; the supplier writes a few in a month. */
const maxSupplierMessages = 1000;

/** JSON with moments in ISO 8601, which are the numbers under these names. */
const toJson = (value: unknown) => {
  const isMoment = (name: string, part: unknown): part is Instant =>
    typeof part === 'number' && /(^at|At|Since)$/.test(name);
  const replace = (name: string, part: unknown) => (isMoment(name, part) ? instantToIso(part) : part);
  return Buffer.from(`${JSON.stringify(value, replace, 2)}\n`);
};

const extensions = tableOf({
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
});

/** A name that every system can unpack, within its folder: names of files are as they were sent. */
const safeName = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_').replace(/^\.+/, '_');

async function* fileOf(
  files: FileStore,
  fileId: string,
  name: string,
  at: Instant,
): AsyncGenerator<ZipEntry> {
  const file = await files.open(fileId);
  if (file !== undefined) yield { name, modifiedAt: at, parts: file.stream };
}

async function* accountEntries(
  { db, files, billing }: ArchiveServices,
  accountNumber: string,
  identityId: string,
  at: Instant,
): AsyncGenerator<ZipEntry> {
  const folder = archiveNames.account(accountNumber);
  const asked = { accountNumber, what: 'all' } as const;
  const gathered: ModuleResult<OwnData> = await gatherOwnData(billing, asked);
  // An account whose contract has ended has no data any more.
  if (gathered.ok) {
    const [first, ...others] = tablesOf(gathered.data, asked);
    if (first === undefined) throw new Error('own data without a table');
    const { content, fileName } = await tableFile('xlsx', archiveNames.accountData, [first, ...others]);
    yield { name: `${folder}/${fileName}`, modifiedAt: at, content };
    const json = Buffer.from(await writeJsonInWorker(gathered.data, asked, at));
    yield { name: `${folder}/${archiveNames.accountData}.json`, modifiedAt: at, content: json };
  }
  const inbox = await listInbox(db, {
    accountNumber,
    reader: identityId,
    onlyUnread: false,
    limit: maxSupplierMessages,
  });
  if (inbox.length > 0) {
    const text = supplierMessagesText(
      inbox.map(({ sentAt, title, text: body }) => ({ at: formatMoment(sentAt), title, text: body })),
    );
    yield {
      name: `${folder}/${archiveNames.supplierMessages}.txt`,
      modifiedAt: at,
      content: Buffer.from(text),
    };
  }
  for (const { photoId, contentType, storedAt } of await listPhotosOf(db, accountNumber)) {
    const stamp = `${instantToIso(storedAt).slice(0, 19).replaceAll(':', '-')}-${photoId.slice(-4)}`;
    const name = `${folder}/${archiveNames.photo(stamp)}.${extensions[contentType] ?? 'bin'}`;
    yield* fileOf(files, photoId, name, storedAt);
  }
}

async function* conversationEntries(
  { db, files }: ArchiveServices,
  { conversations }: PersonData,
): AsyncGenerator<ZipEntry> {
  for (const conversation of conversations) {
    const { id, account, kind, number, title, topic, subject, openedAt } = conversation;
    const folder = archiveNames.conversation(kind, number);
    const { messages, files: attached } = await readConversation(db, { account, id });
    const head = [topic ?? '', title, ...Object.values(subject)].filter((part) => part !== '').join('\n');
    const written = messages.map((message) => ({ ...message, at: formatMoment(message.at) }));
    const text = Buffer.from(conversationText(head, written));
    yield { name: `${folder}/${archiveNames.text}`, modifiedAt: openedAt, content: text };
    for (const [index, { id: fileId, name, addedAt }] of attached.entries())
      yield* fileOf(files, fileId, `${folder}/${index + 1}-${safeName(name)}`, addedAt);
  }
}

/**
 * Everything of a person as files of an archive, read one by one while it is written: contacts, consents, sign-ins, settings and
 * messages as a workbook and as JSON, a folder for each account and each conversation. Of others there are no names: the staff is
 * "Постачальник", and who else has an account is not named.
 */
export async function* archiveEntries(
  services: ArchiveServices,
  { identityId, data, at }: { readonly identityId: string; readonly data: PersonData; readonly at: Instant },
): AsyncGenerator<ZipEntry> {
  const { content, fileName } = await tableFile('xlsx', archiveNames.person, personTables(data));
  yield { name: fileName, modifiedAt: at, content };
  const { conversations: _, ...person } = data;
  yield { name: `${archiveNames.person}.json`, modifiedAt: at, content: toJson(person) };
  for (const { accountNumber } of data.objects)
    yield* accountEntries(services, accountNumber, identityId, at);
  yield* conversationEntries(services, data);
}
