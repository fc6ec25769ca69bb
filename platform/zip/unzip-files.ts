import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';

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
  readonly entry: Entry;
}

/** The name without folders, drives and characters that no file has; undefined: a folder, or what a desktop adds by itself. */
function flatName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string | undefined {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  const last = name.split(/[/\\:]/).at(-1) ?? '';
  if (last === '' || last.startsWith('.') || /\p{Cc}/u.test(last)) return undefined;
  return name.startsWith('__MACOSX/') ? undefined : last;
}

/** The files of an archive in the order of their bytes, by its central directory, within the limits. */
async function readMembers(zip: ZipFile, limits: ZipLimits): Promise<readonly ZipMember[]> {
  if (zip.entryCount > limits.entries) throw new ZipError('tooMany');
  const members: ZipMember[] = [];
  const names = new Set<string>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new ZipError('encrypted');
    bytes += entry.uncompressedSize;
    if (bytes > limits.bytes || bytes > zip.fileSize * limits.ratio) throw new ZipError('tooLarge');
    const name = flatName(entry);
    if (name === undefined || entry.uncompressedSize === 0) continue;
    if (names.has(name.toLowerCase())) throw new ZipError('repeatedName');
    names.add(name.toLowerCase());
    members.push({ name, entry });
  }
  return members.sort(
    (one, other) => one.entry.relativeOffsetOfLocalHeader - other.entry.relativeOffsetOfLocalHeader,
  );
}

/** Compares the check sum of what goes through, which the library leaves to its reader. */
function verified(expected: number): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === expected ? null : new ZipError('broken'));
    },
  });
}

/** Whatever the library or zlib says of an archive; what the disk says stays as it is. */
function asZipError(error: unknown): unknown {
  if (error instanceof ZipError) return error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && !code.startsWith('Z_') ? error : new ZipError('broken');
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
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false });
    const members = await readMembers(zip, limits);
    let from = 0;
    for (const { name, entry } of members) {
      // Members that lie over each other unpack the same bytes again and again.
      if (entry.relativeOffsetOfLocalHeader < from) throw new ZipError('broken');
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      from = fileDataStart + entry.compressedSize;
      const target = createWriteStream(join(folder, name), { flags: 'wx' });
      await pipeline(await zip.openReadStreamPromise(entry), verified(entry.crc32), target);
    }
    return members.map(({ name }) => name);
  } catch (error) {
    throw asZipError(error);
  } finally {
    zip?.close();
  }
}
