import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  chooseEntityAccount as chooseCall,
  entityOverview,
  listEntityAccounts,
} from '#contract/accounts/entity-accounts.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import { allAccountsKey } from '#web/lib/query/account-query.ts';
import { accountChosen, accountsListed, metersRead, NO_CHOICE } from '#web/session/account-changes.ts';
import { currentSession, useSessionStore } from '#web/session/session-store.ts';
import { showTip } from '#web/ui/tip-area.tsx';
import { text } from './text.ts';

/** The accounts of the entity. */
const entityAccountsQuery = queryOptions({
  queryKey: ['entityAccounts'],
  queryFn: ({ signal }) => queryApi(listEntityAccounts, {}, { signal }),
});

/** Figures of all accounts, what is due, the reading window; stale after any change of an account. */
export const entityOverviewQuery = queryOptions({
  queryKey: [...allAccountsKey, 'entityOverview'],
  queryFn: ({ signal }) => queryApi(entityOverview, {}, { signal }),
});

/** Whether the staff sees the cabinet: what its customer has chosen stays. */
const isViewed = () => currentSession().session?.viewing !== undefined;

/** Clears the choice, at once on this screen, then on the server. */
export async function clearEntityChoice(): Promise<void> {
  accountChosen(NO_CHOICE);
  if (isViewed()) return;
  const cleared = await callApi(chooseCall, { account: NO_CHOICE });
  if (!cleared.ok) showTip('bad', `${text.clearFailed} ${cleared.failure.message}`);
}

/**
 * Chooses the current account of the entity: at once on this screen, then on the server, which answers with its
 * meters. Source: base specification, sections 4 and 7.
 */
export async function chooseEntityAccount(account: string): Promise<void> {
  accountChosen(account);
  if (isViewed()) return;
  const chosen = await callApi(chooseCall, { account });
  if (chosen.ok) metersRead(account, chosen.data.meters);
  else showTip('bad', `${text.choiceFailed} ${chosen.failure.message}`);
}

/** The stored accounts of the entity, refreshed from the server in the background. */
export function useEntityAccounts() {
  const accounts = useSessionStore((state) => state.entity.accounts);
  const account = useSessionStore((state) => state.entity.user.account);
  const query = useQuery(entityAccountsQuery);
  const { data } = query;
  useEffect(() => {
    if (data) accountsListed(data.accounts);
  }, [data]);
  return { accounts, account, query };
}
