import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { personBalance } from '#contract/balance.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { balanceRead } from '#web/session/account-changes.ts';

/**
 * Keeps the balance that the page shows in the list of objects too; answers whether it has come, or will not. Source: base
 * specification, section 4.
 */
export function useKeptBalance(account: string | undefined): boolean {
  const { data, isFetched } = useQuery({
    ...accountQuery(personBalance, account ?? ''),
    enabled: account !== undefined,
  });
  useEffect(() => {
    if (data && account) balanceRead(account, data.balance);
  }, [account, data]);
  return isFetched || account === undefined;
}
