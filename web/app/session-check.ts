import { checkSession } from '#contract/auth.ts';
import { callApi } from '#web/lib/api.ts';
import { sessionEndSeen } from '#web/session/session-end.ts';
import { sessionRenewed } from '#web/session/session-store.ts';

const FORGED = 'Signature verification failed';

/**
 * Asks the server whether the session stands and takes the renewed token. A forged or foreign token clears everything
 * at once. Source: base specification, section 4.
 */
export async function checkNow(): Promise<void> {
  const result = await callApi(checkSession, {});
  if (result.ok) sessionRenewed(result.data.token, result.data.expires);
  else if (result.failure.message === FORGED) sessionEndSeen(true);
}
