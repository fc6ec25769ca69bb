import { createHash } from 'node:crypto';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { FileStore } from '#portal/gateways/files/file-store.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { withoutMetadata } from './photo-metadata/without-metadata.ts';
import { hasPhoto, insertPhoto } from './photo-store.ts';
import { photoTypeOf } from './photo-type.ts';

/** Largest photo, megabytes. */
export const largestPhotoMb = 5;
const largestPhotoBytes = largestPhotoMb * 1024 * 1024;

const base64Shape = /^[A-Za-z0-9+/]+={0,2}$/;

/** The same request of the same account names the same photo, however often it comes. */
function photoIdOf(accountNumber: string, requestId: string): string {
  const bytes = createHash('sha256').update(`${accountNumber} ${requestId.toLowerCase()}`).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

export interface PhotoToAdd {
  readonly accountNumber: string;
  readonly requestId: string;
  /** Base64. */
  readonly content: string;
}

/** The photo under its id, or the code of why it is not taken. */
export type AddedPhoto = { readonly photoId: string } | { readonly refused: PhotoRefusal };
type PhotoRefusal = 'readings.photoRefused' | 'readings.photoHeic';

const refused = (code: PhotoRefusal): AddedPhoto => ({ refused: code });

/**
 * Stores a photo of a meter for an account: JPEG, PNG or WebP by its content, at most 5 MB, without the place and whatever else
 * is told beside the picture (decision 0040). The same request again answers with the same id.
 */
export async function storePhoto(
  { db, files, now }: { readonly db: PortalDatabase; readonly files: FileStore; readonly now: Instant },
  { accountNumber, requestId, content }: PhotoToAdd,
): Promise<AddedPhoto> {
  const photoId = photoIdOf(accountNumber, requestId);
  if (await hasPhoto(db, photoId, accountNumber)) return { photoId };
  if (!base64Shape.test(content)) return refused('readings.photoRefused');
  const bytes = Buffer.from(content, 'base64');
  const contentType = photoTypeOf(bytes);
  if (contentType === 'heic') return refused('readings.photoHeic');
  if (contentType === undefined || bytes.length > largestPhotoBytes) return refused('readings.photoRefused');
  const photo = withoutMetadata(bytes, contentType);
  if (photo === undefined) return refused('readings.photoRefused');
  await files.put(photoId, photo);
  await insertPhoto(db, {
    photoId,
    accountNumber,
    contentType,
    byteCount: photo.length,
    storedAt: instantToIso(now),
  });
  return { photoId };
}
