import type { RawBuilder } from 'kysely';
import type { CallResult } from '#portal/http/call-result.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { attemptsExhausted, releaseAttempt, takeAttempt } from '#portal/modules/codes/public.ts';
import { prepareSession, type SignedIn, type SignInOrigin, type UserType } from '../session/open-session.ts';
import { challengeJudged, findChallengeOfSignIn, lockChallenge } from './challenge-store.ts';
import { checkSecondFactorCode } from './check-code.ts';

type Services = Pick<PortalServices, 'db' | 'tokens' | 'keys' | 'config'>;

/**
 * Completes a sign-in by the code of its second step. A challenge has three tries; over all challenges of a user five
 * failures in 15 minutes exhaust the attempts (product.md section 4). Unknown, used and expired challenges are answered
 * alike. The attempt stands before the code is looked at, the try is counted with the verdict, under the lock of the
 * challenge. The code is spent, the challenge closed and the session opened at once or not at all; of two codes at one time
 * one is spent.
 */
export async function passChallenge(
  services: Services,
  given: { readonly challenge: string; readonly code: string },
  context: SignInOrigin,
): Promise<CallResult<SignedIn<UserType>>> {
  const { db, config } = services;
  const now = context.clock.now();
  const challenge = await findChallengeOfSignIn(db, given.challenge, now);
  if (challenge === undefined) return fail('identity.codeExpired');
  const { challengeId, identityId, type, method, phone, way, secretSealed, card } = challenge;
  const open = await prepareSession(services, { identityId, type, card }, context);
  const login = { kind: 'factor', login: identityId, address: context.address };
  const limits = { login, maxPerAddress: config.signInFailuresPerAddress };
  const taken = await takeAttempt(db, limits, now);
  if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
  const { attempt } = taken;
  const beside = (verdict: RawBuilder<unknown>) => challengeJudged(challengeId, now, verdict);
  return db.transaction().execute(async (transaction) => {
    const triesLeft = await lockChallenge(transaction, challenge, now);
    if (triesLeft === undefined || triesLeft === 0) {
      await releaseAttempt(transaction, attempt);
      return triesLeft === 0 ? attemptsExhausted(1) : fail('identity.codeExpired');
    }
    const asked = { identityId, type, method, phone, secretSealed, subject: challengeId };
    const settlement = { attempt, beside };
    const verdict = await checkSecondFactorCode(
      { ...services, db: transaction },
      asked,
      given.code,
      now,
      settlement,
    );
    if (verdict === 'expired') return fail('identity.codeExpired');
    if (verdict === 'wrong') return triesLeft === 1 ? attemptsExhausted(1) : fail('identity.wrongCode');
    const entered = await open(transaction, { way, dualAuth: true });
    if (entered === undefined) throw new Error(`no session for the challenge ${challengeId}`);
    return succeed(entered);
  });
}
