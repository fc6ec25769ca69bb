import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient();
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

const answeredAfter = (milliseconds: number) => () =>
  new Promise<string>((resolve) => setTimeout(() => resolve('data'), milliseconds));

/** Milliseconds until something holds. */
async function timeUntil(holds: () => boolean): Promise<number> {
  const started = performance.now();
  while (!holds() && performance.now() - started < 5000) await vi.advanceTimersByTimeAsync(1);
  return performance.now() - started;
}

function observe(milliseconds: number) {
  const queryFn = answeredAfter(milliseconds);
  const observer = new QueryObserver(client, { queryKey: ['one'], queryFn });
  observer.subscribe(() => undefined);
  return observer;
}

describe('a loading state', () => {
  test.each([
    [50, 200],
    [199, 200],
    [350, 350],
  ])('of a call that is answered after %i ms is shown for %i ms', async (takes, shown) => {
    const observer = observe(takes);
    expect(await timeUntil(() => observer.getCurrentResult().isSuccess)).toBeCloseTo(shown, -1);
  });

  test('is not shown for data that come within a frame', async () => {
    const observer = observe(5);
    expect(await timeUntil(() => observer.getCurrentResult().isSuccess)).toBeLessThan(10);
  });

  test('of a part that begins to wait later is shown for 200 ms from then on', async () => {
    client.prefetchQuery({ queryKey: ['one'], queryFn: answeredAfter(150) }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    const observer = observe(0);
    expect(await timeUntil(() => observer.getCurrentResult().isSuccess)).toBeCloseTo(200, -1);
  });

  test('of the next part of a list is shown for 200 ms', async () => {
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['list'],
      queryFn: answeredAfter(50),
      initialPageParam: 1,
      getNextPageParam: () => 2,
    });
    observer.subscribe(() => undefined);
    await timeUntil(() => observer.getCurrentResult().isSuccess);
    observer.fetchNextPage().catch(() => undefined);
    expect(await timeUntil(() => observer.getCurrentResult().data?.pages.length === 2)).toBeCloseTo(200, -1);
  });
});

describe('data are not held back', () => {
  test('when they are fetched ahead', async () => {
    let isThere = false;
    client
      .fetchQuery({ queryKey: ['one'], queryFn: answeredAfter(50) })
      .then(() => {
        isThere = true;
      })
      .catch(() => undefined);
    expect(await timeUntil(() => isThere)).toBeLessThan(60);
  });

  test('when they are due at once', async () => {
    const meta = { isDueAtOnce: true };
    const observer = new QueryObserver(client, { queryKey: ['one'], queryFn: answeredAfter(50), meta });
    observer.subscribe(() => undefined);
    expect(await timeUntil(() => observer.getCurrentResult().isSuccess)).toBeLessThan(60);
  });

  test('when they replace older ones', async () => {
    const observer = observe(50);
    await timeUntil(() => observer.getCurrentResult().isSuccess);
    const before = observer.getCurrentResult().dataUpdatedAt;
    observer.refetch().catch(() => undefined);
    expect(await timeUntil(() => observer.getCurrentResult().dataUpdatedAt > before)).toBeLessThan(60);
  });
});
