import type { OpenObject } from '#platform/object-store/object-store.ts';

/** What a sweep of the store looks at. */
export interface StoreSweep {
  /** One of `sweepShares` parts of the store, from 0. */
  readonly share: number;
  /** Epoch milliseconds: what was changed later stays, because its row may still be committed. */
  readonly before: number;
  /** Those of at most 1000 ids that have a row. */
  readonly findKnown: (fileIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Ends the sweep between two lists of files. */
  readonly signal?: AbortSignal | undefined;
}

/** The store is swept in so many parts, one in each round, so that a round takes a moment. */
export const sweepShares = 24;

/** Storage of customers' files: objects of a folder, or of S3, which several nodes share. */
export interface FileStore {
  /** Stores the bytes durably under an id (a UUID); an existing id is overwritten. */
  put(fileId: string, content: Buffer): Promise<void>;
  /** Stores a stream, as `put` does; returns its size in bytes. If the source fails, nothing is stored. */
  write(fileId: string, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** Opens a file as a stream; undefined: there is no such file. */
  open(fileId: string): Promise<OpenObject | undefined>;
  /** The bytes; undefined: there is no such file. */
  find(fileId: string): Promise<Buffer | undefined>;
  /** Deletes a file; a missing file is not an error. */
  remove(fileId: string): Promise<void>;
  /** Deletes files that were not finished, and files without a row, that a killed process left; returns how many. */
  sweep(sweep: StoreSweep): Promise<number>;
}
