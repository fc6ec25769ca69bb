/** How a picture has to be turned to stand upright: 1 as it is, 2–8 mirrored or turned (Exif 2.32, tag 0x0112). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientationTag = 0x0112;
const entryBytes = 12;

/** The orientation that a block of Exif (a TIFF header with its first directory) tells; 1 when it tells none. */
export function orientationIn(exif: Buffer): Orientation {
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const at16 = (offset: number) =>
    offset + 2 <= exif.length ? (isLittle ? exif.readUInt16LE(offset) : exif.readUInt16BE(offset)) : 0;
  if (exif.length < 8 || at16(2) !== 42) return 1;
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  const count = at16(directory);
  for (let entry = 0; entry < count; entry++) {
    const offset = directory + 2 + entry * entryBytes;
    if (offset + entryBytes > exif.length) return 1;
    if (at16(offset) !== orientationTag) continue;
    const value = at16(offset + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : 1;
  }
  return 1;
}

/** A block of Exif that tells the orientation and nothing else. */
export function exifOf(orientation: Orientation): Buffer {
  const exif = Buffer.alloc(26);
  exif.write('MM', 0, 'latin1');
  exif.writeUInt16BE(42, 2);
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  exif.writeUInt16BE(orientationTag, 10);
  exif.writeUInt16BE(3, 12);
  exif.writeUInt32BE(1, 14);
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
