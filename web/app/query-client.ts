import { type Query, QueryClient } from '@tanstack/react-query';
import { accountCallKey } from '#web/lib/account-query.ts';
import { ApiError, failureOf } from '#web/lib/api-failure.ts';
import { takePrefetchedData } from '#web/lib/prefetch-call.ts';
import { whenSettled } from '#web/lib/prefetch-when-idle.ts';
import { currentSession } from '#web/session/session-store.ts';

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
        ...(sessionId && {
          persister: async (read, context, query) => {
            const result = await Promise.resolve(read(context)).then(
              (data) => ({ data }),
              (error: unknown) => ({ error }),
            );
            return 'data' in result
              ? store(sessionId, query, result.data)
              : readStored(sessionId, query, result.error);
          },
        }),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  if (sessionId) fillPrefetched(client, sessionId);
  return client;
}

/** Fills the cache with data that was read before the app started (decision 0043). */
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
