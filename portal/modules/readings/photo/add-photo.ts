import { createHash } from 'node:crypto';
import { constants } from 'node:os';
import { maxPhotoMb } from '#contract/readings.ts';
import { type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { fileKindOf } from '#platform/files/file-kind.ts';
import { uuidOfWords } from '#platform/uuid.ts';
import { createWorkerPool, workerFunction } from '#platform/workers/worker-pool.ts';
import { WorkerEnded, WorkerTimedOut } from '#platform/workers/worker-process.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import type { FileRefusal } from '#portal/http/files/fail-file.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { cleanLogo, cleanPicture } from './clean-picture.ts';
import { countPhotos, findPhoto, insertPhoto, isSamePhoto } from './photo-store.ts';

/** Photos of an account in a month of Kyiv. */
export const maxPhotosPerPeriod = 10;

/**
 * Decoders read bytes of strangers: a process of their own, which is killed when a picture takes too long and whose death ends
 * nothing else. A picture that ended it is not tried again.
 */
const pictureWorkers = createWorkerPool({
  size: 1,
  priority: constants.priority.PRIORITY_BELOW_NORMAL,
  repeats: 0,
  native: true,
  maxWaiting: 20,
  maxWaitMs: 10_000,
  timeLimitMs: 15_000,
});
const cleaners = new URL('./clean-picture.ts', import.meta.url).href;
const cleanInWorker = workerFunction<typeof cleanPicture>(pictureWorkers, cleaners, 'cleanPicture');
const cleanLogoInWorker = workerFunction<typeof cleanLogo>(pictureWorkers, cleaners, 'cleanLogo');

export interface PhotoToAdd {
  readonly accountNumber: string;
  readonly requestId: string;
  /** Reads the picture; not called when the account may add no more. */
  readonly readContent: () => Promise<Buffer>;
}

/** The photo under its id, or why it is not taken. */
export type AddedPhoto = { readonly photoId: string } | { readonly refused: FileRefusal };

/** A picture as it is kept, written anew, or why it is not taken. */
export const cleanPictureOf = (content: Buffer) => cleanBy(cleanInWorker, content);

/** The same for a logo. */
export const cleanLogoOf = (content: Buffer) => cleanBy(cleanLogoInWorker, content);

const million = 1_000_000;

async function cleanBy(clean: typeof cleanInWorker, content: Buffer): Promise<Uint8Array | FileRefusal> {
  const kind = fileKindOf(content);
  if (kind === 'heic') return { code: 'readings.photoHeic' };
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp')
    return { code: 'readings.photoRefused', params: { size: maxPhotoMb }, found: kind };
  try {
    const cleaned = await clean(content, kind);
    if (cleaned.kind === 'cleaned') return cleaned.content;
    if (cleaned.kind === 'damaged') return { code: 'files.damaged' };
    const params = { found: Math.ceil(cleaned.pixels / million), most: cleaned.maxPixels / million };
    return { code: 'files.tooManyPixels', params };
  } catch (error) {
    // The picture is to blame: it is refused, not tried for ever.
    if (error instanceof WorkerTimedOut || error instanceof WorkerEnded) return { code: 'files.damaged' };
    throw error;
  }
}

/**
 * Stores a photo of a meter for an account: JPEG, PNG or WebP by its content, at most 5 MB, decoded and written anew without the
 * place and whatever else is told beside the picture (decision 0073); at most ten an account and period. The same request again answers
 * with the same id; another picture under its request id is common.requestReused.
 * @throws WorkersBusy when too many photos are being looked at: the same request may come again.
 */
export async function storePhoto(
  { db, files, now }: { readonly db: PortalDatabase; readonly files: FileStore; readonly now: Instant },
  { accountNumber, requestId, readContent }: PhotoToAdd,
): Promise<AddedPhoto> {
  // The same request of the same account names the same photo, however often it comes.
  const photoId = uuidOfWords(accountNumber, requestId);
  const period: BillingPeriod = periodOf(kyivDateOf(now));
  const params = { n: maxPhotosPerPeriod };
  const kept = await findPhoto(db, photoId, accountNumber);
  // Before anything is read; counted again when it is stored.
  if (kept === undefined && (await countPhotos(db, accountNumber, period)) >= maxPhotosPerPeriod)
    return { refused: { code: 'readings.tooManyPhotos', params } };
  const content = await readContent();
  const contentHash = createHash('sha256').update(content).digest('hex');
  if (kept !== undefined)
    return isSamePhoto(kept, contentHash) ? { photoId } : { refused: { code: 'common.requestReused' } };
  const cleaned = await cleanPictureOf(content);
  if (!(cleaned instanceof Uint8Array)) return { refused: cleaned };
  const photo = Buffer.from(cleaned);
  const stored = await insertPhoto(db, period, maxPhotosPerPeriod, {
    photoId,
    accountNumber,
    contentType: 'image/jpeg',
    byteCount: photo.length,
    contentHash,
    storedAt: instantToIso(now),
    keep: () => files.put(photoId, photo),
  });
  return stored === 'stored' ? { photoId } : { refused: { code: stored, params } };
}
