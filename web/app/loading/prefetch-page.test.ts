import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { prefetchPage } from './prefetch-page.ts';

const fetched = vi.fn(async (_name: string): Promise<unknown> => 'code');
const page = (name: string) => ({ options: { component: { prefetch: () => fetched(name) } } });

const router = {
  getMatchedRoutes: (path: string) => [
    path === '/bills' ? [{ options: {} }, page('layout'), page('bills')] : [],
  ],
} as unknown as Parameters<typeof prefetchPage>[0];

beforeEach(() => fetched.mockClear());

test('prefetchPage loads the code of the page and of its layout, and ignores a missing chunk and an unknown address', async () => {
  prefetchPage(router, '/bills');
  expect(fetched.mock.calls).toEqual([['layout'], ['bills']]);
  fetched.mockClear().mockRejectedValueOnce(new TypeError('gone'));
  prefetchPage(router, '/bills');
  prefetchPage(router, '/nowhere');
  await nextTurn();
  expect(fetched).toHaveBeenCalledTimes(2);
});
