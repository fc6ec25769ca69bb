/** Types of photos that are taken, by the content's own first bytes: the name and what the browser says prove nothing. */
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The type of a picture; undefined when it is none of those taken. */
export function photoTypeOf(content: Buffer): PhotoType | undefined {
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'image/jpeg';
  if (content.subarray(0, 8).equals(pngSignature)) return 'image/png';
  const isWebp = content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
}
