import type * as z from 'zod/mini';
import type { challengeSchema } from '#contract/identity/sign-in.ts';
import type { ApiResult } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { signedIn } from './session-store.ts';
import type { PersonAccount, SignedInAdmin, SignedInUser } from './session-types.ts';

/** What a form of a way in does when it is let in, or asked for a second step. */
export interface SignInCallbacks {
  onEntered: () => void;
  onChallenge: (challenge: Challenge) => Promise<void>;
}

/** Goes on from a try to come in; why it was refused is given back. */
export async function finishSignIn(
  coming: SignInAnswer,
  ends: SignInCallbacks,
): Promise<ApiFailure | undefined> {
  if (coming.kind === 'refused') return coming.failure;
  if (coming.kind === 'challenge') await ends.onChallenge(coming.challenge);
  else ends.onEntered();
  return undefined;
}

/** A second step that a way in asks for, with the words for it. */
export interface Challenge extends z.infer<typeof challengeSchema> {
  message: string;
}

/** What became of a try to come in. */
export type SignInAnswer =
  | { kind: 'entered' }
  | { kind: 'challenge'; challenge: Challenge }
  | { kind: 'refused'; failure: ApiFailure };

interface Entrance {
  user?: SignedInUser | SignedInAdmin | undefined;
  accounts?: readonly PersonAccount[] | undefined;
}

/** Starts the session of who came in; tells a second step from a refusal. */
export function signIn(result: ApiResult<Entrance>): SignInAnswer {
  if (!result.ok) {
    const { failure } = result;
    const challenge = challengeIn(failure);
    return challenge ? { kind: 'challenge', challenge } : { kind: 'refused', failure };
  }
  const { user, accounts = [] } = result.data;
  if (user) signedIn(user, accounts);
  return { kind: 'entered' };
}

function challengeIn({ code, message, details }: ApiFailure): Challenge | undefined {
  if (code !== 'identity.dualAuth' && code !== 'identity.totpRequired') return undefined;
  return { ...(details as z.infer<typeof challengeSchema>), message };
}
