import type { Readable } from 'node:stream';

/** A file as it is read from the store. */
export interface StoredFile {
  readonly stream: Readable;
  readonly byteCount: number;
}

/** Where the bytes of customers' files lie. Adapters: a folder; an object store where there are several servers. */
export interface FileStore {
  /** Keeps the bytes durably under an id (a UUID); the same id again replaces them. */
  put(fileId: string, content: Buffer): Promise<void>;
  /** Keeps what comes piece by piece, as `put` does; answers how many bytes. A fault of the source leaves nothing. */
  write(fileId: string, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** To be read piece by piece; undefined: there is no such file. */
  open(fileId: string): Promise<StoredFile | undefined>;
  /** The bytes; undefined: there is no such file. */
  find(fileId: string): Promise<Buffer | undefined>;
  /** Deletes the bytes; a file that is not there is no fault. */
  remove(fileId: string): Promise<void>;
}
