import { checkSession } from '#contract/auth.ts';
import { callApi } from '#web/lib/api.ts';
import { sessionEndLeft } from '#web/session/session-end.ts';
import { currentSession, sessionRenewed } from '#web/session/session-store.ts';

const FORGED = 'Signature verification failed';

/**
 * Asks the server whether the session stands and takes the renewed token. A forged or foreign token clears everything
 * at once. An answer about a token that is no longer the one in use changes nothing. Source: base specification, section 4.
 */
export async function checkNow(): Promise<void> {
  const asked = currentSession().session?.token;
  if (!asked) return;
  const result = await callApi(checkSession, {});
  if (result.ok) sessionRenewed(asked, result.data);
  else if (result.failure.message === FORGED && currentSession().session?.token === asked) sessionEndLeft();
}
