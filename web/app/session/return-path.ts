import { findPage } from '#contract/pages.ts';
import type { UserType } from '#web/session/session-types.ts';

/**
 * The path to return to after sign-in, if it is a page of the user's own cabinet; anything else, other origins above all,
 * gives undefined (prevents an open redirect).
 */
export function safeReturnPath(requested: string | undefined, type: UserType): string | undefined {
  if (requested === undefined || !/^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/.test(requested)) return undefined;
  const path = requested.split(/[?#]/, 1)[0] ?? '';
  const own = `/cabinet/${type}`;
  if (path !== own && !path.startsWith(`${own}/`)) return undefined;
  return findPage(path) ? requested : undefined;
}
