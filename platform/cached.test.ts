import { expect, test } from 'vitest';
import { cached } from './cached.ts';

const TTL_MS = 1000;

/** A cache whose reads are answered by hand, and its clock. */
function createCache<Key = void>(isKept?: (value: unknown) => boolean) {
  let now = 5000;
  const reads: { key: Key; context: unknown; resolve(value: unknown): void; reject(error: Error): void }[] =
    [];
  const cache = cached<unknown, Key, unknown>(
    TTL_MS,
    (key, context) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      reads.push({ key, context, resolve, reject });
      return promise;
    },
    { clock: { now: () => now }, ...(isKept && { isKept }) },
  );
  const answer = (value: unknown) => reads.at(-1)?.resolve(value);
  return {
    ...{ cache, reads, answer },
    pass: (ms: number) => {
      now += ms;
    },
    /** What the cache answers now, by a read that is answered with `value` if it makes one. */
    ask: (key: Key, value?: unknown) => {
      const asked = cache.get(key, undefined);
      answer(value);
      return asked;
    },
  };
}

test.each([
  [0, 'first'],
  [TTL_MS - 1, 'first'],
  [TTL_MS, 'second'],
  [10 * TTL_MS, 'second'],
])('a value is answered for its time: %s ms later', async (ms, expected) => {
  const { ask, pass } = createCache();
  expect(await ask(undefined, 'first')).toBe('first');
  pass(ms);
  expect(await ask(undefined, 'second')).toBe(expected);
});

test('the time of a value begins with its read', async () => {
  const { cache, answer, ask, pass } = createCache();
  const asked = cache.get(undefined, undefined);
  pass(TTL_MS - 1);
  answer('slow');
  expect(await asked).toBe('slow');
  expect(await ask(undefined, 'next')).toBe('slow');
  pass(1);
  expect(await ask(undefined, 'next')).toBe('next');
});

test('simultaneous callers share a read', async () => {
  const { cache, reads, answer } = createCache();
  const asked = [1, 2, 3].map(() => cache.get(undefined, undefined));
  answer('shared');
  expect(await Promise.all(asked)).toEqual(['shared', 'shared', 'shared']);
  expect(reads).toHaveLength(1);
});

test('a failed read rejects its callers and is not kept', async () => {
  const { cache, reads, ask } = createCache();
  const asked = [1, 2].map(() => cache.get(undefined, undefined));
  reads[0]?.reject(new Error('down'));
  for (const one of asked) await expect(one).rejects.toThrow('down');
  expect(await ask(undefined, 'up')).toBe('up');
  expect(await ask(undefined, 'later')).toBe('up');
});

test.each([
  ['undefined', undefined, undefined],
  ['what isKept refuses', (value: unknown) => value !== 'refused', 'refused'],
])('%s is not kept', async (_, isKept, value) => {
  const { ask } = createCache(isKept);
  expect(await ask(undefined, value)).toBe(value);
  expect(await ask(undefined, 'found')).toBe('found');
  expect(await ask(undefined, 'later')).toBe('found');
});

test.each(['kept', 'not kept', 'failed'])(
  'after clear the next caller reads, and a read in progress changes nothing: %s',
  async (end) => {
    const { cache, reads, ask } = createCache();
    const before = cache.get(undefined, undefined);
    cache.clear();
    expect(await ask(undefined, 'new')).toBe('new');
    if (end === 'failed') reads[0]?.reject(new Error('down'));
    else reads[0]?.resolve(end === 'kept' ? 'old' : undefined);
    await before.catch(() => undefined);
    expect(await ask(undefined, 'later')).toBe('new');
  },
);

test.each([
  ['texts', 'a', 'b'],
  ['objects', {}, {}],
])('keys have a value and a time each: %s', async (_, first, second) => {
  const { cache, ask, pass } = createCache<string | object>();
  await ask(first, 1);
  pass(TTL_MS - 1);
  await ask(second, 2);
  expect([await ask(first), await ask(second)]).toEqual([1, 2]);
  pass(1);
  expect([await ask(first, 3), await ask(second, 4)]).toEqual([3, 2]);
  cache.clear(second);
  expect([await ask(first), await ask(second, 5)]).toEqual([3, 5]);
});

test('a read is handed the key and the context of the caller that began it', async () => {
  const { cache, reads } = createCache<string>();
  void cache.get('key', 'first caller');
  void cache.get('key', 'second caller');
  expect(reads).toMatchObject([{ key: 'key', context: 'first caller' }]);
});
