interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const IDLE_TIMEOUT_MS = 2000;
/** After the page has come; its own data come first. */
const SETTLED_AFTER_MS = 1000;
/** Does what the page itself does not wait for, when it has had a second for its own data. Returns how to let it be. */
export function whenSettled(work: () => void): () => void {
  const timer = window.setTimeout(work, SETTLED_AFTER_MS);
  return () => window.clearTimeout(timer);
}

const nothing = () => undefined;

/**
 * Fetches something ahead when the page has had a second for its own data and the browser has nothing else to do, 2 s after
 * the page at the latest; never on a 2g network nor with data saver on nor without a network. Returns how to let it be.
 * Source: base specification, section 9.
 */
export function prefetchWhenIdle(fetchAhead: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return nothing;
  const work = () => {
    if (navigator.onLine) fetchAhead();
  };
  // Safari has no idle callback.
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(work, IDLE_TIMEOUT_MS);
    return () => window.clearTimeout(timer);
  }
  let handle: number | undefined;
  const letBe = whenSettled(() => {
    handle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS - SETTLED_AFTER_MS });
  });
  return () => {
    letBe();
    if (handle !== undefined) window.cancelIdleCallback(handle);
  };
}
