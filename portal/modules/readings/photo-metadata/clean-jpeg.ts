import { exifOf, type Orientation, orientationIn } from './orientation.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const firstApplication = 0xe0;
const lastApplication = 0xef;
const comment = 0xfe;
const exifHead = 'Exif\0\0';

/** Segments of applications without which the colours would be wrong, by marker and by how they begin. */
const kept: readonly (readonly [marker: number, begins: string])[] = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
];

/**
 * A JPEG without all that is told beside the picture: Exif with the place and the small picture, XMP, IPTC, comments, notes of
 * the camera's maker, and what stands after the end. A fresh tag keeps how it has to be turned. Undefined: it is no
 * whole JPEG (ITU T.81, annex B).
 */
export function cleanJpeg(content: Buffer): Buffer | undefined {
  if (content[0] !== 0xff || content[1] !== startOfImage) return undefined;
  const parts: Buffer[] = [];
  let orientation: Orientation = 1;
  let hasPicture = false;
  for (let offset = 2; ; ) {
    while (content[offset] === 0xff && content[offset + 1] === 0xff) offset += 1;
    const marker = content[offset + 1];
    if (content[offset] !== 0xff || marker === undefined) return undefined;
    if (marker === endOfImage) break;
    const length = offset + 4 <= content.length ? content.readUInt16BE(offset + 2) : 0;
    const end = offset + 2 + length;
    if (length < 2 || end > content.length) return undefined;
    const body = content.subarray(offset + 4, end);
    if (marker === 0xe1 && orientation === 1 && body.toString('latin1', 0, 6) === exifHead) {
      orientation = orientationIn(body.subarray(exifHead.length));
    }
    if (isPicture(marker, body)) parts.push(content.subarray(offset, end));
    offset = end;
    if (marker === startOfScan) {
      hasPicture = true;
      const next = endOfScan(content, offset);
      parts.push(content.subarray(offset, next));
      offset = next;
    }
  }
  if (!hasPicture) return undefined;
  const start = Buffer.from([0xff, startOfImage]);
  return Buffer.concat([
    start,
    ...orientationSegment(orientation),
    ...parts,
    Buffer.from([0xff, endOfImage]),
  ]);
}

function isPicture(marker: number, body: Buffer): boolean {
  if (marker === comment) return false;
  if (marker < firstApplication || marker > lastApplication) return true;
  return kept.some(
    ([known, begins]) => known === marker && body.toString('latin1', 0, begins.length) === begins,
  );
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

function orientationSegment(orientation: Orientation): readonly Buffer[] {
  if (orientation === 1) return [];
  const body = Buffer.concat([Buffer.from(exifHead, 'latin1'), exifOf(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return [head, body];
}
