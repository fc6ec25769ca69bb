import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('work of one key is done one after the other in its order, work of others beside it', async () => {
  const turns = createTurns();
  const log: string[] = [];
  const work = (name: string, ms: number) => async () => {
    log.push(`${name} begins`);
    await new Promise((done) => setTimeout(done, ms));
    log.push(`${name} ends`);
    return name;
  };
  const answers = await Promise.all([
    turns.take('a', work('a1', 20)),
    turns.take('a', work('a2', 1)),
    turns.take('b', work('b1', 1)),
  ]);
  expect(answers).toEqual(['a1', 'a2', 'b1']);
  expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
});

test('work that fails keeps its fault for itself: the next of its key is done', async () => {
  const turns = createTurns();
  const failed = turns.take('a', () => Promise.reject(new Error('broken')));
  const next = turns.take('a', async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
  await expect(turns.take('a', async () => 'again')).resolves.toBe('again');
});
