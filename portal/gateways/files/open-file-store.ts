import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#portal/config.ts';
import type { FileStore } from './file-store.ts';

const fileIdShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** undefined when the file is not there. */
async function orAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Files in a folder, in subfolders named by the end of their ids. Writes are atomic: a temporary file is written, synced
 * and renamed.
 */
export function createFolderFileStore(folder: string): FileStore {
  function pathOf(fileId: string): string {
    if (!fileIdShape.test(fileId)) throw new Error('a file id is a UUID in small letters');
    return join(folder, fileId.slice(-2), fileId);
  }

  async function keep(fileId: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
    const path = pathOf(fileId);
    await mkdir(dirname(path), { recursive: true });
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
  };
}

/** File store of this installation: a folder in the data folder. */
export function openFileStore({ dataFolder }: Pick<Config, 'dataFolder'>): FileStore {
  return createFolderFileStore(join(dataFolder, 'files'));
}
