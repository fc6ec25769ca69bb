import { inflateRawSync } from 'node:zlib';

/** A file of an archive, as the central directory has it. */
export interface ZipPart {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Of its local header. */
  readonly offset: number;
}

const endRecord = Buffer.from('PK\x05\x06', 'latin1');
const end64Locator = 0x07064b50;
const end64Record = 0x06064b50;
const directoryHeader = 0x02014b50;
const localHeader = 0x04034b50;
/** A field of 32 bits that is written with 64 elsewhere. */
const elsewhere = 0xffffffff;
const stored = 0;
const deflated = 8;

interface Directory {
  readonly count: number;
  readonly offset: number;
  /** Bytes before the archive, which its own offsets do not count. */
  readonly shift: number;
}

/** Where the headers of the directory are, ZIP64 too (APPNOTE 4.3.14 to 4.3.16). */
function findDirectory(content: Buffer): Directory | undefined {
  const end = content.lastIndexOf(endRecord);
  if (end === -1 || end + 22 > content.length) return undefined;
  const [count, offset] = [content.readUInt16LE(end + 10), content.readUInt32LE(end + 16)];
  const at32 = end - content.readUInt32LE(end + 12);
  const isAt = at32 > offset && content.readUInt32LE(at32) === directoryHeader;
  const plain = { count, offset: isAt ? at32 : offset, shift: isAt ? at32 - offset : 0 };
  if (count !== 0xffff && offset !== elsewhere) return plain;
  if (end < 20 || content.readUInt32LE(end - 20) !== end64Locator) return plain;
  const at = Number(content.readBigUInt64LE(end - 12));
  if (at + 56 > content.length || content.readUInt32LE(at) !== end64Record) return undefined;
  return {
    count: Number(content.readBigUInt64LE(at + 32)),
    offset: Number(content.readBigUInt64LE(at + 48)),
    shift: 0,
  };
}

/** The fields of an entry that its extra field has with 64 bits, in their order (APPNOTE 4.5.3). */
function readSizes(content: Buffer, offset: number, extraStart: number, extraEnd: number) {
  const fields = [24, 20, 42].map((at) => content.readUInt32LE(offset + at));
  for (let at = extraStart; at + 4 <= extraEnd; ) {
    const end = at + 4 + content.readUInt16LE(at + 2);
    if (content.readUInt16LE(at) === 1) {
      let next = at + 4;
      for (const [index, field] of fields.entries()) {
        if (field !== elsewhere || next + 8 > Math.min(end, extraEnd)) continue;
        fields[index] = Number(content.readBigUInt64LE(next));
        next += 8;
      }
    }
    at = end;
  }
  const [unpacked = 0, packed = 0, local = 0] = fields;
  return { unpacked, packed, offset: local };
}

/**
 * The files of a ZIP archive by its central directory (APPNOTE 4.3.12); undefined: it is broken, divided or has more than
 * `maxParts`.
 */
export function readZipParts(content: Buffer, maxParts: number): readonly ZipPart[] | undefined {
  const directory = findDirectory(content);
  if (directory === undefined || directory.count === 0 || directory.count > maxParts) return undefined;
  let { offset } = directory;
  const parts: ZipPart[] = [];
  for (let index = 0; index < directory.count; index += 1) {
    if (offset + 46 > content.length || content.readUInt32LE(offset) !== directoryHeader) return undefined;
    const nameEnd = offset + 46 + content.readUInt16LE(offset + 28);
    const extraEnd = nameEnd + content.readUInt16LE(offset + 30);
    if (extraEnd > content.length) return undefined;
    const sizes = readSizes(content, offset, nameEnd, extraEnd);
    parts.push({
      name: content.toString('utf8', offset + 46, nameEnd),
      isEncrypted: (content.readUInt16LE(offset + 8) & 1) === 1,
      method: content.readUInt16LE(offset + 10),
      ...sizes,
      offset: sizes.offset + directory.shift,
    });
    offset = extraEnd + content.readUInt16LE(offset + 32);
  }
  return parts;
}

/**
 * The bytes of a file of an archive, at most as many as the directory says.
 * @throws Error for a file that is broken, or longer than it says.
 */
export function unpackPart(content: Buffer, { offset, packed, unpacked, method }: ZipPart): Buffer {
  if (offset + 30 > content.length || content.readUInt32LE(offset) !== localHeader)
    throw new Error('a part has no header');
  const start = offset + 30 + content.readUInt16LE(offset + 26) + content.readUInt16LE(offset + 28);
  if (start + packed > content.length) throw new Error('a part is cut off');
  const bytes = content.subarray(start, start + packed);
  if (method === stored) return bytes.subarray(0, unpacked);
  if (method !== deflated) throw new Error('a part is packed by another method');
  return unpacked === 0 ? Buffer.alloc(0) : inflateRawSync(bytes, { maxOutputLength: unpacked });
}

/** The name of a part as packages compare them: a backslash is a slash, one slash in front is none (ECMA-376 part 2). */
export function partNameOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '');
}
