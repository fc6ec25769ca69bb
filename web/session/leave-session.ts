import { signOut } from '#contract/identity/sign-in.ts';
import { callApi } from '#web/lib/api.ts';
import { loadLeftTokens, saveLeftTokens } from './persisted-state.ts';
import { currentSession, signedOut } from './session-store.ts';
import { deleteDigits } from './typed-digits.ts';

/**
 * Signs out: the device forgets the user at once, network or not. The token is kept apart until the server has ended its
 * session. Answers whether it has.
 */
export async function leaveSession(): Promise<boolean> {
  const token = currentSession().session?.token;
  signedOut();
  deleteDigits();
  if (token === undefined) return true;
  saveLeftTokens([...loadLeftTokens(), token]);
  return endOnServer(token);
}

/** Ends on the server the sessions that were left while it did not answer. */
export async function endLeftSessions(): Promise<void> {
  for (const token of loadLeftTokens()) if (!(await endOnServer(token))) return;
}

async function endOnServer(token: string): Promise<boolean> {
  const answer = await callApi(signOut, {}, { token });
  // Refused as over, it is over.
  const isEnded = answer.ok || answer.failure.httpStatus === 401;
  if (isEnded) saveLeftTokens(loadLeftTokens().filter((one) => one !== token));
  return isEnded;
}
