import { pipeline, Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';

/** A file of an archive. */
export type ZipEntry = {
  /** With its folders: "2390001111/bill.pdf". */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
} & (
  | { readonly content: Uint8Array }
  /** Read while the archive is written, and compressed. */
  | { readonly parts: AsyncIterable<Uint8Array> }
);

const deflateMethod = 8;
const emptyPart = new Uint8Array();

/** Compresses parts by zlib, whose threads leave the event loop free, into an archive. */
async function* deflated(
  zip: Zip,
  name: string,
  modifiedAt: number,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<undefined> {
  const file: ZipInputFile = {
    filename: name,
    size: 0,
    crc: 0,
    compression: deflateMethod,
    mtime: modifiedAt,
  };
  zip.add(file);
  async function* measured() {
    for await (const part of parts) {
      file.crc = crc32(part, file.crc);
      file.size += part.length;
      yield part;
    }
  }
  const compressing = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  // A failure of the parts destroys the stream with it, and so ends the loop.
  pipeline(Readable.from(measured(), { objectMode: false }), compressing, () => undefined);
  for await (const chunk of compressing) {
    file.ondata?.(null, chunk, false);
    yield;
  }
  file.ondata?.(null, emptyPart, true);
}

/**
 * Streams a ZIP archive: each file is emitted as soon as it is read and not retained. Files that are there as a whole are stored
 * without compression, because PDF is compressed already. Names are UTF-8.
 */
export async function* zipFiles(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let fault: Error | null = null;
  const zip = new Zip((error, chunk) => {
    fault ??= error;
    if (error === null) waiting.push(chunk);
  });
  function* drained(): Generator<Uint8Array> {
    if (fault !== null) throw fault;
    yield* waiting.splice(0);
  }
  for await (const entry of entries) {
    const { name, modifiedAt } = entry;
    if ('content' in entry) {
      const file = new ZipPassThrough(name);
      file.mtime = modifiedAt;
      zip.add(file);
      file.push(entry.content, true);
    } else {
      for await (const _ of deflated(zip, name, modifiedAt, entry.parts)) yield* drained();
    }
    yield* drained();
  }
  zip.end();
  yield* drained();
}
