import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { storeFolder } from './open-file-store.ts';

const idName = `${storeFolder}/id`;
/** In a folder that is not copied. */
const probeName = 'probe/write';

/** The id that a store has; undefined: it has none yet. */
export async function readStoreId(objects: ObjectStore): Promise<string | undefined> {
  return (await objects.get(idName))?.toString();
}

/** The store of this node is not the one that the nodes of its database use: files of one are missing on the other. */
export class OtherStore extends Error {
  constructor(address: string, named: { readonly address: string; readonly node: string }) {
    super(
      `The files of this node (${address}) are not the files of this database, which are those of ${named.address} on ${named.node}. Set FILES_TO to one place for all nodes, and bring the files there: npm run copy-files. When those files are lost: npm run doctor -- --files-are-right.`,
    );
  }
}

async function findNamed(db: PortalDatabase) {
  return db
    .selectFrom('portal.file_store')
    .select(['store_id as storeId', 'address', 'node'])
    .executeTakeFirst();
}

/** @throws OtherStore when the database names another store. */
export async function checkStore(db: PortalDatabase, objects: ObjectStore): Promise<void> {
  // Also shows that the storage answers.
  const own = await readStoreId(objects);
  const named = await findNamed(db);
  if (named !== undefined && own !== named.storeId) throw new OtherStore(objects.address, named);
}

/**
 * Names the store of this node as that of its database, unless one is named; a store without an id gets one. Of several nodes that start
 * together one names its store. @throws OtherStore when the database names another store.
 */
export async function joinStore(db: PortalDatabase, objects: ObjectStore, node: string): Promise<void> {
  const own = await readStoreId(objects);
  const storeId = own ?? newId();
  await db.transaction().execute(async (transaction) => {
    // Waits for a node that is naming its store.
    const [named] = await transaction
      .insertInto('portal.file_store')
      .values({ store_id: storeId, address: objects.address, node })
      .onConflict((conflict) => conflict.doNothing())
      .returning('store_id')
      .execute();
    if (named !== undefined && own === undefined) await objects.put(idName, Buffer.from(storeId));
  });
  await checkStore(db, objects);
}

/** Makes the store of this node that of its database, whatever was named before. */
export async function replaceStore(db: PortalDatabase, objects: ObjectStore, node: string): Promise<void> {
  await db.deleteFrom('portal.file_store').execute();
  await joinStore(db, objects, node);
}

/** Stores an object and deletes it. @throws What the storage throws. */
export async function tryWriteStore(objects: ObjectStore): Promise<void> {
  await objects.put(probeName, Buffer.from('probe'));
  await objects.remove(probeName);
}
