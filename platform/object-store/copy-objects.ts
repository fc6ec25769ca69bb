import { createHash } from 'node:crypto';
import type { ObjectFacts, ObjectStore } from './object-store.ts';

/** Objects that are copied together: most of the time of a small one is waiting. */
const parallel = 16;

export interface CopyResult {
  readonly copied: number;
  readonly bytes: number;
  /** Were there before. */
  readonly present: number;
  /** Names of those that were there with another content; looked for by `isVerifying` alone. */
  readonly different: readonly string[];
}

export interface CopyOptions {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  /** Folders in the order in which they are copied. */
  readonly folders: readonly string[];
  /** Compares the contents of objects that are there, too. */
  readonly isVerifying?: boolean;
  /** After each object. */
  readonly onProgress?: (done: number) => void;
}

/** SHA-256 of an object; undefined: there is no such object. */
async function digestOf(store: ObjectStore, name: string): Promise<string | undefined> {
  const opened = await store.open(name);
  if (opened === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of opened.stream) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

/** Copies one object and reads it back. Returns its bytes; undefined: it was deleted meanwhile. @throws Error when it is not the same. */
async function copyObject(from: ObjectStore, to: ObjectStore, name: string): Promise<number | undefined> {
  const opened = await from.open(name);
  if (opened === undefined) return undefined;
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of opened?.stream ?? []) {
      hash.update(chunk as Uint8Array);
      yield chunk as Uint8Array;
    }
  }
  const bytes = await to.write(name, hashed());
  if ((await digestOf(to, name)) !== hash.digest('hex'))
    throw new Error(`${name} is not the same at ${to.address}.`);
  return bytes;
}

/** Objects of one folder with what the target has under their names. */
async function* pairsOf(
  { from, to }: CopyOptions,
  folder: string,
): AsyncGenerator<readonly [ObjectFacts, ObjectFacts | undefined]> {
  const there = new Map<string, ObjectFacts>();
  for await (const facts of to.list(`${folder}/`)) there.set(facts.name, facts);
  for await (const facts of from.list(`${folder}/`)) yield [facts, there.get(facts.name)];
}

/**
 * Copies the objects that a store does not have, or has older or in another size. Each is written whole and read back, so that a copy that
 * broke off is completed by the next run. Objects may be added to both stores meanwhile; those that are added to `from` are copied
 * by the next run. @throws Error when a copy is not the same.
 */
export async function copyObjects(options: CopyOptions): Promise<CopyResult> {
  const { from, to, folders, isVerifying = false, onProgress } = options;
  let [copied, bytes, present, done] = [0, 0, 0, 0];
  const different: string[] = [];

  async function handle([facts, there]: readonly [ObjectFacts, ObjectFacts | undefined]): Promise<void> {
    const isThere = there?.byteCount === facts.byteCount && there.changedAt >= facts.changedAt;
    if (!isThere) {
      const copiedBytes = await copyObject(from, to, facts.name);
      if (copiedBytes === undefined) return;
      copied += 1;
      bytes += copiedBytes;
    } else {
      present += 1;
      if (isVerifying && (await digestOf(from, facts.name)) !== (await digestOf(to, facts.name)))
        different.push(facts.name);
    }
    done += 1;
    onProgress?.(done);
  }

  for (const folder of folders) {
    const pairs = pairsOf(options, folder);
    let isFailing = false;
    async function work(): Promise<void> {
      try {
        for (let next = await pairs.next(); !next.done && !isFailing; next = await pairs.next())
          await handle(next.value);
      } catch (error) {
        isFailing = true;
        throw error;
      }
    }
    // Those under way end first.
    const ended = await Promise.allSettled(Array.from({ length: parallel }, work));
    const failure = ended.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failure.reason;
  }
  return { copied, bytes, present, different: different.sort() };
}
