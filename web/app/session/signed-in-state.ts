import type { AnyRouter } from '@tanstack/react-router';
import { loadLeftTokens } from '#web/session/persisted-state.ts';
import { useSessionEnd } from '#web/session/session-end.ts';
import { currentSession, useSessionStore } from '#web/session/session-store.ts';

const CHECK_INTERVAL_MS = 10 * 60_000;

/**
 * Keeps the tab in sync with the session. Checks it on the server at start, every 10 minutes and when the tab becomes
 * visible, until it has ended; ends sessions that were left offline; runs the guards again when the user changes, here or
 * in another tab.
 */
export function keepSignedInState(router: Pick<AnyRouter, 'invalidate'>): void {
  const check = () => {
    endLeftOffline();
    if (!currentSession().session || document.hidden || useSessionEnd.getState().ended) return;
    import('./session-check.ts').then(({ checkNow }) => checkNow()).catch(() => undefined);
  };
  check();
  clearStoredData();
  setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', check);
  window.addEventListener('online', endLeftOffline);
  useSessionStore.subscribe((now, before) => {
    if (now.session?.id !== before.session?.id) router.invalidate().catch(() => undefined);
  });
}

function endLeftOffline(): void {
  if (loadLeftTokens().length === 0) return;
  import('#web/session/leaving/end-left-sessions.ts')
    .then(({ endLeftSessions }) => endLeftSessions())
    .catch(() => undefined);
}

/** Without a session, deletes the data stored for the previous one, however it ended. */
function clearStoredData(): void {
  // A service worker exists only where a cabinet was used.
  if (currentSession().session || !navigator.serviceWorker?.controller) return;
  import('#web/offline/seen-data.ts').then(({ deleteSeen }) => deleteSeen(undefined)).catch(() => undefined);
}
