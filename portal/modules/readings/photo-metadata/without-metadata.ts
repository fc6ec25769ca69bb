import type { PhotoType } from '../photo-type.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';

const cleaners = { 'image/jpeg': cleanJpeg, 'image/png': cleanPng, 'image/webp': cleanWebp } as const;

/**
 * The photo with nothing told beside the picture – no place, device, time, comment or small picture – but how it has to be
 * turned. The picture itself is not touched. Undefined: the content is no whole picture of its type.
 */
export function withoutMetadata(content: Buffer, type: PhotoType): Buffer | undefined {
  return cleaners[type](content);
}
