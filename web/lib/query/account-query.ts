import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call, InputOf } from '#contract/define-call.ts';
import { queryApi } from '../api.ts';

/**
 * The query of a call that reads about one account. Keyed by account and path, so that screens which ask the same share
 * one answer, and a change to the account makes all of it stale at once (`accountKey`).
 */
export function accountQuery<C extends Call>(
  call: C,
  account: string,
  fields?: Omit<InputOf<C>, 'token' | 'account'>,
) {
  return queryOptions({
    queryKey: accountCallKey(account, call.path, fields),
    queryFn: ({ signal }) =>
      queryApi(call, { account, ...fields } as unknown as Omit<InputOf<C>, 'token'>, { signal }),
  });
}

/** Everything known of an account. */
export function accountKey(account: string): readonly string[] {
  return ['account', account];
}

/** What one call has read of an account. */
export function accountCallKey(account: string, path: string, fields?: object): readonly unknown[] {
  return [...accountKey(account), path, fields ?? null];
}

/** What is known of all accounts of the person at once. */
export const allAccountsKey = ['accounts'];

/** After a change, such as a payment or a reading, everything known of these accounts may differ. */
export async function removeAccountQueries(client: QueryClient, accounts: readonly string[]): Promise<void> {
  const keys = [allAccountsKey, ...[...new Set(accounts)].map(accountKey)];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
