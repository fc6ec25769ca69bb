/** So many different ones a page reports at most: a loop of faults must not become a flood of reports. */
const MOST_REPORTS = 5;

/**
 * Reports faults outside the error page too: what no one caught, thrown or rejected, each message once. Source: base
 * specification, section 2 (error page).
 */
export function reportFaults(target: Pick<Window, 'addEventListener'> = window): void {
  const reported = new Set<string>();
  const report = (fault: unknown) => {
    const message = String(fault);
    if (reported.has(message) || reported.size >= MOST_REPORTS) return;
    reported.add(message);
    import('./client-log.ts')
      .then(({ reportError }) => reportError(location.pathname, fault))
      .catch(() => undefined);
  };
  target.addEventListener('error', ({ error, message }) => report(error ?? message));
  target.addEventListener('unhandledrejection', ({ reason }) => {
    // Given up on purpose: nobody waits for it any more.
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) report(reason);
  });
}
