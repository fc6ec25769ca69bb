import { join } from 'node:path';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { openObjects } from '#platform/object-store/open-objects.ts';
import type { Config } from '#portal/config.ts';
import { type FileStore, type StoreSweep, sweepShares } from './file-store.ts';

const fileIdShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Files are named by their ids, in folders by the last two digits. */
export const fileFolders = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
/** Of the store itself: which one it is. */
export const storeFolder = 'store';
/** All folders of a store, for who copies one. */
export const allFolders: readonly string[] = [storeFolder, ...fileFolders];

/** Sweeps one folder; returns the number of deleted files. */
async function sweepFolder(
  objects: ObjectStore,
  folder: string,
  { before, findKnown, signal }: StoreSweep,
): Promise<number> {
  let removed = await objects.removeUnfinished(folder, before);
  for await (const names of objects.names(folder)) {
    if (signal?.aborted) break;
    const fileIds = names.map((name) => name.slice(folder.length)).filter((name) => fileIdShape.test(name));
    const known = fileIds.length > 0 ? await findKnown(fileIds) : new Set();
    for (const fileId of fileIds) {
      if (known.has(fileId)) continue;
      const facts = await objects.facts(`${folder}${fileId}`);
      if (facts === undefined || facts.changedAt >= before) continue;
      await objects.remove(facts.name);
      removed += 1;
    }
  }
  return removed;
}

/** Files of customers as objects, in folders named by the end of their ids. */
export function createFileStore(objects: ObjectStore): FileStore {
  function nameOf(fileId: string): string {
    if (!fileIdShape.test(fileId)) throw new Error('a file id is a UUID in small letters');
    return `${fileId.slice(-2)}/${fileId}`;
  }
  return {
    put: async (fileId, content) => objects.put(nameOf(fileId), content),
    write: async (fileId, chunks) => objects.write(nameOf(fileId), chunks),
    open: async (fileId) => objects.open(nameOf(fileId)),
    find: async (fileId) => objects.get(nameOf(fileId)),
    remove: async (fileId) => objects.remove(nameOf(fileId)),
    async sweep(sweep) {
      let removed = 0;
      for (const [index, folder] of fileFolders.entries())
        if (index % sweepShares === sweep.share) removed += await sweepFolder(objects, `${folder}/`, sweep);
      return removed;
    },
  };
}

/** Where the files of this installation are; tests name the data folder alone. */
type FilePlace = Pick<Config, 'dataFolder'> & Partial<Pick<Config, 'filesTo' | 's3'>>;

/** The objects of the file store: of FILES_TO, or a folder in the data folder. */
export function openFileObjects({ dataFolder, filesTo, s3 }: FilePlace): ObjectStore {
  return openObjects(filesTo ?? join(dataFolder, 'files'), s3);
}

/** File store of this installation. */
export function openFileStore(place: FilePlace): FileStore {
  return createFileStore(openFileObjects(place));
}
