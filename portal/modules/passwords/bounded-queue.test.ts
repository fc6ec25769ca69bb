import { expect, test } from 'vitest';
import { createBoundedQueue, queueFull } from './bounded-queue.ts';

function deferred() {
  return Promise.withResolvers<string>();
}

test('one piece of work at a time, in the order in which they came', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 10 });
  const [first, second] = [deferred(), deferred()];
  const begun: string[] = [];
  const answers = [first, second].map((one, index) =>
    queue.run(() => {
      begun.push(`${index}`);
      return one.promise;
    }),
  );
  expect(begun).toEqual(['0']);
  first.resolve('a');
  expect(await answers[0]).toBe('a');
  second.resolve('b');
  expect(await answers[1]).toBe('b');
  expect(begun).toEqual(['0', '1']);
});

test('who finds the queue full hears it at once', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 1 });
  const first = deferred();
  const running = queue.run(() => first.promise);
  const waiting = queue.run(async () => 'second');
  expect(await queue.run(async () => 'third')).toBe(queueFull);
  first.resolve('first');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
  expect(await queue.run(async () => 'later')).toBe('later');
});

test('work that fails does not hold up the next', async () => {
  const queue = createBoundedQueue({ concurrency: 1, limit: 1 });
  const failing = queue.run(async () => {
    throw new Error('no');
  });
  const next = queue.run(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
