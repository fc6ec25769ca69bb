import { useQueries } from '@tanstack/react-query';
import { personBalance } from '#contract/balance.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { type Payable, payablesOf } from './payable.ts';

interface Debts {
  readonly owed: readonly Payable[];
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

/** What is owed in these accounts, in their order. */
export function useDebts(accounts: readonly string[]): Debts {
  return useQueries({
    queries: accounts.map((account) => accountQuery(personBalance, account)),
    combine: (results) => ({
      owed: results.flatMap(({ data }, at) => {
        const account = accounts[at];
        return data && account !== undefined ? payablesOf(account, data.balance) : [];
      }),
      isLoading: results.some(({ isPending }) => isPending),
      hasFailed: results.some(({ isError, data }) => isError && !data),
    }),
  });
}
