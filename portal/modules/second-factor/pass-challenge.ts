import type { CallResult } from '#portal/http/call-result.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { attemptsExhausted, markSucceeded, releaseAttempt, takeAttempt } from '../passwords/public.ts';
import { prepareSession, type SignedIn, type UserType, type WayInContext } from '../sessions/public.ts';
import { closeChallenge, findOpenChallenge, lockChallenge, releaseTry, takeTry } from './challenge-store.ts';
import { getFactorFacts } from './factor-store.ts';
import { judgeCode } from './judge-code.ts';

type Services = Pick<PortalServices, 'db' | 'tokens' | 'secretFor' | 'config'>;

/**
 * Completes a way in by the code of its second step. A challenge has three tries; over all challenges of a user five
 * failures in 15 minutes exhaust the attempts (product.md section 4). Unknown, used and expired challenges are answered
 * alike. The code is spent, the challenge closed and the session opened at once or not at all; of two codes at one time one
 * is spent.
 */
export async function passChallenge(
  services: Services,
  given: { readonly challenge: string; readonly code: string },
  context: WayInContext,
): Promise<CallResult<SignedIn<UserType>>> {
  const { db, config } = services;
  const now = context.clock.now();
  const challenge = await findOpenChallenge(db, given.challenge, now);
  if (challenge === undefined) return fail('identity.codeExpired');
  const { challengeId, identityId, type, method, phone, way } = challenge;
  const open = await prepareSession(services, { identityId, type }, context);
  const login = { kind: 'factor', login: identityId, address: context.address };
  const taken = await takeAttempt(db, login, now, config.signInFailuresPerAddress);
  if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
  const triesLeft = await takeTry(db, challengeId);
  if (triesLeft === undefined) {
    await releaseAttempt(db, taken.attempt);
    return attemptsExhausted(1);
  }
  return db.transaction().execute(async (transaction) => {
    if (!(await lockChallenge(transaction, challenge, now))) {
      await releaseAttempt(transaction, taken.attempt);
      return fail('identity.codeExpired');
    }
    const { secretSealed } = await getFactorFacts(transaction, identityId);
    const asked = { identityId, type, method, phone, secretSealed, subject: challengeId };
    const verdict = await judgeCode({ ...services, db: transaction }, asked, given.code, now);
    if (verdict === 'expired') {
      await releaseAttempt(transaction, taken.attempt);
      await releaseTry(transaction, challengeId);
      return fail('identity.codeExpired');
    }
    if (verdict === 'wrong') return triesLeft === 0 ? attemptsExhausted(1) : fail('identity.wrongCode');
    await closeChallenge(transaction, challengeId, now);
    await markSucceeded(transaction, taken.attempt);
    const entered = await open(transaction, { way, dualAuth: true });
    if (entered === undefined) throw new Error(`no session for the challenge ${challengeId}`);
    return succeed(entered);
  });
}
