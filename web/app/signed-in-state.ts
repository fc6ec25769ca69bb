import type { AnyRouter } from '@tanstack/react-router';
import { loadLeftTokens } from '#web/session/persisted-state.ts';
import { useSessionEnd } from '#web/session/session-end.ts';
import { currentSession, useSessionStore } from '#web/session/session-store.ts';

const EVERY_MS = 10 * 60_000;

/**
 * Keeps the tab in step with the session: asks the server at the start, every ten minutes and when the tab is looked at
 * again whether it stands, until it is known to be over, and tells it of sessions that were left without a network; and when somebody signs in or out, here or in another tab, or another user takes the place, lets the guards decide anew.
 */
export function keepSignedInState(router: Pick<AnyRouter, 'invalidate'>): void {
  const ask = () => {
    endLeft();
    if (!currentSession().session || document.hidden || useSessionEnd.getState().ended) return;
    import('./session-check.ts').then(({ checkNow }) => checkNow()).catch(() => undefined);
  };
  ask();
  forgetWhatWasSeen();
  setInterval(ask, EVERY_MS);
  document.addEventListener('visibilitychange', ask);
  window.addEventListener('online', endLeft);
  useSessionStore.subscribe((now, before) => {
    if (now.session?.id !== before.session?.id) router.invalidate().catch(() => undefined);
  });
}

function endLeft(): void {
  if (loadLeftTokens().length === 0) return;
  import('#web/session/leave-session.ts')
    .then(({ endLeftSessions }) => endLeftSessions())
    .catch(() => undefined);
}

/** Whoever comes to this device without a session finds nothing of the one before, however that one ended. */
function forgetWhatWasSeen(): void {
  // Only where a cabinet was used has a worker been kept.
  if (currentSession().session || !navigator.serviceWorker?.controller) return;
  import('#web/offline/seen-data.ts').then(({ forgetSeen }) => forgetSeen(undefined)).catch(() => undefined);
}
