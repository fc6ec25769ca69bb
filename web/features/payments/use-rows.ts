import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { personBalance } from '#contract/balance.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { type QuickSum, quickSum, type Row, typedOf } from './amount.ts';
import type { PayPurpose } from './pay-purpose.ts';
import { joinPayables, keyOf, openedPayables } from './payable.ts';
import { useDebts } from './use-debts.ts';

/** So many objects are looked at by themselves; of more than that when they are asked for. */
const FEW = 6;

export interface Rows {
  readonly rows: readonly Row[];
  /** What is owed in the account itself is not known yet. */
  readonly isFirstLook: boolean;
  /** There is, or there may be, more than one thing to pay. */
  readonly areMany: boolean;
  /** Debts are still being read. */
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  /** Looks at the other objects too; absent: they are looked at, or there are none. */
  readonly addOthers: (() => void) | undefined;
  /** Other objects were looked at, and nothing is owed there. */
  readonly othersOweNothing: boolean;
  choose(key: string, isChosen: boolean): void;
  type(key: string, typed: string): void;
  /** Puts ready sums into the chosen rows. */
  fill(quick: QuickSum): void;
}

/** What can be paid at once, and what of it is chosen with which sums. */
export function useRows(account: string, purpose: PayPurpose): Rows {
  const others = useOtherAccounts(account);
  const [areOthersAsked, setOthersAsked] = useState(others.length < FEW);
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const opened = useMemo(() => openedPayables(account, purpose), [account, purpose]);
  const { owed, isLoading, hasFailed } = useDebts(areOthersAsked ? [account, ...others] : [account]);
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
    isFirstLook: useQuery(accountQuery(personBalance, account)).isPending,
    areMany: others.length > 0 || rows.length > 1,
    isLoading,
    hasFailed,
    addOthers: areOthersAsked || others.length === 0 ? undefined : () => setOthersAsked(true),
    othersOweNothing:
      areOthersAsked && others.length > 0 && !isLoading && rows.every((row) => row.account === account),
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
  const accounts = useSessionStore((state) => state.person.accounts);
  return accounts.map((item) => item.account).filter((other) => other !== account);
}
