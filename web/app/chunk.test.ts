import { expect, test, vi } from 'vitest';
import { chunk } from './chunk.ts';

vi.mock('./chunk-reload.ts', () => ({ loadChunk: (load: () => Promise<unknown>) => load() }));

test('code is fetched once, however many parts ask for it, and is at hand afterwards', async () => {
  const fetchCode = vi.fn(async () => 'code');
  const part = chunk(fetchCode);
  expect(part.known()).toBeUndefined();
  expect(await Promise.all([part.load(), part.load()])).toEqual(['code', 'code']);
  await part.load();
  expect(fetchCode).toHaveBeenCalledTimes(1);
  expect(part.known()).toBe('code');
});

test('code that did not come is fetched again when it is asked for again', async () => {
  const fetchCode = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('no network'));
  const part = chunk(fetchCode);
  await expect(part.load()).rejects.toThrow('no network');
  expect(part.known()).toBeUndefined();
  expect(await part.load()).toBe('code');
});

test('code that was fetched ahead is at hand; that it did not come is heard of when it is needed', async () => {
  const fetchCode = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('no network'));
  const part = chunk(fetchCode);
  part.prefetch();
  await vi.waitFor(() => expect(fetchCode).toHaveBeenCalledTimes(1));
  expect(part.known()).toBeUndefined();
  part.prefetch();
  await vi.waitFor(() => expect(part.known()).toBe('code'));
  part.prefetch();
  expect(fetchCode).toHaveBeenCalledTimes(2);
});
