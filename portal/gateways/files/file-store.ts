import type { Readable } from 'node:stream';

/** A stored file opened for reading. */
interface StoredFile {
  readonly stream: Readable;
  readonly byteCount: number;
}

/** Storage of customers' files. Adapters: a folder; an object store where there are several servers. */
export interface FileStore {
  /** Stores the bytes durably under an id (a UUID); an existing id is overwritten. */
  put(fileId: string, content: Buffer): Promise<void>;
  /** Stores a stream, as `put` does; returns its size in bytes. If the source fails, nothing is stored. */
  write(fileId: string, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** Opens a file as a stream; undefined: there is no such file. */
  open(fileId: string): Promise<StoredFile | undefined>;
  /** The bytes; undefined: there is no such file. */
  find(fileId: string): Promise<Buffer | undefined>;
  /** Deletes a file; a missing file is not an error. */
  remove(fileId: string): Promise<void>;
}
