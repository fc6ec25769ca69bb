import { markBusy } from '#web/lib/busy-mark.ts';
import { deviceNow } from '#web/lib/clock.ts';

const KEY = 'svitlo.reloadedAt';
const GUARD_MS = 60_000;

/**
 * Loads the code of a page. When the chunk is gone after a deployment, reloads the page at most once per 60 s; otherwise
 * the error page is shown. Source: base specification, sections 4 and 9.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await markBusy(load());
  } catch (error) {
    // Not the browser's own message: the router answers that one with a reload.
    if (!navigator.onLine || !mayReload())
      throw new Error('failed to load the code of the page', { cause: error });
    window.location.reload();
    return new Promise(() => undefined);
  }
}

function mayReload(): boolean {
  try {
    const now = deviceNow();
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (now - last < GUARD_MS) return false;
    sessionStorage.setItem(KEY, String(now));
    return true;
  } catch {
    return false;
  }
}
