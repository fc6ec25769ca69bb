import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountsListed } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { objectsQuery } from './api.ts';

/** Answers already applied to the state: a cached one rendered again must not undo later changes. */
const followed = new WeakSet<object>();

/** The stored objects of the person, refreshed from the server in the background. */
export function useObjects(): { accounts: readonly PersonAccount[]; chosen: PersonAccount | undefined } {
  const accounts = useSessionStore((state) => state.person.accounts);
  const account = useSessionStore((state) => state.person.account);
  const { data } = useQuery(objectsQuery);
  useEffect(() => {
    if (!data || followed.has(data)) return;
    followed.add(data);
    accountsListed(data.accounts);
  }, [data]);
  return { accounts, chosen: accounts.find((item) => item.account === account) };
}
