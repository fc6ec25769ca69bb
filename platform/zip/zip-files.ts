import { Zip, ZipPassThrough } from 'fflate';

/** A file of an archive. */
export interface ZipEntry {
  /** With its folders: "2390001111/bill.pdf". */
  readonly name: string;
  readonly content: Uint8Array;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/**
 * Streams a ZIP archive: each file is emitted as soon as it is read and not retained. Stored without compression,
 * because PDF is compressed already. Names are UTF-8.
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
  for await (const { name, content, modifiedAt } of entries) {
    const file = new ZipPassThrough(name);
    file.mtime = modifiedAt;
    zip.add(file);
    file.push(content, true);
    yield* drained();
  }
  zip.end();
  yield* drained();
}
