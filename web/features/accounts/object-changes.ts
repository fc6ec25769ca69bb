import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { dropObject, type listObjects, renameObject } from '#contract/accounts/accounts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { accountKey } from '#web/lib/account-query.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { accountsListed } from '#web/session/account-changes.ts';
import { currentSession } from '#web/session/session-store.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { objectsQuery } from './api.ts';

/** The result of a change; `gone`: the object was removed elsewhere in the meantime. */
export type Changed = { kind: 'done'; accounts: readonly PersonAccount[] } | { kind: 'gone' } | Failed;
interface Failed {
  kind: 'failed';
  failure: ApiFailure;
}

function keep(queries: QueryClient, now: OutputOf<typeof listObjects>): void {
  queries.setQueryData(objectsQuery.queryKey, now);
  accountsListed(now.accounts);
}

/**
 * Renames and removes objects. The list on the screen and the stored session follow the server's answer, so that
 * other tabs receive it too. Source: base specification, sections 4 and 7.
 */
export function useObjectChanges() {
  const queries = useQueryClient();

  async function settle(result: Awaited<ReturnType<typeof callApi<typeof dropObject>>>): Promise<Changed> {
    if (result.ok) {
      keep(queries, result.data);
      return { kind: 'done', accounts: result.data.accounts };
    }
    if (result.failure.httpStatus !== 404) return { kind: 'failed', failure: result.failure };
    await queries.fetchQuery({ ...objectsQuery, staleTime: 0 }).then(
      ({ accounts }) => accountsListed(accounts),
      () => undefined,
    );
    return { kind: 'gone' };
  }

  return {
    rename: async (account: string, name: string) =>
      settle(await callApi(renameObject, { account, new_name: name })),

    async drop(account: string): Promise<Changed> {
      const { partner, account: currAccount } = currentSession().person;
      const changed = await settle(await callApi(dropObject, { partner, account, currAccount }));
      // Cached data of the removed object must not be shown again.
      if (changed.kind !== 'failed') queries.removeQueries({ queryKey: accountKey(account) });
      return changed;
    },
  };
}
