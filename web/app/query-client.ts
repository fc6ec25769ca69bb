import { type Query, QueryClient } from '@tanstack/react-query';
import { accountCallKey } from '#web/lib/account-query.ts';
import { ApiError, failureOf } from '#web/lib/api-failure.ts';
import { takeEarlyData } from '#web/lib/early-call.ts';
import { whenSettled } from '#web/lib/prefetch-when-idle.ts';
import { currentSession } from '#web/session/session-store.ts';

const FRESH_MS = 30_000;
const RETRIES = 2;

/**
 * What the screens know of the server. Refusals are final; a dead network or back end is tried again twice. With a
 * `keptFor` session, what a household reads is kept on the device and shown again when nothing answers (decision 0042).
 */
export function createQueryClient(keptFor?: string): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (count, error) => count < RETRIES && isWorthRetrying(failureOf(error).httpStatus),
        ...(keptFor && {
          persister: async (read, context, query) => {
            const result = await Promise.resolve(read(context)).then(
              (data) => ({ data }),
              (error: unknown) => ({ error }),
            );
            return 'data' in result ? keep(keptFor, query, result.data) : find(keptFor, query, result.error);
          },
        }),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  if (keptFor) takeUpEarly(client, keptFor);
  return client;
}

/** What was read before the app had started stands in its first picture (decision 0043). */
function takeUpEarly(client: QueryClient, keptFor: string): void {
  const { session } = currentSession();
  if (session?.id !== keptFor) return;
  for (const { path, account, data } of takeEarlyData(session.token)) {
    const queryKey = accountCallKey(account, path);
    client.setQueryData(queryKey, data);
    const query = client.getQueryCache().find({ queryKey });
    if (query) whenSettled(() => keep(keptFor, query, data));
  }
}

// What the device keeps is no part of the first load.
const seenData = () => import('#web/offline/seen-data.ts');

function keep<T>(session: string, query: Query, data: T): T {
  seenData()
    .then(({ keepSeen }) => keepSeen(session, query, data))
    .catch(() => undefined);
  return data;
}

async function find(session: string, query: Query, error: unknown): Promise<never> {
  const isUnanswered = error instanceof ApiError && isUnreached(error.failure.httpStatus);
  if (!isUnanswered || query.state.data !== undefined) throw error;
  const known = await seenData().catch(() => undefined);
  if (!known) throw error;
  return known.answerFromSeen(session, query, error);
}

const isUnreached = (httpStatus: number) => httpStatus === 0 || httpStatus >= 502;

function isWorthRetrying(httpStatus: number): boolean {
  return navigator.onLine && isUnreached(httpStatus);
}
