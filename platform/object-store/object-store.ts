import type { Readable } from 'node:stream';
import type { Instant } from '#domain/time/instant.ts';

/** What is known of an object without its content. */
export interface ObjectFacts {
  readonly name: string;
  readonly byteCount: number;
  readonly changedAt: Instant;
}

/** An object opened for reading. */
export interface OpenObject {
  readonly stream: Readable;
  readonly byteCount: number;
}

/** Most names in one list of `ObjectStore.names`: as many as a page of S3 has. */
export const maxNamesInList = 1000;

/**
 * Whole objects under names with `/`, as an S3 bucket has them. A name is letters, digits, `.`, `_`, `-` and `/`, without an empty part or
 * `..`. Adapters: a folder, S3. Those of S3 throw StorageUnavailable.
 */
export interface ObjectStore {
  /** For messages: without credentials. */
  readonly address: string;
  /** Stores an object; it is durable when this resolves, and seen whole or not at all. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Stores a stream as `put` does; returns its bytes. If the source fails, nothing is stored. */
  write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** undefined: there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  /** Opens an object as a stream; undefined: there is no such object. */
  open(name: string): Promise<OpenObject | undefined>;
  /** undefined: there is no such object. */
  facts(name: string): Promise<ObjectFacts | undefined>;
  /** All objects whose names begin with a text, ordered by name; read in parts. */
  list(prefix: string): AsyncIterable<ObjectFacts>;
  /** Names of the objects of a folder, which ends in `/`, in lists of at most `maxNamesInList` and in no order: the cheapest listing. */
  names(folder: string): AsyncIterable<readonly string[]>;
  /** Deletes an object; a missing one is not an error. */
  remove(name: string): Promise<void>;
  /** Deletes what interrupted writes left in a folder, which ends in `/`, before a moment; returns how many. */
  removeUnfinished(folder: string, before: number): Promise<number>;
  /** When an object of a folder, which ends in `/`, was last added or removed; undefined: the storage does not know. */
  listChangedAt(folder: string): Promise<Instant | undefined>;
}

/** A storage of objects did not answer, or refused. The same request may succeed later. */
export class StorageUnavailable extends Error {
  /** It answered and refused: wrong bucket, key or rights. */
  readonly isRefusal: boolean;

  constructor(
    message: string,
    { cause, isRefusal }: { readonly cause: unknown; readonly isRefusal: boolean },
  ) {
    super(message, { cause });
    this.isRefusal = isRefusal;
  }
}

/** @throws Error for a name that could leave the folder or that S3 and a folder read differently. */
export function checkObjectName(name: string): void {
  const isGood = /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !/(^|\/)\.\.?(\/|$)/.test(name);
  if (!isGood) throw new Error(`not a name of an object: ${name}`);
}
