/** What waits for a job, one after the other. */
interface WaitingWork<Item, Key> {
  /** The next one that waits, but for these; undefined: none. */
  readonly next: (failed: readonly Key[]) => Promise<Item | undefined>;
  readonly keyOf: (item: Item) => Key;
  readonly work: (item: Item) => Promise<void>;
  /** Stops between two. */
  readonly signal: AbortSignal | undefined;
  /** For the error: 'statements'. */
  readonly what: string;
}

/**
 * Works on what waits until nothing does or the signal stops it. One that fails is left for the next run and holds up no other. The
 * caller holds the lock that keeps other processes away.
 * @throws AggregateError when some failed; the message names them.
 */
export async function workThrough<Item, Key extends number | string>({
  next,
  keyOf,
  work,
  signal,
  what,
}: WaitingWork<Item, Key>): Promise<void> {
  const failures = new Map<Key, unknown>();
  while (!signal?.aborted) {
    const item = await next([...failures.keys()]);
    if (item === undefined) break;
    await work(item).catch((error: unknown) => failures.set(keyOf(item), error));
  }
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `${what} ${[...failures.keys()].join(', ')} failed`);
}
