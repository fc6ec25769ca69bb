import { pages } from '#contract/specification.ts';
import type { UserType } from '#web/session/session-types.ts';

/**
 * The path to come back to after signing in, when it is a page of this user's own cabinet; anything else, another site
 * above all, gives undefined.
 */
export function safeReturnPath(asked: string | undefined, type: UserType): string | undefined {
  if (asked === undefined || !/^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/.test(asked)) return undefined;
  const path = asked.split(/[?#]/, 1)[0] ?? '';
  const own = `/cabinet/${type}`;
  if (path !== own && !path.startsWith(`${own}/`)) return undefined;
  return pages.some((page) => page.state === 'works' && isPage(page.path, path)) ? asked : undefined;
}

function isPage(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) =>
      part.startsWith(':') ? /^[\w-]+$/.test(given[index] ?? '') : part === given[index],
    )
  );
}
