import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('createKeyedMutex runs work of one key in order, and work of other keys concurrently', async () => {
  const mutex = createKeyedMutex();
  const log: string[] = [];
  const work = (name: string, until: Promise<unknown>) => async () => {
    log.push(`${name} begins`);
    await until;
    log.push(`${name} ends`);
    return name;
  };
  const freed = Promise.withResolvers<void>();
  const first = mutex.run('a', work('a1', freed.promise));
  const second = mutex.run('a', work('a2', Promise.resolve()));
  expect(await mutex.run('b', work('b1', Promise.resolve()))).toBe('b1');
  freed.resolve();
  expect(await Promise.all([first, second])).toEqual(['a1', 'a2']);
  expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
});

test('createKeyedMutex runs the next work of a key after a failure', async () => {
  const mutex = createKeyedMutex();
  const failed = mutex.run('a', () => Promise.reject(new Error('broken')));
  const next = mutex.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
  await expect(mutex.run('a', async () => 'again')).resolves.toBe('again');
});
