import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '#domain/time/instant.ts';
import { orAbsent } from '../object-store/folder-objects.ts';
import type { ObjectFacts } from '../object-store/object-store.ts';
import { type BackupSource, type BackupTarget, nameOf } from './backup-place.ts';
import { getPieces, PIECE_BYTES, putPieces } from './pieces.ts';

/** Files and the subfolders of one level that have them, as the file store lays them out. */
const fileName = /^[\w-]+$/;

/** What is known of the subfolders of a folder between two rounds: when their lists of files last changed. */
export type SeenFolders = Map<string, number>;

/** When each file of a subfolder was stored whole last. */
async function listStored(target: BackupTarget, subfolder: string): Promise<Map<string, Instant>> {
  const stored = new Map<string, Instant>();
  for await (const facts of target.list(`files/${subfolder}/`)) {
    const [, , file = '', part = ''] = nameOf(facts).split('/');
    if (part === 'whole' || part === 'end') stored.set(file, facts.changedAt);
  }
  return stored;
}

/** A small file is one object; of a large one `end` is stored last, with the number of its pieces. */
async function copyFile(target: BackupTarget, name: string, path: string, bytes: number): Promise<void> {
  if (bytes <= PIECE_BYTES) return target.put(`${name}/whole`, await readFile(path));
  const { pieces } = await putPieces(target, name, createReadStream(path));
  await target.put(`${name}/end`, Buffer.from(String(pieces)));
}

/**
 * Stores the files of a folder with subfolders that the place does not have yet, or has older; a file never changes while it is read,
 * as each is renamed into its place whole. Subfolders whose lists have not changed since they were seen are passed over. Returns how many were stored.
 */
export async function copyFiles(target: BackupTarget, folder: string, seen: SeenFolders): Promise<number> {
  let count = 0;
  for (const subfolder of ((await orAbsent(readdir(folder))) ?? []).sort()) {
    const path = join(folder, subfolder);
    // Before the list is read: what is renamed into it afterwards is seen in the next round.
    const facts = await stat(path);
    if (!facts.isDirectory() || !fileName.test(subfolder) || seen.get(subfolder) === facts.mtimeMs) continue;
    const stored = await listStored(target, subfolder);
    for (const file of await readdir(path)) {
      if (!fileName.test(file)) continue;
      const own = await orAbsent(stat(join(path, file)));
      if (own === undefined || own.mtimeMs <= (stored.get(file) ?? -1)) continue;
      await copyFile(target, `files/${subfolder}/${file}`, join(path, file), own.size);
      count += 1;
    }
    seen.set(subfolder, facts.mtimeMs);
  }
  return count;
}

/** Writes the stored files into a folder, each as it was stored last; returns how many. @throws Error with a sentence when one is damaged. */
export async function restoreFiles(source: BackupSource, folder: string): Promise<number> {
  const newest = new Map<string, ObjectFacts>();
  for await (const facts of source.list('files/')) {
    const [, subfolder = '', file = '', part = ''] = nameOf(facts).split('/');
    const path = `${subfolder}/${file}`;
    const known = newest.get(path);
    if ((part === 'whole' || part === 'end') && (known === undefined || known.changedAt <= facts.changedAt))
      newest.set(path, facts);
  }
  for (const [path, facts] of newest) {
    const content = await source.get(facts);
    const isWhole = nameOf(facts).endsWith('/whole');
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(
      join(folder, path),
      isWhole ? content : getPieces(source, `files/${path}`, Number(content)),
      {
        mode: 0o600,
      },
    );
  }
  return newest.size;
}
