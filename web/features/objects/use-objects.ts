import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountsListed } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { objectsQuery } from './api.ts';

/** Answers that the state has followed: one that is shown again later must not undo what happened since. */
const followed = new WeakSet<object>();

/** The objects at hand from the sign-in or the last visit, brought up to date from the server behind the screen. */
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
