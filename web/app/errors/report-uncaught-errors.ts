/** Limit per page load: an error in a loop must not flood the log. */
const MAX_REPORTS = 5;

/**
 * Reports errors outside the error page: uncaught exceptions and rejections, each message once. Source: base
 * specification, section 2 (error page).
 */
export function reportUncaughtErrors(target: Pick<Window, 'addEventListener'> = window): void {
  const reported = new Set<string>();
  const report = (error: unknown) => {
    const message = String(error);
    if (reported.has(message) || reported.size >= MAX_REPORTS) return;
    reported.add(message);
    import('./client-log.ts')
      .then(({ reportError }) => reportError(location.pathname, error))
      .catch(() => undefined);
  };
  target.addEventListener('error', ({ error, message }) => report(error ?? message));
  target.addEventListener('unhandledrejection', ({ reason }) => {
    // Aborted on purpose.
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) report(reason);
  });
}
