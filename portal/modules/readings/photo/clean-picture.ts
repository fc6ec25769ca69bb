import sharp, { type Sharp } from 'sharp';

/** Pictures that are decoded. */
export type PhotoType = 'jpeg' | 'png' | 'webp';

/** Whether a picture is whole by its format and of no more parts than cameras and programs make; nothing is decoded. */
function hasPlausibleParts(content: Buffer, type: PhotoType): boolean {
  return checks[type](content);
}

const checks: Readonly<Record<PhotoType, (content: Buffer) => boolean>> = {
  jpeg: isPlausibleJpeg,
  png: isPlausiblePng,
  webp: isPlausibleWebp,
};

/** Photos of phones have fewer than 100 segments, most of them of 64 KiB with what the maker adds. */
const maxJpegSegments = 400;
/** Progressive photos have about ten. */
const maxJpegScans = 40;
/** 5 MB in chunks of 8 KiB, as the reference library writes them, are 640. */
const maxPngChunks = 2000;
const maxWebpChunks = 64;

const startOfScan = 0xda;
const endOfImage = 0xd9;
/** Frame headers: SOF0–SOF15 without DHT, JPG and DAC. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** One frame, at least one scan, an end (ITU T.81, annex B). What stands after the end is not looked at. */
function isPlausibleJpeg(content: Buffer): boolean {
  let frames = 0;
  let scans = 0;
  let offset = 2;
  for (let segments = 0; segments <= maxJpegSegments; segments += 1) {
    while (content[offset] === 0xff && content[offset + 1] === 0xff) offset += 1;
    const marker = content[offset + 1];
    if (content[offset] !== 0xff || marker === undefined) return false;
    if (marker === endOfImage) return frames === 1 && scans > 0;
    const length = offset + 4 <= content.length ? content.readUInt16BE(offset + 2) : 0;
    if (length < 2) return false;
    offset += 2 + length;
    if (isFrameHeader(marker)) frames += 1;
    if (marker === startOfScan) {
      scans += 1;
      if (scans > maxJpegScans) return false;
      offset = endOfScan(content, offset);
    }
  }
  return false;
}

/** Where the next marker stands: not a stuffed byte, and not one of those that restart the decoder. */
function endOfScan(content: Buffer, start: number): number {
  for (let offset = content.indexOf(0xff, start); offset !== -1; ) {
    const next = content[offset + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return offset;
    offset = content.indexOf(0xff, offset + 1);
  }
  return content.length;
}

/** A header first, pixels, an end (ISO 15948). */
function isPlausiblePng(content: Buffer): boolean {
  let hasPixels = false;
  let offset = 8;
  for (let chunks = 0; chunks < maxPngChunks; chunks += 1) {
    if (offset + 12 > content.length) return false;
    const length = content.readUInt32BE(offset);
    const type = content.toString('latin1', offset + 4, offset + 8);
    offset += 12 + length;
    if (offset > content.length) return false;
    if ((type === 'IHDR') !== (chunks === 0)) return false;
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') return hasPixels;
  }
  return false;
}

/** One still picture (RFC 9649). What stands after the end is not looked at. */
function isPlausibleWebp(content: Buffer): boolean {
  const end = 8 + (content.length < 12 ? 0 : content.readUInt32LE(4));
  if (end > content.length) return false;
  let pictures = 0;
  let offset = 12;
  for (let chunks = 0; chunks <= maxWebpChunks; chunks += 1) {
    if (offset + 8 > end) return pictures === 1;
    const type = content.toString('latin1', offset, offset + 4);
    const length = content.readUInt32LE(offset + 4);
    if (offset + 8 + length > end) return false;
    if (type === 'VP8 ' || type === 'VP8L') pictures += 1;
    offset += 8 + length + (length % 2);
  }
  return false;
}

/** Of a picture before it is reduced. A photo of 108 megapixels is decoded at an eighth of its size as it is read. */
const maxPixels = 120_000_000;
/** Of one that is decoded whole: PNG, WebP, and a JPEG in several scans. */
const maxWholePixels = 52_000_000;
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

/** A picture as it is stored, or why it is none. */
export type CleanedPicture =
  | { readonly kind: 'cleaned'; readonly content: Uint8Array }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'tooManyPixels'; readonly pixels: number; readonly maxPixels: number };

/** Decodes a picture of the type and writes it anew, unless it is damaged, has too many parts or pixels. */
async function rewrite(
  content: Buffer,
  type: PhotoType,
  write: (picture: Sharp) => Sharp,
): Promise<CleanedPicture> {
  if (!hasPlausibleParts(content, type)) return { kind: 'damaged' };
  try {
    const options = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true } as const;
    const { width, height, isProgressive } = await sharp(content, { limitInputPixels: false }).metadata();
    const pixels = width * height;
    const most = type === 'jpeg' && !isProgressive ? maxPixels : maxWholePixels;
    if (pixels > most) return { kind: 'tooManyPixels', pixels, maxPixels: most };
    return { kind: 'cleaned', content: await write(sharp(content, options).autoOrient()).toBuffer() };
  } catch {
    return { kind: 'damaged' };
  }
}

/**
 * The photo as it is kept (decision 0073): decoded and written anew as an upright JPEG in sRGB of at most 1600 px, without
 * anything beside the picture. Runs in a worker process: it may take long or end the process.
 */
export function cleanPicture(content: Buffer, type: PhotoType): Promise<CleanedPicture> {
  return rewrite(content, type, (picture) =>
    picture
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality }),
  );
}

/** Of a logo: twice what a header shows. */
const logoSize = { width: 480, height: 160 };

/** The same for a logo: written anew as a small PNG that keeps what is transparent. */
export function cleanLogo(content: Buffer, type: PhotoType): Promise<CleanedPicture> {
  return rewrite(content, type, (picture) =>
    picture
      .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 }),
  );
}
