import type { Instant } from '#domain/time/instant.ts';

/** What a listing tells of an object. */
export interface ObjectFacts {
  readonly name: string;
  readonly byteCount: number;
  readonly changedAt: Instant;
}

/**
 * Whole objects under names with `/`, as an S3 bucket has them. A name is letters, digits, `.`, `_`, `-` and `/`, without an empty part or
 * `..`. Adapters: a folder, S3.
 */
export interface ObjectStore {
  /** For messages: without credentials. */
  readonly address: string;
  /** Stores an object; it is durable when this resolves, and seen whole or not at all. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** undefined: there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  /** All objects whose names begin with a text, ordered by name; read in parts. */
  list(prefix: string): AsyncIterable<ObjectFacts>;
  /** Deletes an object; a missing one is not an error. */
  remove(name: string): Promise<void>;
}

/** @throws Error for a name that could leave the folder or that S3 and a folder read differently. */
export function checkObjectName(name: string): void {
  const isGood = /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !/(^|\/)\.\.?(\/|$)/.test(name);
  if (!isGood) throw new Error(`not a name of an object: ${name}`);
}
