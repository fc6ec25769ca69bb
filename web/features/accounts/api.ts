import { queryOptions } from '@tanstack/react-query';
import { listObjects, objectStates } from '#contract/accounts/accounts.ts';
import { queryApi } from '#web/lib/api.ts';
import { allAccountsKey } from '#web/lib/query/account-query.ts';

/** The objects of the signed-in person. */
export const objectsQuery = queryOptions({
  queryKey: ['objects'],
  queryFn: ({ signal }) => queryApi(listObjects, {}, { signal }),
});

/** Amount due and pending actions of each object; stale after a change of any account. */
export const objectStatesQuery = queryOptions({
  queryKey: [...allAccountsKey, objectStates.path],
  queryFn: ({ signal }) => queryApi(objectStates, {}, { signal }),
});
