import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { personBalance } from '#contract/balance.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { type QuickSum, quickSum, type Row, typedOf } from '../amount.ts';
import type { PayPurpose } from '../pay-purpose.ts';
import { joinPayables, keyOf, openedPayables, type Payable, payablesOf } from './payable.ts';

interface Debts {
  readonly owed: readonly Payable[];
  readonly isAwaited: boolean;
  readonly hasFailed: boolean;
}

/** The debts of these accounts, in their order. */
function useDebts(accounts: readonly string[]): Debts {
  return useQueries({
    queries: accounts.map((account) => accountQuery(personBalance, account)),
    combine: (results) => ({
      owed: results.flatMap(({ data }, at) => {
        const account = accounts[at];
        return data && account !== undefined ? payablesOf(account, data.balance) : [];
      }),
      isAwaited: results.some(({ data, error }) => !data && !error),
      hasFailed: results.some(({ data, error }) => error && !data),
    }),
  });
}

/** Up to this many objects are loaded automatically; more of them on request. */
const MAX_PRELOADED_OBJECTS = 6;

export interface Rows {
  readonly rows: readonly Row[];
  /** The debt of the account itself is not loaded yet. */
  readonly isAccountAwaited: boolean;
  /** There is, or may be, more than one payable. */
  readonly hasSeveral: boolean;
  /** Debts are loading. */
  readonly isAwaited: boolean;
  readonly hasFailed: boolean;
  /** Loads the debts of the other objects; absent: loaded, or there are none. */
  readonly loadOthers: (() => void) | undefined;
  /** Other objects were loaded and have no debt. */
  readonly areOthersDebtFree: boolean;
  choose(key: string, isChosen: boolean): void;
  type(key: string, typed: string): void;
  /** Fills preset sums into the chosen rows. */
  fill(quick: QuickSum): void;
}

/** The payables, with the chosen ones and their sums. */
export function useRows(account: string, purpose: PayPurpose): Rows {
  const others = useOtherAccounts(account);
  const [areOthersRequested, setOthersRequested] = useState(others.length < MAX_PRELOADED_OBJECTS);
  const balance = useQuery(accountQuery(personBalance, account));
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const opened = useMemo(() => openedPayables(account, purpose), [account, purpose]);
  const { owed, isAwaited, hasFailed } = useDebts(areOthersRequested ? [account, ...others] : [account]);
  const rows = joinPayables(opened, owed).map((payable) => {
    const key = keyOf(payable);
    return {
      ...payable,
      isChosen: chosen[key] ?? payable.opened !== undefined,
      typed: typed[key] ?? typedOf(payable.opened ?? payable.due),
    };
  });
  return {
    rows,
    isAccountAwaited: !balance.data && !balance.error,
    hasSeveral: others.length > 0 || rows.length > 1,
    isAwaited,
    hasFailed,
    loadOthers: areOthersRequested || others.length === 0 ? undefined : () => setOthersRequested(true),
    areOthersDebtFree:
      areOthersRequested && others.length > 0 && !isAwaited && rows.every((row) => row.account === account),
    choose: (key, isChosen) => setChosen((before) => ({ ...before, [key]: isChosen })),
    type: (key, value) => setTyped((before) => ({ ...before, [key]: value })),
    fill: (quick) =>
      setTyped((before) => ({
        ...before,
        ...Object.fromEntries(
          rows.flatMap((row) => {
            const sum = row.isChosen ? quickSum(row, quick) : undefined;
            return sum === undefined ? [] : [[keyOf(row), sum]];
          }),
        ),
      })),
  };
}

function useOtherAccounts(account: string): readonly string[] {
  const accounts = useSessionStore(({ session, person, entity }) =>
    session?.type === 'entity' ? entity.accounts : person.accounts,
  );
  return accounts.map((item) => item.account).filter((other) => other !== account);
}
