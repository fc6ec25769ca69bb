import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

/** What an archive may have at most. */
interface ZipLimits {
  readonly entries: number;
  /** Of all files, unpacked. */
  readonly bytes: number;
  /** Unpacked, so many times the size of the archive. */
  readonly ratio: number;
}

export type ZipFault = 'broken' | 'encrypted' | 'tooMany' | 'tooLarge' | 'repeatedName';

/** An archive that is refused. */
export class ZipError extends Error {
  readonly fault: ZipFault;
  constructor(fault: ZipFault) {
    super(`the archive is refused: ${fault}`);
    this.fault = fault;
  }
}

interface ZipMember {
  /** Without its folders. */
  readonly name: string;
  readonly isDeflated: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

const endBytes = 22;
const longestComment = 65_535;
const centralBytes = 46;
const localBytes = 30;
const largestDirectory = 4 * 1024 * 1024;
/** Stands where a longer number is elsewhere (ZIP64); such archives are refused. */
const beyond32Bits = 0xffffffff;

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead !== length) throw new ZipError('broken');
  return buffer;
}

/** The name without folders, drives and characters that no file has; undefined: a folder, or what a desktop adds by itself. */
function flatName(name: string): string | undefined {
  const last = name.split(/[/\\:]/).at(-1) ?? '';
  if (last === '' || last.startsWith('.') || /\p{Cc}/u.test(last)) return undefined;
  return name.startsWith('__MACOSX/') ? undefined : last;
}

/** The central directory of an archive (APPNOTE 4.3.12), within the limits. */
async function readMembers(file: FileHandle, limits: ZipLimits): Promise<readonly ZipMember[]> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, endBytes + longestComment);
  const tail = await readAt(file, size - tailBytes, tailBytes);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1 || end + endBytes > tail.length) throw new ZipError('broken');
  const count = tail.readUInt16LE(end + 10);
  const directoryBytes = tail.readUInt32LE(end + 12);
  const directoryOffset = tail.readUInt32LE(end + 16);
  if (count > limits.entries || directoryBytes > largestDirectory) throw new ZipError('tooMany');
  if (directoryOffset + directoryBytes > size) throw new ZipError('broken');
  const directory = await readAt(file, directoryOffset, directoryBytes);
  const members: ZipMember[] = [];
  const names = new Set<string>();
  let at = 0;
  let unpackedBytes = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + centralBytes > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
      throw new ZipError('broken');
    const flags = directory.readUInt16LE(at + 8);
    const method = directory.readUInt16LE(at + 10);
    const [packed, unpacked] = [directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 24)];
    const nameBytes = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + centralBytes, at + centralBytes + nameBytes);
    const crc = directory.readUInt32LE(at + 16);
    const offset = directory.readUInt32LE(at + 42);
    at += centralBytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if ((flags & 1) === 1) throw new ZipError('encrypted');
    if ([packed, unpacked, offset].includes(beyond32Bits)) throw new ZipError('tooLarge');
    unpackedBytes += unpacked;
    if (unpackedBytes > limits.bytes || unpackedBytes > size * limits.ratio) throw new ZipError('tooLarge');
    const flat = flatName(name);
    if (flat === undefined || unpacked === 0) continue;
    if (method !== 0 && method !== 8) throw new ZipError('broken');
    if (names.has(flat.toLowerCase())) throw new ZipError('repeatedName');
    names.add(flat.toLowerCase());
    members.push({ name: flat, isDeflated: method === 8, crc, packed, unpacked, offset });
  }
  return members;
}

/** Lets through as many bytes as the directory says, and compares their sum. */
function verified({ unpacked, crc }: ZipMember): Transform {
  let bytes = 0;
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      sum = crc32(chunk, sum);
      done(bytes > unpacked ? new ZipError('tooLarge') : null, chunk);
    },
    flush(done) {
      done(bytes === unpacked && sum === crc ? null : new ZipError('broken'));
    },
  });
}

/**
 * Unpacks an archive into a folder, streamed, without the folders of its names. Nothing is written before its whole directory is
 * within the limits, and no file grows beyond what the directory says of it. Answers the names.
 * @throws ZipError
 */
export async function unzipFiles(
  path: string,
  folder: string,
  limits: ZipLimits,
): Promise<readonly string[]> {
  const file = await open(path);
  try {
    const members = [...(await readMembers(file, limits))].sort((a, b) => a.offset - b.offset);
    let from = 0;
    for (const member of members) {
      // Members that lie over each other unpack the same bytes again and again.
      if (member.offset < from) throw new ZipError('broken');
      const head = await readAt(file, member.offset, localBytes);
      if (head.readUInt32LE(0) !== 0x04034b50) throw new ZipError('broken');
      const start = member.offset + localBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
      from = start + member.packed;
      const source = createReadStream(path, { start, end: Math.max(from - 1, start) });
      const target = createWriteStream(join(folder, member.name), { flags: 'wx' });
      const check = verified(member);
      await (member.isDeflated
        ? pipeline(source, createInflateRaw(), check, target)
        : pipeline(source, check, target)
      ).catch((error: unknown) => {
        const { code } = error as { code?: unknown };
        throw typeof code === 'string' && code.startsWith('Z_') ? new ZipError('broken') : error;
      });
    }
    return members.map(({ name }) => name);
  } finally {
    await file.close();
  }
}
