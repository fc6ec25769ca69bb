/**
 * An address with a closing slash is that of the same page: it is put right before anything looks at it. Source: base
 * specification, section 2 (addresses of the cabinet).
 */
export function dropClosingSlash(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState' | 'state'>,
): void {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  if (path !== pathname) history.replaceState(history.state, '', path + search + hash);
}
