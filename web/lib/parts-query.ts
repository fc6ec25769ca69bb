import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts';
import { accountKey } from './account-query.ts';
import { queryApi } from './api.ts';

/**
 * The query of a call that lists things of an account in parts, each from the cursor that the part before named. What was
 * found stays until what is asked for next has come, so the screen that uses it is keyed by the account.
 */
export function partsQuery<C extends Call>(
  call: C,
  account: string,
  fields: Omit<InputOf<C>, 'token' | 'account' | 'cursor'>,
) {
  return infiniteQueryOptions({
    queryKey: [...accountKey(account), call.path, 'parts', fields],
    queryFn: ({ signal, pageParam }) =>
      queryApi(
        call,
        { account, ...fields, ...(pageParam && { cursor: pageParam }) } as unknown as Omit<
          InputOf<C>,
          'token'
        >,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last: OutputOf<C>) => (last as { next?: string | null }).next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
