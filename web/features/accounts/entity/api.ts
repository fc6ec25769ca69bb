import { queryOptions } from '@tanstack/react-query';
import { entityMeter, listEntityAccounts } from '#contract/accounts/entity-accounts.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { queryApi } from '#web/lib/api.ts';

/** The accounts of the entity. */
export const entityAccountsQuery = queryOptions({
  queryKey: ['entityAccounts'],
  queryFn: ({ signal }) => queryApi(listEntityAccounts, {}, { signal }),
});

/** The meters of an account of the entity. */
export const entityMetersQuery = (account: string) => accountQuery(entityMeter, account);
