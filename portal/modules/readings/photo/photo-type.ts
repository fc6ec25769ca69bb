/** Types of photos that are taken, by the content's own first bytes: the name and what the browser says prove nothing. */
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Brands of ISO 23008-12 and AV1 pictures: what the cameras of some phones make, and few other programs read. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'avif', 'avis']);

/** The type of a picture; 'heic': a picture that is not taken but can be made otherwise; undefined: none of those. */
export function photoTypeOf(content: Buffer): PhotoType | 'heic' | undefined {
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'image/jpeg';
  if (content.subarray(0, 8).equals(pngSignature)) return 'image/png';
  if (content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP') {
    return 'image/webp';
  }
  const isHeic =
    content.toString('latin1', 4, 8) === 'ftyp' && heicBrands.has(content.toString('latin1', 8, 12));
  return isHeic ? 'heic' : undefined;
}
