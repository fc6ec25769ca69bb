import { afterEach, expect, test, vi } from 'vitest';
import { createBoundedQueue, queueFull } from './bounded-queue.ts';

afterEach(() => void vi.useRealTimers());

function deferred() {
  return Promise.withResolvers<string>();
}

test('createBoundedQueue runs one task at a time, in order', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 10 });
  const [first, second] = [deferred(), deferred()];
  const begun: string[] = [];
  const answers = [first, second].map((one, index) =>
    queue.run(() => {
      begun.push(`${index}`);
      return one.promise;
    }),
  );
  await new Promise(setImmediate);
  expect(begun).toEqual(['0']);
  first.resolve('a');
  expect(await answers[0]).toBe('a');
  second.resolve('b');
  expect(await answers[1]).toBe('b');
  expect(begun).toEqual(['0', '1']);
});

test('run returns queueFull at once when the queue is full', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 1 });
  const first = deferred();
  const running = queue.run(() => first.promise);
  const waiting = queue.run(async () => 'second');
  expect(await queue.run(async () => 'third')).toBe(queueFull);
  first.resolve('first');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
  expect(await queue.run(async () => 'later')).toBe('later');
});

test('a failed task does not block the next', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 1 });
  const failing = queue.run(async () => {
    throw new Error('no');
  });
  const next = queue.run(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('a reserved place counts until it is used or released', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 1 });
  const [first, second] = [queue.tryReserve(), queue.tryReserve()];
  expect(queue.tryReserve()).toBeUndefined();
  expect(await queue.run(async () => 'third')).toBe(queueFull);
  second?.release();
  second?.release();
  expect(await queue.run(async () => 'third')).toBe('third');
  expect(await first?.run(async () => 'first')).toBe('first');
  await expect(first?.run(async () => 'again')).rejects.toThrow('one piece of work');
  first?.release();
  expect([queue.tryReserve(), queue.tryReserve(), queue.tryReserve()].filter(Boolean)).toHaveLength(2);
});

test('run returns queueFull after maxWaitMs, and frees its place', async () => {
  vi.useFakeTimers();
  const queue = createBoundedQueue({ concurrency: 1, limit: 1, maxWaitMs: 10_000 });
  const first = deferred();
  const running = queue.run(() => first.promise);
  const waiting = queue.run(async () => 'second');
  await vi.advanceTimersByTimeAsync(9_999);
  const answered = vi.fn();
  void waiting.then(answered);
  await vi.advanceTimersByTimeAsync(0);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toBe(queueFull);
  const third = queue.run(async () => 'third');
  first.resolve('first');
  expect(await Promise.all([running, third])).toEqual(['first', 'third']);
});

test('restMs delays the next task but not the result', async () => {
  vi.useFakeTimers();
  const queue = createBoundedQueue({ concurrency: 1, limit: 2, restMs: 50 });
  expect(await queue.run(async () => 'first')).toBe('first');
  const begun: string[] = [];
  const second = queue.run(async () => begun.push('second'));
  await vi.advanceTimersByTimeAsync(49);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['second']);
  await second;
});

test('owners take turns, each in the order of arrival', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 10 });
  const first = deferred();
  const running = queue.run(() => first.promise, 'a');
  const begun: string[] = [];
  const add = (name: string, owner: string) => queue.run(async () => void begun.push(name), owner);
  const all = [
    add('a1', 'a'),
    add('a2', 'a'),
    add('a3', 'a'),
    add('b1', 'b'),
    add('b2', 'b'),
    add('c1', 'c'),
  ];
  first.resolve('');
  await Promise.all([running, ...all]);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a full queue turns away the last task of the owner with the most, not another owner', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 3 });
  const first = deferred();
  const running = queue.run(() => first.promise, 'a');
  const ofOne = ['a1', 'a2', 'a3'].map((name) => queue.run(async () => name, 'a'));
  expect(await queue.run(async () => 'a4', 'a')).toBe(queueFull);
  const other = queue.run(async () => 'b1', 'b');
  expect(await ofOne[2]).toBe(queueFull);
  // Both would have one place more than the other.
  expect(await queue.run(async () => 'b2', 'b')).toBe(queueFull);
  first.resolve('');
  expect(await Promise.all([running, ofOne[0], ofOne[1], other])).toEqual(['', 'a1', 'a2', 'b1']);
});
