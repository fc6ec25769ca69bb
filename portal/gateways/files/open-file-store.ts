import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { orAbsent, syncFolder } from '#platform/object-store/folder-objects.ts';
import type { Config } from '#portal/config.ts';
import { type FileStore, type StoreSweep, sweepShares } from './file-store.ts';

const fileIdShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const unfinishedShape = /^[0-9a-f-]{36}\.\d+\.part$/;

/** Files are named by their ids, in folders by the last two digits. */
const folderCount = 256;
/** Names that are held in memory and looked up at once. */
const namesAtOnce = 500;

/** Names in a folder, in lists of at most `namesAtOnce`; none when it is not there. */
async function* namesIn(folder: string): AsyncGenerator<readonly string[]> {
  const entries = await orAbsent(opendir(folder));
  if (entries === undefined) return;
  let names: string[] = [];
  for await (const { name } of entries) {
    names.push(name);
    if (names.length < namesAtOnce) continue;
    yield names;
    names = [];
  }
  yield names;
}

/** Deletes a file that was not changed since; whether it did. */
async function removeIfOld(path: string, before: number): Promise<boolean> {
  const found = await orAbsent(stat(path));
  if (found === undefined || found.mtimeMs >= before) return false;
  await rm(path, { force: true });
  return true;
}

/** Sweeps one subfolder; returns the number of deleted files. */
async function sweepFolder(folder: string, { before, findKnown, signal }: StoreSweep): Promise<number> {
  let removed = 0;
  for await (const names of namesIn(folder)) {
    if (signal?.aborted) break;
    const fileIds = names.filter((name) => fileIdShape.test(name));
    const known = fileIds.length > 0 ? await findKnown(fileIds) : new Set();
    const leftover = names.filter((name) => unfinishedShape.test(name) || fileIdShape.test(name));
    for (const name of leftover)
      if (!known.has(name) && (await removeIfOld(join(folder, name), before))) removed += 1;
  }
  return removed;
}

/**
 * Files in a folder, in subfolders named by the end of their ids. Writes are atomic: a temporary file is written, synced
 * and renamed, and the folder is synced.
 */
export function createFolderFileStore(folder: string): FileStore {
  function pathOf(fileId: string): string {
    if (!fileIdShape.test(fileId)) throw new Error('a file id is a UUID in small letters');
    return join(folder, fileId.slice(-2), fileId);
  }

  async function keep(fileId: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
    const path = pathOf(fileId);
    const made = await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}.part`;
    try {
      const file = await open(temporary, 'w', 0o600);
      try {
        await fill(file);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      await syncFolder(dirname(path));
      if (made !== undefined) await syncFolder(folder);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  return {
    put: (fileId, content) => keep(fileId, (file) => file.writeFile(content)),
    async write(fileId, chunks) {
      let byteCount = 0;
      await keep(fileId, async (file) => {
        for await (const chunk of chunks) {
          await file.writeFile(chunk);
          byteCount += chunk.length;
        }
      });
      return byteCount;
    },
    async open(fileId) {
      const file = await orAbsent(open(pathOf(fileId), 'r'));
      if (file === undefined) return undefined;
      const { size: byteCount } = await file.stat();
      return { stream: file.createReadStream(), byteCount };
    },
    find: async (fileId) => orAbsent(readFile(pathOf(fileId))),
    remove: async (fileId) => rm(pathOf(fileId), { force: true }),
    async sweep(sweep) {
      let removed = 0;
      for (let index = sweep.share; index < folderCount; index += sweepShares)
        removed += await sweepFolder(join(folder, index.toString(16).padStart(2, '0')), sweep);
      return removed;
    },
  };
}

/** File store of this installation: a folder in the data folder. */
export function openFileStore({ dataFolder }: Pick<Config, 'dataFolder'>): FileStore {
  return createFolderFileStore(join(dataFolder, 'files'));
}
