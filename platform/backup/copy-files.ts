import type { Instant } from '#domain/time/instant.ts';
import type { ObjectFacts, ObjectStore } from '../object-store/object-store.ts';
import { type BackupSource, type BackupTarget, nameOf } from './backup-place.ts';
import { getPieces, PIECE_BYTES, putPieces } from './pieces.ts';

/** A store of files: objects in folders of one level. */
export interface FilesToCopy {
  readonly objects: ObjectStore;
  readonly folders: readonly string[];
}

/** What is known of the folders of a store between two rounds: when their lists of files last changed. */
export type SeenFolders = Map<string, Instant>;

/** When each file of a folder was stored whole last. */
async function listStored(target: BackupTarget, folder: string): Promise<Map<string, Instant>> {
  const stored = new Map<string, Instant>();
  for await (const facts of target.list(`files/${folder}/`)) {
    const [, , file = '', part = ''] = nameOf(facts).split('/');
    const known = stored.get(file) ?? 0;
    if ((part === 'whole' || part === 'end') && known < facts.changedAt) stored.set(file, facts.changedAt);
  }
  return stored;
}

/** A small file is one object; of a large one `end` is stored last, with the number of its pieces. Returns whether it is still there. */
async function copyFile(target: BackupTarget, objects: ObjectStore, facts: ObjectFacts): Promise<boolean> {
  const name = `files/${facts.name}`;
  if (facts.byteCount <= PIECE_BYTES) {
    const content = await objects.get(facts.name);
    if (content !== undefined) await target.put(`${name}/whole`, content);
    return content !== undefined;
  }
  const opened = await objects.open(facts.name);
  if (opened === undefined) return false;
  const { pieces } = await putPieces(target, name, opened.stream);
  await target.put(`${name}/end`, Buffer.from(String(pieces)));
  return true;
}

/**
 * Stores the files that the place does not have yet, or has older; a file never changes while it is read, as each is seen whole or not at
 * all. Folders whose lists have not changed since they were seen are passed over, where the storage knows it. Returns how many were stored.
 */
export async function copyFiles(
  target: BackupTarget,
  { objects, folders }: FilesToCopy,
  seen: SeenFolders,
): Promise<number> {
  let count = 0;
  for (const folder of folders) {
    // Before the list is read: what is added afterwards is seen in the next round.
    const changedAt = await objects.listChangedAt(`${folder}/`);
    if (changedAt !== undefined && seen.get(folder) === changedAt) continue;
    let stored: ReadonlyMap<string, Instant> | undefined;
    for await (const facts of objects.list(`${folder}/`)) {
      stored ??= await listStored(target, folder);
      if (facts.changedAt <= (stored.get(facts.name.slice(folder.length + 1)) ?? -1)) continue;
      if (await copyFile(target, objects, facts)) count += 1;
    }
    if (changedAt !== undefined) seen.set(folder, changedAt);
  }
  return count;
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/**
 * Stores the files of the place that a store does not have, each as it was stored last; returns how many the place has. @throws Error
 * with a sentence when one is damaged.
 */
export async function restoreFiles(source: BackupSource, objects: ObjectStore): Promise<number> {
  const newest = new Map<string, ObjectFacts>();
  for await (const facts of source.list('files/')) {
    const [, folder = '', file = '', part = ''] = nameOf(facts).split('/');
    const path = `${folder}/${file}`;
    const known = newest.get(path);
    if ((part === 'whole' || part === 'end') && (known === undefined || known.changedAt <= facts.changedAt))
      newest.set(path, facts);
  }
  for (const [path, facts] of newest) {
    if ((await objects.facts(path)) !== undefined) continue;
    const content = await source.get(facts);
    const isWhole = nameOf(facts).endsWith('/whole');
    await objects.write(path, isWhole ? once(content) : getPieces(source, `files/${path}`, Number(content)));
  }
  return newest.size;
}
