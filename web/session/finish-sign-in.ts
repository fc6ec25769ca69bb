import { type FormPlaces, type Refusal, refusalOfFailure } from '#web/lib/form-problems.ts';
import type { Challenge, SignInAnswer } from './sign-in.ts';

/** What a form of a way in does when it is let in, or asked for a second step. */
export interface SignInCallbacks {
  onEntered: () => void;
  onChallenge: (challenge: Challenge) => Promise<void>;
}

/** Goes on from a try to come in; a refusal is given back for the form to show. */
export async function finishSignIn(
  coming: SignInAnswer,
  ends: SignInCallbacks,
  places?: FormPlaces,
): Promise<Refusal | undefined> {
  if (coming.kind === 'refused') return refusalOfFailure(coming.failure, places);
  if (coming.kind === 'challenge') await ends.onChallenge(coming.challenge);
  else ends.onEntered();
  return undefined;
}
