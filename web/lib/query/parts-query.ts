import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '../api.ts';
import { accountKey } from './account-query.ts';

interface SearchWords {
  /** With {n}: how many there are at all, and how many were found. */
  readonly all: string;
  readonly found: string;
  readonly nothing: string;
}

/** What a search box says of its outcome; nothing while there is nothing to be found. */
export function searchOutcome(words: SearchWords, count: number, isSearch: boolean): string {
  if (count === 0) return isSearch ? words.nothing : '';
  return formatText(isSearch ? words.found : words.all, { n: count });
}

/**
 * The query of a call that lists things of an account in parts, each from the cursor that the part before named. What was
 * found stays until what is asked for next has come, so the screen that uses it is keyed by the account.
 */
export function partsQuery<C extends Call>(
  call: C,
  account: string,
  fields: Omit<InputOf<C>, 'token' | 'account' | 'cursor'>,
) {
  const queryKey: QueryKey = [...accountKey(account), call.path, 'parts', fields];
  return infiniteQueryOptions({
    queryKey,
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
