import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiError, failureOf } from '#web/lib/api-failure.ts';
import { accountCallKey } from '#web/lib/query/account-query.ts';
import { MINIMUM_DISPLAY_MS } from '#web/lib/query/minimum-delay.ts';
import { takePrefetchedData, whenSettled } from '#web/lib/query/prefetch-call.ts';
import { currentSession } from '#web/session/session-store.ts';

/** A loading state is painted within this time. */
const FRAME_MS = 16;
const FRESH_MS = 30_000;
const RETRIES = 2;

/**
 * Cache of server data. Refusals are not retried; network and server failures are retried twice. With a `sessionId`, a
 * customer's data is stored on the device and shown again when the server can't be reached (decision 0042).
 */
export function createQueryClient(sessionId?: string): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (count, error) => count < RETRIES && isWorthRetrying(failureOf(error).httpStatus),
        persister: async (read, context, query) => {
          const startedAt = performance.now();
          const result = await Promise.resolve(read(context)).then(
            (data) => ({ data }),
            (error: unknown) => ({ error }),
          );
          await loadingStateSeen(query, startedAt);
          if ('error' in result) {
            if (sessionId) return readStored(sessionId, query, result.error);
            throw result.error;
          }
          return sessionId ? store(sessionId, query, result.data) : result.data;
        },
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  watchLoadingStates(client);
  if (sessionId) fillPrefetched(client, sessionId);
  return client;
}

/** When a part of the page began to wait for the first data of a query. */
const waitedForSince = new WeakMap<Query, number>();

function watchLoadingStates(client: QueryClient): void {
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerAdded' && query.state.data === undefined) {
      waitedForSince.set(query, performance.now());
    }
  });
}

/**
 * Waits until the loading state of a query was shown for the minimum display delay. Data that replace no loading state
 * (a refetch, a prefetch), and data that come before it is painted, are not held back; nor are those that are due at once
 * (`meta.isDueAtOnce`), because they take long to draw.
 */
async function loadingStateSeen(query: Query, startedAt: number): Promise<void> {
  const { data, fetchMeta } = query.state;
  if (query.meta?.isDueAtOnce) return;
  const isFirst = data === undefined && query.isActive();
  // A button shows that more is loading.
  if (!isFirst && !fetchMeta?.fetchMore) return;
  const since = isFirst ? (waitedForSince.get(query) ?? startedAt) : startedAt;
  const shownMs = performance.now() - Math.max(since, startedAt);
  if (shownMs < FRAME_MS || shownMs >= MINIMUM_DISPLAY_MS) return;
  await new Promise((resolve) => {
    setTimeout(resolve, MINIMUM_DISPLAY_MS - shownMs);
  });
}

/** Fills the cache with data that was read before the app started. */
function fillPrefetched(client: QueryClient, sessionId: string): void {
  const { session } = currentSession();
  if (session?.id !== sessionId) return;
  for (const { path, account, data } of takePrefetchedData(session.token)) {
    const queryKey = accountCallKey(account, path);
    client.setQueryData(queryKey, data);
    const query = client.getQueryCache().find({ queryKey });
    if (query) whenSettled(() => store(sessionId, query, data));
  }
}

// Loaded lazily: storage on the device is not part of the first load.
const seenData = () => import('#web/offline/seen-data.ts');

function store<T>(session: string, query: Query, data: T): T {
  seenData()
    .then(({ keepSeen }) => keepSeen(session, query, data))
    .catch(() => undefined);
  return data;
}

async function readStored(session: string, query: Query, error: unknown): Promise<never> {
  const isUnanswered = error instanceof ApiError && isUnreached(error.failure.httpStatus);
  if (!isUnanswered || query.state.data !== undefined) throw error;
  const stored = await seenData().catch(() => undefined);
  if (!stored) throw error;
  return stored.answerFromSeen(session, query, error);
}

const isUnreached = (httpStatus: number) => httpStatus === 0 || httpStatus >= 502;

function isWorthRetrying(httpStatus: number): boolean {
  return navigator.onLine && isUnreached(httpStatus);
}
