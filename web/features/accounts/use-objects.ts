import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { chooseApart } from '#contract/accounts/accounts.ts';
import { postCommon } from '#contract/charges.ts';
import { callApi } from '#web/lib/api.ts';
import { accountChosen, accountsListed } from '#web/session/account-changes.ts';
import { currentSession, useSessionStore } from '#web/session/session-store.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { showTip } from '#web/ui/tip-area.tsx';
import { objectsQuery } from './api.ts';
import { text } from './text.ts';

/**
 * Chooses the current object: at once on this screen, then on the server, which also stores it in the session.
 * Source: base specification, sections 4 and 7.
 */
export async function chooseObject(account: string): Promise<void> {
  accountChosen(account);
  // What the customer has chosen stays.
  if (currentSession().session?.viewing) return;
  const chosen = await callApi(chooseApart, { item: account });
  if (!chosen.ok) {
    showTip('bad', `${text.choiceFailed} ${chosen.failure.message}`);
    return;
  }
  await callApi(postCommon, { account, url: '/auth/account_login_fixate/person' });
}

/**
 * Data of an object that exists on this device only and is deleted with the object; it belongs to other features, so
 * the page passes it in.
 */
export interface OnDevice {
  /** What would be lost; undefined: nothing of value. */
  loss: ReactNode;
  /** Deletes the data, after the object was removed. */
  clear: () => Promise<void>;
}

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
