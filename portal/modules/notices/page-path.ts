/**
 * The path under which notices of a page are kept: without query, fragment and a closing slash, so that
 * '/cabinet/person/?account=…' and '/cabinet/person' are one page.
 */
export function pagePath(pageToDisplay: string): string {
  const path = pageToDisplay.split(/[?#]/, 1)[0] ?? '';
  return path.replace(/\/+$/, '') || '/';
}
