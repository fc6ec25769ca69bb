import type { RawBuilder } from 'kysely';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from '#contract/identity/second-factor.ts';
import { passSecondFactor, resendSecondFactor } from '#contract/identity/sign-in.ts';
import { maskPhone, type PhoneNumber } from '#domain/identifiers/contacts.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import {
  type FieldsOf,
  type PortalServices,
  type RequestContext,
  type Route,
  route,
} from '#portal/http/route.ts';
import {
  attemptsExhausted,
  issueCode,
  isUsable,
  releaseAttempt,
  takeAttempt,
  timesOf,
} from '#portal/modules/codes/public.ts';
import { prepareSession, type SignedIn, type SignInOrigin, type UserType } from '../session/open-session.ts';
import { noteSecondStep } from '../session/sign-in-events.ts';
import {
  challengeJudged,
  findChallengeOfSignIn,
  findOpenChallenge,
  lockChallenge,
} from './challenge-store.ts';
import { checkSecondFactorCode } from './check-code.ts';
import { getFactorFacts } from './factor-store.ts';
import { askedTooSoon, disableFactor, ownSubject } from './own-factor.ts';
import { beginSetUp, enableSetUp } from './set-up-factor.ts';

type Services = Pick<PortalServices, 'db' | 'tokens' | 'keys' | 'config'>;

/** 'right' until the session is open. */
const outcomesOfStep = { right: 'unfinished', wrong: 'wrongCode', expired: 'codeExpired' } as const;

/**
 * Completes a sign-in by the code of its second step. A challenge has three tries; over all challenges of a user five
 * failures in 15 minutes exhaust the attempts (product.md section 4). Unknown, used and expired challenges are answered
 * alike. The attempt stands before the code is looked at, the try is counted with the verdict, under the lock of the
 * challenge. The code is spent, the challenge closed and the session opened at once or not at all; of two codes at one time
 * one is spent.
 */
async function passChallenge(
  services: Services,
  given: { readonly challenge: string; readonly code: string },
  context: SignInOrigin,
): Promise<CallResult<SignedIn<UserType>>> {
  const { db, config } = services;
  const now = context.clock.now();
  const challenge = await findChallengeOfSignIn(db, given.challenge, now);
  if (challenge === undefined) {
    await noteSecondStep(db, given.challenge, context, 'codeExpired', now);
    return fail('identity.codeExpired');
  }
  const { challengeId, identityId, type, method, phone, way, secretSealed, card } = challenge;
  const open = await prepareSession(services, { identityId, type, card }, context);
  const login = { kind: 'factor', login: identityId, address: context.address };
  const limits = { login, maxPerAddress: config.signInFailuresPerAddress };
  const taken = await takeAttempt(db, limits, now);
  if (taken.kind === 'exhausted') {
    await noteSecondStep(db, challengeId, context, 'tooManyAttempts', now);
    return attemptsExhausted(taken.minutes);
  }
  const { attempt } = taken;
  const beside = (verdict: RawBuilder<unknown>) => challengeJudged(challengeId, now, verdict);
  return db.transaction().execute(async (transaction) => {
    const triesLeft = await lockChallenge(transaction, challenge, now);
    if (triesLeft === undefined || triesLeft === 0) {
      await releaseAttempt(transaction, attempt);
      await noteSecondStep(
        transaction,
        challengeId,
        context,
        triesLeft === 0 ? 'tooManyAttempts' : 'codeExpired',
        now,
      );
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
    await noteSecondStep(transaction, challengeId, context, outcomesOfStep[verdict], now, attempt.attemptId);
    if (verdict === 'expired') return fail('identity.codeExpired');
    if (verdict === 'wrong') return triesLeft === 1 ? attemptsExhausted(1) : fail('identity.wrongCode');
    const entered = await open(transaction, { way, dualAuth: true, eventId: attempt.attemptId });
    if (entered === undefined) throw new Error(`no session for the challenge ${challengeId}`);
    return succeed(entered);
  });
}

/** Sends a code of the second factor by SMS to the signed-in user, for a change that asks for one. */
async function sendOwnCode(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  { session, address, clock }: RequestContext,
): Promise<CallResult<FieldsOf<typeof sendSecondFactorCode>>> {
  const { identityId, type: userType } = session;
  const { askedMethod: method, phone: contact } = await getFactorFacts(services.db, identityId);
  if (method === null) return fail('identity.secondFactorOff');
  // An application needs no code by SMS.
  if (method === 'totp') return fail('common.notFound');
  const ask = { purpose: 'secondFactor', userType, contact, account: ownSubject(identityId) } as const;
  const issued = await issueCode(services, { ...ask, condition: 'always', address }, clock.now());
  if (!isUsable(issued)) return askedTooSoon(issued.seconds);
  const { expiresInSeconds: _, ...times } = timesOf(issued);
  return succeed({ maskedPhone: maskPhone(contact as PhoneNumber), ...times });
}

/** Sends another code for a challenge by SMS; the code before it is no longer valid, the tries of the challenge go on. */
async function resendCode(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  challengeId: string,
  { clock, address }: Pick<SignInOrigin, 'clock' | 'address'>,
): Promise<CallResult<{ resendAfterSeconds: number; expiresInSeconds: number }>> {
  const now = clock.now();
  const challenge = await findOpenChallenge(services.db, challengeId, now);
  if (challenge === undefined) return fail('identity.codeExpired');
  if (challenge.method !== 'sms') return failFields([{ path: 'challenge', code: 'field.invalid' }]);
  const { type: userType, phone: contact, expiresAt } = challenge;
  const ask = { purpose: 'secondFactor', userType, contact, account: challengeId } as const;
  const issued = await issueCode(services, { ...ask, condition: 'always', address }, now);
  if (!isUsable(issued)) return askedTooSoon(issued.seconds);
  if (issued.kind === 'active') return askedTooSoon(issued.resendAfterSeconds);
  return succeed({
    resendAfterSeconds: issued.resendAfterSeconds,
    expiresInSeconds: Math.min(issued.expiresInSeconds, Math.ceil((expiresAt - now) / 1000)),
  });
}

/** The second step of a sign-in, and setting it up (product.md section 4). */
export function secondFactorRoutes(services: PortalServices): Route[] {
  return [
    route(passSecondFactor, (input, context) => passChallenge(services, input, context), { limit: 'tight' }),
    route(resendSecondFactor, ({ challenge }, context) => resendCode(services, challenge, context), {
      limit: 'tight',
    }),
    route(beginSecondFactor, (input, context) => beginSetUp(services, input, context)),
    route(enableSecondFactor, (input, context) => enableSetUp(services, input, context)),
    route(sendSecondFactorCode, (_, context) => sendOwnCode(services, context)),
    route(disableSecondFactor, (input, context) => disableFactor(services, input, context)),
  ];
}
