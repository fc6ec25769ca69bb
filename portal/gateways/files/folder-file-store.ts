import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './file-store.ts';

const fileIdShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Files in a folder, spread over subfolders by the end of their ids. A file appears whole or not at all: it is written
 * beside its place, synced and renamed.
 */
export function createFolderFileStore(folder: string): FileStore {
  function pathOf(fileId: string): string {
    if (!fileIdShape.test(fileId)) throw new Error('a file id is a UUID in small letters');
    return join(folder, fileId.slice(-2), fileId);
  }
  return {
    async put(fileId, content) {
      const path = pathOf(fileId);
      await mkdir(dirname(path), { recursive: true });
      const temporary = `${path}.${process.pid}.part`;
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    },
    async find(fileId) {
      try {
        return await readFile(pathOf(fileId));
      } catch (error) {
        if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: async (fileId) => rm(pathOf(fileId), { force: true }),
  };
}
