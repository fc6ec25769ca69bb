import { deviceNow } from '#web/lib/clock.ts';

const KEY = 'svitlo.reloadedAt';
const GUARD_MS = 60_000;

/**
 * Loads the code of a page. When it is gone (a new version was put in place meanwhile) the page is reloaded, at most
 * once per 60 s; after that the error page tells. Source: base specification, sections 4 and 9.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // In other words than the browser's, which the router would answer with a reload of its own.
    if (!navigator.onLine || !mayReload()) throw new Error('code of the page did not come', { cause: error });
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
