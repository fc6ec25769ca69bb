import { crc32 } from 'node:zlib';
import { exifOf, type Orientation, orientationIn } from './orientation.ts';

const signatureBytes = 8;
/** Length, type and check sum around the body of a chunk. */
const frameBytes = 12;

/** Chunks that a picture and its colours are made of; all others tell something beside it. */
const kept = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'pHYs',
]);

/**
 * A PNG without Exif, texts, time and whatever stands after its end; a fresh chunk keeps how it has to be turned.
 * Undefined: it is no whole PNG (PNG, third edition, section 11).
 */
export function cleanPng(content: Buffer): Buffer | undefined {
  const parts: Buffer[] = [content.subarray(0, signatureBytes)];
  let orientation: Orientation = 1;
  let hasPicture = false;
  for (let offset = signatureBytes; ; ) {
    if (offset + frameBytes > content.length) return undefined;
    const end = offset + frameBytes + content.readUInt32BE(offset);
    if (end > content.length) return undefined;
    const type = content.toString('latin1', offset + 4, offset + 8);
    if (offset === signatureBytes && type !== 'IHDR') return undefined;
    if (type === 'eXIf') orientation = orientationIn(content.subarray(offset + 8, end - 4));
    if (type === 'IDAT' && !hasPicture) {
      hasPicture = true;
      if (orientation !== 1) parts.push(chunkOf('eXIf', exifOf(orientation)));
    }
    if (kept.has(type)) parts.push(content.subarray(offset, end));
    if (type === 'IEND') return hasPicture ? Buffer.concat(parts) : undefined;
    offset = end;
  }
}

function chunkOf(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(frameBytes + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, 'latin1');
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}
