import { monotonicClock } from './clock.ts';

/** Answers of a read, kept for a time by key. `Context` is what a read needs beside its key. */
interface Cached<Value, Key, Context> {
  get(key: Key, context: Context): Promise<Value>;
  /** The next `get` reads again; a read in progress answers its callers and is not kept. */
  clear(key: Key): void;
}

interface CacheOptions<Value> {
  readonly clock?: { now(): number };
  readonly isKept?: (value: Value) => boolean;
}

const isObject = (key: unknown): key is object => typeof key === 'object' && key !== null;

/**
 * Answers by a read that began less than `ttlMs` ago, which simultaneous callers share, else by a new one. A failed read is not
 * kept, nor a value that `isKept` refuses. A key that is an object is held weakly.
 *
 * Every cache goes by the monotonic clock: each node must read rules and prices again in time, also when its wall clock is set back.
 */
export function cached<Value, Key = void, Context = void>(
  ttlMs: number,
  read: (key: Key, context: Context) => Promise<Value>,
  { clock = monotonicClock, isKept = (value) => value !== undefined }: CacheOptions<Value> = {},
): Cached<Value, Key, Context> {
  interface Entry {
    readonly begunAt: number;
    readonly value: Promise<Value>;
  }
  const ofObjects = new WeakMap<object, Entry>();
  const ofValues = new Map<Key, Entry>();
  const find = (key: Key) => (isObject(key) ? ofObjects.get(key) : ofValues.get(key));
  const store = (key: Key, entry: Entry) =>
    isObject(key) ? ofObjects.set(key, entry) : ofValues.set(key, entry);
  const clear = (key: Key) => void (isObject(key) ? ofObjects.delete(key) : ofValues.delete(key));

  return {
    get(key, context) {
      const now = clock.now();
      const known = find(key);
      if (known !== undefined && now - known.begunAt < ttlMs) return known.value;
      const entry = { begunAt: now, value: read(key, context) };
      store(key, entry);
      // A newer read stays.
      const drop = () => find(key) === entry && clear(key);
      entry.value.then((value) => isKept(value) || drop(), drop);
      return entry.value;
    },
    clear,
  };
}
