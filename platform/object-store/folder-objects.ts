import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Instant } from '#domain/time/instant.ts';
import { checkObjectName, maxNamesInList, type ObjectFacts, type ObjectStore } from './object-store.ts';

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

/** Names in one folder, in lists of at most `maxNamesInList`; none when it is not there. */
async function* listNames(path: string): AsyncGenerator<readonly string[]> {
  const entries = await orAbsent(opendir(path));
  if (entries === undefined) return;
  let names: string[] = [];
  for await (const entry of entries) {
    if (!entry.isFile()) continue;
    names.push(entry.name);
    if (names.length < maxNamesInList) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}

/** Ends the name of a file that is being written. */
const unfinishedEnd = '.part';

/** Objects as files of a folder, readable by its owner alone. */
export function createFolderObjects(folder: string): ObjectStore {
  const root = resolve(folder);
  function pathOf(name: string): string {
    checkObjectName(name);
    return join(root, name);
  }

  /** A temporary file is written, synced and renamed; then its folder is synced, and each that holds a new one. */
  async function store(name: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
    const path = pathOf(name);
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const temporary = `${path}.${randomBytes(6).toString('hex')}${unfinishedEnd}`;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await fill(file);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    const outermost = made === undefined ? dirname(path) : dirname(made);
    for (let at = dirname(path); at.length >= outermost.length; at = dirname(at)) {
      await syncFolder(at);
      if (at === dirname(at)) break;
    }
  }

  return {
    address: root,
    put: (name, content) => store(name, (file) => file.writeFile(content)),
    async write(name, chunks) {
      let byteCount = 0;
      await store(name, async (file) => {
        for await (const chunk of chunks) {
          await file.writeFile(chunk);
          byteCount += chunk.length;
        }
      });
      return byteCount;
    },
    get: async (name) => orAbsent(readFile(pathOf(name))),
    async open(name) {
      const file = await orAbsent(open(pathOf(name), 'r'));
      if (file === undefined) return undefined;
      const { size: byteCount } = await file.stat();
      return { stream: file.createReadStream(), byteCount };
    },
    async facts(name) {
      const found = await orAbsent(stat(pathOf(name)));
      return found && { name, byteCount: found.size, changedAt: found.mtimeMs as Instant };
    },
    list: (prefix) => listFiles(root, '', prefix),
    async *names(inside) {
      for await (const names of listNames(join(root, inside)))
        yield names.filter((name) => !name.endsWith(unfinishedEnd)).map((name) => `${inside}${name}`);
    },
    remove: async (name) => rm(pathOf(name), { force: true }),
    async removeUnfinished(inside, before) {
      let removed = 0;
      for await (const names of listNames(join(root, inside)))
        for (const name of names.filter((one) => one.endsWith(unfinishedEnd))) {
          const path = join(root, inside, name);
          const found = await orAbsent(stat(path));
          if (found === undefined || found.mtimeMs >= before) continue;
          await rm(path, { force: true });
          removed += 1;
        }
      return removed;
    },
    listChangedAt: async (inside) =>
      (await orAbsent(stat(join(root, inside))))?.mtimeMs as Instant | undefined,
  };
}
