import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { fieldLimits } from '#contract/field-limits.ts';
import type { SearchOf } from '#contract/page-search.ts';
import type { managedActSearch } from '#contract/pages.ts';
import type { ActState } from '#contract/values/violation-act.ts';
import { getManagedAct, listManagedActs } from '#contract/violation-acts/manage-acts.ts';
import { queryApi } from '#web/lib/api.ts';
import { text } from './text.ts';

/** From the address: the filter of the list, and the act that is open. */
type ActsSearch = SearchOf<typeof managedActSearch>;
export type ActsFilter = Omit<ActsSearch, 'act'>;
export type ActsPage = OutputOf<typeof listManagedActs>;

export const actsKey = ['admin-acts'] as const;

export const actStates = Object.keys(text.states) as ActState[];

/** The filter as the call takes it; what is no account or no state narrows nothing. */
function asked({ account, state, ...filter }: ActsFilter) {
  const digits = account?.replace(/\D/g, '');
  const known = actStates.find((one) => one === state);
  return {
    ...filter,
    ...(known && { state: known }),
    ...(digits?.length === fieldLimits.account && { account: digits }),
  };
}

export const actsQuery = (filter: ActsFilter) =>
  infiniteQueryOptions({
    queryKey: [...actsKey, 'list', filter] as readonly unknown[],
    queryFn: ({ signal, pageParam }) =>
      queryApi(listManagedActs, { ...asked(filter), ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }: ActsPage) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const actQuery = (account: string, actNumber: string) =>
  queryOptions({
    queryKey: [...actsKey, 'one', account, actNumber] as readonly unknown[],
    queryFn: ({ signal }) => queryApi(getManagedAct, { account, actNumber }, { signal }),
  });
