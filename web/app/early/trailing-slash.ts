/**
 * Removes trailing slashes from the address before routing. Source: base specification, section 2 (addresses of the
 * cabinet).
 */
export function dropTrailingSlash(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState' | 'state'>,
): void {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  if (path !== pathname) history.replaceState(history.state, '', path + search + hash);
}
