import { READING_FIND_PHOTOS } from '#billing/api/readings.ts';
import type { BillingClient } from '#billing/client.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { deleteStoredFiles, markAttached } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listLoosePhotos, listNamedPhotos } from './photo-store.ts';

const hourMs = 3_600_000;
/** A reading that names a photo of its last minute is stored by then. */
const graceMs = hourMs;
/** Most photos of one deletion: the limit of READING_FIND_PHOTOS. */
export const photosOfBatch = 500;

interface PhotoServices {
  readonly db: PortalDatabase;
  readonly files: FileStore;
}

async function deletePhotos({ db, files }: PhotoServices, photoIds: readonly string[]): Promise<void> {
  for (const photoId of photoIds) await files.remove(photoId);
  await deleteStoredFiles(db, photoIds);
}

/**
 * Deletes photos that were stored before a moment and that no reading names, the file first. The back end answers which are named; each
 * photo is looked up once. Returns how many were looked up.
 */
export async function deleteUnnamedPhotos(
  { billing, ...stores }: PhotoServices & { readonly billing: BillingClient },
  before: Instant,
  limit: number,
  reference: string,
): Promise<number> {
  const photoIds = await listLoosePhotos(stores.db, (before - graceMs) as Instant, limit);
  if (photoIds.length === 0) return 0;
  const context = { reference, actor: 'portal' };
  const result = await billing.call(READING_FIND_PHOTOS, { photoIds }, context);
  if (!result.ok) throw new Error(`READING_FIND_PHOTOS refused: ${result.code}`);
  const named = new Set(result.data.named);
  await markAttached(stores.db, [...named]);
  await deletePhotos(
    stores,
    photoIds.filter((photoId) => !named.has(photoId)),
  );
  return photoIds.length;
}

/** Deletes photos of readings that were stored before a moment, the file first; the reading stays. Returns how many. */
export async function deleteOldPhotos(
  stores: PhotoServices,
  before: Instant,
  limit: number,
): Promise<number> {
  const photoIds = await listNamedPhotos(stores.db, before, limit);
  await deletePhotos(stores, photoIds);
  return photoIds.length;
}
