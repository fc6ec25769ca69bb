import type { RawBuilder } from 'kysely';
import { maskPhone, type PhoneNumber } from '#domain/identifiers/contacts.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { hasUsableCode, issueCode, isUsable } from '#portal/modules/codes/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { prepareSession, type SignedIn, type SignInOrigin, type UserType } from '../session/open-session.ts';
import { eventSettling } from '../session/sign-in-events.ts';
import type { SignInProof } from '../session/user-store.ts';
import {
  findLatestSmsChallenge,
  getSignInContext,
  insertChallenge,
  type SignInContext,
} from './challenge-store.ts';

/** Either the user is in, or the call is refused: with a challenge for the second step, as a rule. */
export type SignInResult<T extends UserType> =
  | { readonly kind: 'entered'; readonly fields: SignedIn<T> }
  | { readonly kind: 'challenge'; readonly failure: CallFailure };

type Services = Pick<PortalServices, 'db' | 'tokens' | 'keys' | 'config'>;

const challengeMs = 10 * 60_000;

interface FirstStep {
  readonly identityId: string;
  readonly type: UserType;
  readonly phone: string;
  readonly proof: SignInProof;
  readonly eventId: string | undefined;
}

function secondsUntil(moment: Instant, now: Instant): number {
  return Math.ceil((moment - now) / 1000);
}

async function challengeByApplication(
  db: PortalDatabase,
  { identityId, proof, eventId }: FirstStep,
  now: Instant,
): Promise<CallFailure> {
  const challengeId = newId();
  const expiresAt = (now + challengeMs) as Instant;
  const challenge = { challengeId, identityId, method: 'totp', expiresAt } as const;
  if (!(await insertChallenge(db, challenge, proof, now, eventId))) return fail('identity.badCredentials');
  return fail(
    'identity.totpRequired',
    {},
    {
      challenge: challengeId,
      method: 'totp',
      maskedPhone: '',
      resendAfterSeconds: 0,
      expiresInSeconds: secondsUntil(expiresAt, now),
    },
  );
}

/**
 * A code goes to the phone. While it is too soon for another, the challenge of the last one stands for this sign-in too; without
 * one there is a challenge that waits for its code, which is asked for by `resendCode`.
 */
async function challengeBySms(
  services: Services,
  { identityId, type, phone, proof, eventId }: FirstStep,
  { address, now }: { readonly address: string; readonly now: Instant },
): Promise<CallFailure> {
  if (phone === '') throw new Error(`no phone for the second step of ${identityId}`);
  const { db } = services;
  const fresh = { challengeId: newId(), expiresAt: (now + challengeMs) as Instant };
  const ask = {
    purpose: 'secondFactor',
    userType: type,
    contact: phone,
    account: fresh.challengeId,
    condition: 'always',
    address,
  } as const;
  const issued = await issueCode(services, ask, now);
  const earlier = isUsable(issued) ? undefined : await findLatestSmsChallenge(db, { identityId, proof }, now);
  const challenge = earlier ?? fresh;
  const made = { ...fresh, identityId, method: 'sms' } as const;
  if (earlier) await eventSettling(eventId, 'secondStep').execute(db);
  else if (!(await insertChallenge(db, made, proof, now, eventId))) return fail('identity.badCredentials');
  const codeOfEarlier = earlier && { ...ask, account: earlier.challengeId };
  const isThere = codeOfEarlier !== undefined && (await hasUsableCode(services, codeOfEarlier, now));
  const maskedPhone = maskPhone(phone as PhoneNumber);
  return fail(
    'identity.dualAuth',
    { maskedPhone },
    {
      challenge: challenge.challengeId,
      method: 'sms',
      maskedPhone,
      resendAfterSeconds: isUsable(issued) ? issued.resendAfterSeconds : issued.seconds,
      expiresInSeconds: secondsUntil(challenge.expiresAt, now),
      ...(!isUsable(issued) && { codeSent: isThere ? 'before' : 'notYet' }),
    },
  );
}

/** Signs in or makes the challenge, in the caller's transaction when it has one. */
export type SignInServices<T extends UserType> = (db: PortalDatabase) => Promise<SignInResult<T>>;

/**
 * Prepares the sign-in of a recognised user, or the request for the second step: the user's own factor, or for an administrator
 * with dualAuth a code to the phone. What needs the back end is done here, so that what follows is short. Somebody whose
 * factor is the SMS doesn't sign in by a code alone (passwordNeeded); who has been blocked, or whose password is another
 * since the proof, is not known any more (badCredentials). `signInContext`: read already; `eventId`: the event of the try, which
 * is settled by what comes of it. Source: product.md section 4.
 */
export async function prepareSignIn<T extends UserType>(
  services: Services,
  who: { readonly identityId: string; readonly type: T },
  proof: SignInProof,
  context: SignInOrigin,
  {
    signInContext,
    eventId,
  }: { readonly signInContext?: SignInContext; readonly eventId?: string | undefined } = {},
): Promise<SignInServices<T>> {
  const { identityId, type } = who;
  const { method, dualAuth, phone, card } =
    signInContext ?? (await getSignInContext(services.db, identityId));
  const { clock, address } = context;
  if (method === 'none' && !dualAuth) {
    const open = await prepareSession(services, { ...who, card }, context);
    return async (db) => {
      const fields = await open(db, { way: proof.way, dualAuth: false, proof, eventId });
      return fields === undefined
        ? { kind: 'challenge', failure: fail('identity.badCredentials') }
        : { kind: 'entered', fields };
    };
  }
  const firstStep = { identityId, type, phone, proof, eventId };
  return async (db) => {
    const now = clock.now();
    if (method === 'totp') {
      return { kind: 'challenge', failure: await challengeByApplication(db, firstStep, now) };
    }
    if (proof.way === 'code') {
      await eventSettling(eventId, 'passwordNeeded').execute(db);
      return { kind: 'challenge', failure: fail('identity.passwordNeeded') };
    }
    return { kind: 'challenge', failure: await challengeBySms(services, firstStep, { address, now }) };
  };
}

/**
 * Signs a recognised user in, or asks for the second step, at once. `beside` is written first: that the attempt was right, so that
 * a back end that fails counts nobody's right password as wrong.
 */
export async function signInOrChallenge<T extends UserType>(
  services: Services,
  who: { readonly identityId: string; readonly type: T },
  proof: SignInProof,
  context: SignInOrigin,
  { eventId, beside }: { readonly eventId?: string; readonly beside?: readonly RawBuilder<unknown>[] } = {},
): Promise<SignInResult<T>> {
  const signInContext = await getSignInContext(services.db, who.identityId, beside);
  const enter = await prepareSignIn(services, who, proof, context, { signInContext, eventId });
  return enter(services.db);
}
