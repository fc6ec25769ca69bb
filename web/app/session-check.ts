import type { AnyRouter } from '@tanstack/react-router';
import { checkSession } from '#contract/auth.ts';
import { callApi } from '#web/lib/api.ts';
import { currentSession, sessionRenewed, signedOut, useSessionStore } from '#web/session/session-store.ts';

const EVERY_MS = 10 * 60_000;
const FORGED = 'Signature verification failed';

/**
 * Asks at the start, every ten minutes and when the tab is looked at again whether the session stands, and takes the
 * renewed token. A forged or foreign token clears everything at once. When another tab signs out, this one leaves too.
 * Source: base specification, section 4.
 */
export function keepSessionChecked(router: Pick<AnyRouter, 'invalidate'>): void {
  const leaveIfSignedOut = () => router.invalidate();
  const check = async () => {
    if (!currentSession().session || document.hidden) return;
    const result = await callApi(checkSession, {});
    if (result.ok) sessionRenewed(result.data.token, result.data.expires);
    else if (result.failure.message === FORGED) signedOut();
  };
  const ask = () => {
    check().catch(() => undefined);
  };
  ask();
  setInterval(ask, EVERY_MS);
  document.addEventListener('visibilitychange', ask);
  useSessionStore.subscribe((now, before) => {
    if (now.session?.token !== before.session?.token && (!now.session || !before.session)) {
      leaveIfSignedOut().catch(() => undefined);
    }
  });
}
