import { expect, test, vi } from 'vitest';
import { chunk } from './chunk.ts';

vi.mock('./chunk-reload.ts', () => ({ loadChunk: (load: () => Promise<unknown>) => load() }));

test('load fetches the code once for concurrent callers, then known returns it', async () => {
  const fetchCode = vi.fn(async () => 'code');
  const part = chunk(fetchCode);
  expect(part.known()).toBeUndefined();
  expect(await Promise.all([part.load(), part.load()])).toEqual(['code', 'code']);
  await part.load();
  expect(fetchCode).toHaveBeenCalledTimes(1);
  expect(part.known()).toBe('code');
});

test('load fetches again after a failure', async () => {
  const fetchCode = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('no network'));
  const part = chunk(fetchCode);
  await expect(part.load()).rejects.toThrow('no network');
  expect(part.known()).toBeUndefined();
  expect(await part.load()).toBe('code');
});

test('prefetch makes the code known; its failure is reported only by load', async () => {
  const fetchCode = vi.fn(async () => 'code').mockRejectedValueOnce(new Error('no network'));
  const part = chunk(fetchCode);
  part.prefetch();
  await vi.waitFor(() => expect(fetchCode).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  expect(part.known()).toBeUndefined();
  part.prefetch();
  await vi.waitFor(() => expect(part.known()).toBe('code'), { timeout: 10_000 });
  part.prefetch();
  expect(fetchCode).toHaveBeenCalledTimes(2);
});
