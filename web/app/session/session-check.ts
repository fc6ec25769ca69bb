import { checkSession } from '#contract/identity/sign-in.ts';
import { callApi } from '#web/lib/api.ts';
import { sessionEndLeft } from '#web/session/session-end.ts';
import { currentSession, sessionRenewed } from '#web/session/session-store.ts';

const FORGED = 'Signature verification failed';

/**
 * Checks the session on the server and takes the renewed token. A forged or foreign token clears the state at once. An
 * answer about a token that is no longer current is ignored. Source: base specification, section 4.
 */
export async function checkNow(): Promise<void> {
  const token = currentSession().session?.token;
  if (!token) return;
  const result = await callApi(checkSession, {});
  if (result.ok) sessionRenewed(token, result.data);
  else if (result.failure.message === FORGED && currentSession().session?.token === token) sessionEndLeft();
}
