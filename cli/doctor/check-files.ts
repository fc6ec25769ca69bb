import type { Config } from '#portal/config.ts';
import { openFileObjects } from '#portal/gateways/files/open-file-store.ts';
import {
  checkStore,
  OtherStore,
  replaceStore,
  tryWriteStore,
} from '#portal/gateways/files/store-identity.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { bad, type Finding, note, reasonOf, well } from './finding.ts';

/** Checks that the store of files takes a write and is the one of the other nodes. */
export async function checkFiles(db: PortalDatabase, config: Config): Promise<Finding[]> {
  const objects = openFileObjects(config);
  const { address } = objects;
  try {
    await tryWriteStore(objects);
    await checkStore(db, objects);
    return [well('files', { address })];
  } catch (error) {
    if (!(error instanceof OtherStore)) return [bad('noFiles', { address, reason: reasonOf(error) })];
    return [config.production ? bad('otherFiles', { address }) : note('otherFiles', { address })];
  }
}

/** `npm run doctor -- --files-are-right`: the store of this machine is that of the database from now on. */
export async function declareFilesRight(db: PortalDatabase, config: Config): Promise<Finding[]> {
  const objects = openFileObjects(config);
  await replaceStore(db, objects, config.nodeName);
  return [well('filesSet', { address: objects.address })];
}
