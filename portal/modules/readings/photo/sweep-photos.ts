import { READING_FIND_PHOTOS } from '#billing/api/readings.ts';
import type { BillingClient } from '#billing/client.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import { deleteStoredFiles, markAttached } from '#portal/gateways/files/stored-files.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listLoosePhotos, photoWaitsMs } from './photo-store.ts';

const hourMs = 3_600_000;
/** A reading that names a photo of its last minute is stored by then. */
const graceMs = hourMs;
const atOnce = 500;

/**
 * Deletes photos that no reading names two days after they were stored, the file first. The back end tells which are named; a photo is
 * asked about once.
 */
export async function sweepPhotos(
  {
    db,
    files,
    billing,
    reference,
  }: {
    readonly db: PortalDatabase;
    readonly files: FileStore;
    readonly billing: BillingClient;
    readonly reference: string;
  },
  now: Instant,
): Promise<void> {
  const before = (now - photoWaitsMs - graceMs) as Instant;
  for (;;) {
    const photoIds = await listLoosePhotos(db, before, atOnce);
    if (photoIds.length === 0) return;
    const context = { reference, actor: 'portal' };
    const result = await billing.call(READING_FIND_PHOTOS, { photoIds }, context);
    if (!result.ok) throw new Error(`READING_FIND_PHOTOS refused: ${result.code}`);
    const named = new Set(result.data.named);
    await markAttached(db, [...named]);
    const loose = photoIds.filter((photoId) => !named.has(photoId));
    for (const photoId of loose) await files.remove(photoId);
    await deleteStoredFiles(db, loose);
    if (photoIds.length < atOnce) return;
  }
}
