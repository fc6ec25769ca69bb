import { join } from 'node:path';
import type { Config } from '#portal/config.ts';
import type { FileStore } from './file-store.ts';
import { createFolderFileStore } from './folder-file-store.ts';

/** File store of this installation: a folder in the data folder. */
export function openFileStore({ dataFolder }: Pick<Config, 'dataFolder'>): FileStore {
  return createFolderFileStore(join(dataFolder, 'files'));
}
