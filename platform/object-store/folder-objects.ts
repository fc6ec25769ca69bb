import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Instant } from '#domain/time/instant.ts';
import { checkObjectName, type ObjectFacts, type ObjectStore } from './object-store.ts';

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined);

/** A missing file is undefined; a name may also run into a file where it needs a folder. */
export async function orAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Makes the names in a folder durable: a rename is lost by a power cut until its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files below a folder whose paths from it begin with a text, ordered by path. */
async function* listFiles(root: string, folder: string, prefix: string): AsyncGenerator<ObjectFacts> {
  const entries = (await orAbsent(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
  // As S3 orders names: a folder where its `/` would be.
  const named = entries.map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }));
  for (const { entry, key } of named.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const path = folder === '' ? key : `${folder}${key}`;
    if (!path.startsWith(prefix) && !prefix.startsWith(path)) continue;
    if (entry.isDirectory()) yield* listFiles(root, path, prefix);
    else if (path.startsWith(prefix) && !entry.name.endsWith('.part')) {
      const facts = await orAbsent(stat(join(root, path)));
      if (facts) yield { name: path, byteCount: facts.size, changedAt: facts.mtimeMs as Instant };
    }
  }
}

/** Objects as files of a folder, readable by its owner alone. */
export function createFolderObjects(folder: string): ObjectStore {
  const root = resolve(folder);
  function pathOf(name: string): string {
    checkObjectName(name);
    return join(root, name);
  }
  return {
    address: root,
    async put(name, content) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    get: async (name) => orAbsent(readFile(pathOf(name))),
    list: (prefix) => listFiles(root, '', prefix),
    remove: async (name) => rm(pathOf(name), { force: true }),
  };
}
