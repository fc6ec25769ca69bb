import { signOut } from '#contract/identity/sign-in.ts';
import { callApi } from '#web/lib/api.ts';
import { loadLeftTokens, saveLeftTokens } from '../persisted-state.ts';
import { currentSession, signedOut } from '../session-store.ts';
import { deleteDigits } from '../typed-digits.ts';

/**
 * Signs out: the device forgets the user immediately, network or not. What only ends the session is stored until the server
 * has ended it. Returns whether it has.
 */
export async function leaveSession(): Promise<boolean> {
  const token = currentSession().session?.token;
  signedOut();
  deleteDigits();
  if (token === undefined) return true;
  const ending = await toEndingToken(token);
  if (ending !== undefined) saveLeftTokens([...loadLeftTokens(), ending]);
  return endOnServer(ending ?? token);
}

/**
 * A token that is good for signing out alone: the SHA-256 of the signature in its place (decision 0042). Undefined where the
 * browser has no Web Crypto, over plain HTTP.
 */
async function toEndingToken(token: string): Promise<string | undefined> {
  const signatureAt = token.lastIndexOf('.') + 1;
  const signature = new TextEncoder().encode(token.slice(signatureAt));
  const digest = await (crypto as Partial<Crypto>).subtle?.digest('SHA-256', signature);
  if (!digest) return undefined;
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return token.slice(0, signatureAt) + base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Ends a session on the server; false when it did not answer. */
export async function endOnServer(token: string): Promise<boolean> {
  const answer = await callApi(signOut, {}, { token });
  // Refused as over, it is over.
  const isEnded = answer.ok || answer.failure.httpStatus === 401;
  if (isEnded) saveLeftTokens(loadLeftTokens().filter((one) => one !== token));
  return isEnded;
}
