import { QueryClient } from '@tanstack/react-query';
import { failureOf } from '#web/lib/api-failure.ts';

const FRESH_MS = 30_000;
const RETRIES = 2;

/** What the screens know of the server. Refusals are final; a dead network or back end is tried again twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (count, error) => count < RETRIES && isWorthRetrying(failureOf(error).httpStatus),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isWorthRetrying(httpStatus: number): boolean {
  return navigator.onLine && (httpStatus === 0 || httpStatus >= 502);
}
