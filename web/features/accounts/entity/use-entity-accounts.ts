import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountsListed } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { entityAccountsQuery } from './api.ts';

/** The stored accounts of the entity, refreshed from the server in the background. */
export function useEntityAccounts() {
  const accounts = useSessionStore((state) => state.entity.accounts);
  const account = useSessionStore((state) => state.entity.user.account);
  const { data, error, isFetching, refetch } = useQuery(entityAccountsQuery);
  useEffect(() => {
    if (data) accountsListed(data.accounts);
  }, [data]);
  return { accounts, account, error, isFetching, refetch };
}
