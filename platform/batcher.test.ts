import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** A batcher whose first batch has one item and ends when the test says; others answer at once. */
function startBatcher(isOutage?: (error: unknown) => boolean) {
  const first = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const batches: (readonly number[])[] = [];
  const batcher = createBatcher<number, number>({
    maxSize: 2,
    concurrency: 1,
    async run(items) {
      batches.push(items);
      if (batches.length === 1) {
        begun.resolve();
        await first.promise;
      }
      return items;
    },
    ...(isOutage && { isOutage }),
  });
  return { batcher, batches, first, begun: begun.promise };
}

test('an outage rejects the items that wait, and later ones are processed', async () => {
  const { batcher, batches, first, begun } = startBatcher((error) => String(error).includes('away'));
  const one = batcher.add(1);
  await begun;
  const waiting = [batcher.add(2), batcher.add(3), batcher.add(4)];
  first.reject(new Error('away'));
  const outcomes = await Promise.allSettled([one, ...waiting]);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(await batcher.add(5)).toBe(5);
  expect(batches).toEqual([[1], [5]]);
});

test('another error rejects its own batch only', async () => {
  const { batcher, first, begun } = startBatcher((error) => String(error).includes('away'));
  const one = batcher.add(1);
  await begun;
  const waiting = [batcher.add(2), batcher.add(3)];
  first.reject(new Error('a bug'));
  await expect(one).rejects.toThrow('a bug');
  expect(await Promise.all(waiting)).toEqual([2, 3]);
});
