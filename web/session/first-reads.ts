import { tableOf } from '#domain/table-of.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { prefetchCall } from '#web/lib/query/prefetch-call.ts';
import { loadState } from './persisted-state.ts';

/**
 * What a page of a household shows first: calls that need the account alone. Paths, because the declarations would bring
 * the schemas into the script in the head.
 */
export const firstReads: Readonly<Record<string, readonly string[]>> = tableOf({
  '/cabinet/person': ['/api/person/itm_balance', '/api/meters/list'],
  '/cabinet/person/indication': ['/api/meters/list'],
});

/** Something that was asked for: where, and what it gave; undefined when it gave nothing. */
export interface FirstRead {
  readonly path: string;
  readonly data: Promise<unknown>;
}

/** Asks for them while the code of the page is on its way. */
export function readFirst({ pathname, search }: Pick<Location, 'pathname' | 'search'>): FirstRead[] {
  const paths = firstReads[pathname];
  const state = paths && loadState(deviceNow());
  if (!paths || state?.session.type !== 'person') return [];
  const { account } = state.person;
  const asked = new URLSearchParams(search).get('account');
  if (account === '' || (asked && asked !== account)) return [];
  const { token } = state.session;
  return paths.map((path) => ({ path, data: prefetchCall(path, { account, token }) }));
}
