import { reasonOf } from '#cli/doctor/finding.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { StorageUnavailable } from '#platform/object-store/object-store.ts';
import type { Config } from '#portal/config.ts';
import { openFileObjects } from '#portal/gateways/files/open-file-store.ts';
import { joinStore, OtherStore, tryWriteStore } from '#portal/gateways/files/store-identity.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/**
 * Tries the store of files and compares it with that of the other nodes. Returns a sentence for a fault with which the server starts all
 * the same: a storage that does not answer now, or, outside production, another store than that of the database.
 * @throws Error with a sentence for a store that can not be used, and in production for another one.
 */
export async function joinFiles(config: Config, url: string): Promise<string | undefined> {
  const objects = openFileObjects(config);
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 1, name: 'svitlo-start' });
  try {
    await tryWriteStore(objects);
    await joinStore(db as PortalDatabase, objects, config.nodeName);
    return undefined;
  } catch (error) {
    if (error instanceof OtherStore) {
      if (config.production) throw error;
      return error.message;
    }
    const reason = `${config.filesTo === undefined ? 'The folder of files' : 'FILES_TO'} can't be used: ${reasonOf(error)}`;
    if (error instanceof StorageUnavailable && !error.isRefusal)
      return `${reason}. Files are refused until the storage answers.`;
    throw new Error(reason, { cause: error });
  } finally {
    await close();
  }
}
