import { exifOf, type Orientation, orientationIn } from './orientation.ts';

const headBytes = 12;
const chunkHeadBytes = 8;
/** Bits of the extended head that tell of chunks beside the picture. */
const hasExif = 0x08;
const hasXmp = 0x04;

/** Chunks that a still picture is made of. */
const kept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);

/**
 * A WebP without Exif, XMP and whatever stands after its end; a fresh chunk keeps how it has to be turned. Undefined:
 * it is no whole WebP, or a moving one (WebP container specification, RFC 9649).
 */
export function cleanWebp(content: Buffer): Buffer | undefined {
  if (content.length < headBytes) return undefined;
  const fileEnd = 8 + content.readUInt32LE(4);
  if (fileEnd > content.length) return undefined;
  const parts: Buffer[] = [];
  let extended: Buffer | undefined;
  let orientation: Orientation = 1;
  let hasPicture = false;
  for (let offset = headBytes; offset + chunkHeadBytes <= fileEnd; ) {
    const type = content.toString('latin1', offset, offset + 4);
    const length = content.readUInt32LE(offset + 4);
    const bodyEnd = offset + chunkHeadBytes + length;
    if (bodyEnd > fileEnd || type === 'ANIM' || type === 'ANMF') return undefined;
    const body = content.subarray(offset + chunkHeadBytes, bodyEnd);
    if (type === 'EXIF') orientation = orientationIn(withoutHead(body));
    if (type === 'VP8 ' || type === 'VP8L') hasPicture = true;
    if (kept.has(type)) {
      const chunk = chunkOf(type, body);
      if (type === 'VP8X') extended = chunk;
      parts.push(chunk);
    }
    offset = bodyEnd + (length % 2);
  }
  if (!hasPicture) return undefined;
  if (extended !== undefined) {
    const isTurned = orientation !== 1;
    const flags = (extended[chunkHeadBytes] ?? 0) & ~(hasExif | hasXmp);
    extended[chunkHeadBytes] = isTurned ? flags | hasExif : flags;
    if (isTurned) parts.push(chunkOf('EXIF', exifOf(orientation)));
  }
  const body = Buffer.concat(parts);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** Some cameras put the head that JPEG asks for before the block. */
function withoutHead(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

function chunkOf(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(chunkHeadBytes + body.length + (body.length % 2));
  chunk.write(type, 0, 'latin1');
  chunk.writeUInt32LE(body.length, 4);
  body.copy(chunk, chunkHeadBytes);
  return chunk;
}
