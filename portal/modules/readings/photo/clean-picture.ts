import sharp from 'sharp';
import type { PhotoType } from './photo-type.ts';
import { hasPlausibleParts } from './picture-parts.ts';

/** Of a picture before it is reduced; cameras of phones that save more reduce by themselves unless told otherwise. */
const maxPixels = 40_000_000;
/** What the browser reduces photos to, too. */
const maxSide = 1600;
const quality = 82;

// Only the three decoders that are asked for: what calls itself a JPEG reaches no other.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * The photo as it is kept (decision 0073): decoded and written anew as an upright JPEG in sRGB of at most 1600 px, without
 * anything beside the picture. Null: it is no whole picture of the type, has too many parts or more than 40 megapixels. Runs in
 * a worker process: it may take long or end the process.
 */
export async function cleanPicture(content: Buffer, type: PhotoType): Promise<Buffer | null> {
  if (!hasPlausibleParts(content, type)) return null;
  try {
    return await sharp(content, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality })
      .toBuffer();
  } catch {
    return null;
  }
}
