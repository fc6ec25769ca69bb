import { maskPhone, type PhoneNumber } from '#domain/identifiers/phone.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { issueCode } from '../codes/public.ts';
import {
  openSession,
  type SignedIn,
  type SignInWay,
  type UserType,
  type WayInContext,
} from '../sessions/public.ts';
import { askedTooSoon } from './asked-too-soon.ts';
import { findLatestSmsChallenge, insertChallenge } from './challenge-store.ts';
import { getFactorFacts } from './factor-store.ts';

/** Either the user is in, or the call is refused: with a challenge for the second step, as a rule. */
export type Entrance<T extends UserType> =
  | { readonly kind: 'entered'; readonly fields: SignedIn<T> }
  | { readonly kind: 'challenge'; readonly failure: CallFailure };

type Services = Pick<PortalServices, 'db' | 'tokens' | 'secretFor' | 'config'>;

const challengeMs = 10 * 60_000;

interface FirstStep {
  readonly identityId: string;
  readonly type: UserType;
  readonly phone: string;
  readonly way: SignInWay;
}

function secondsUntil(moment: Instant, now: Instant): number {
  return Math.ceil((moment - now) / 1000);
}

async function challengeByApplication(
  { db }: Services,
  { identityId, way }: FirstStep,
  now: Instant,
): Promise<CallFailure> {
  const challengeId = newId();
  const expiresAt = (now + challengeMs) as Instant;
  await insertChallenge(db, { challengeId, identityId, method: 'totp', way, expiresAt }, now);
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

/** A code goes to the phone. While it is too soon for another, the challenge of the last one stands for this way in too. */
async function challengeBySms(
  services: Services,
  { identityId, type, phone, way }: FirstStep,
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
  if (issued.kind === 'sent') {
    await insertChallenge(db, { ...fresh, identityId, method: 'sms', way }, now);
  }
  const challenge =
    issued.kind === 'sent' ? fresh : await findLatestSmsChallenge(db, { identityId, way }, now);
  if (issued.kind === 'tooSoon' && challenge === undefined) return askedTooSoon(issued.seconds);
  const maskedPhone = maskPhone(phone as PhoneNumber);
  return fail(
    'identity.dualAuth',
    { maskedPhone },
    {
      challenge: challenge?.challengeId,
      method: 'sms',
      maskedPhone,
      resendAfterSeconds: issued.kind === 'sent' ? issued.resendAfterSeconds : issued.seconds,
      expiresInSeconds: secondsUntil(challenge?.expiresAt ?? now, now),
    },
  );
}

/**
 * Lets a recognised user in, or asks for the second step: the user's own factor, or for an administrator with dualAuth a
 * code to the phone. Somebody whose factor is the SMS doesn't come in by an SMS alone (passwordNeeded). Source:
 * product.md section 4.
 */
export async function enterOrChallenge<T extends UserType>(
  services: Services,
  who: { readonly identityId: string; readonly type: T },
  way: SignInWay,
  context: WayInContext,
): Promise<Entrance<T>> {
  const { identityId, type } = who;
  const { method, dualAuth, phone } = await getFactorFacts(services.db, identityId);
  if (method === 'none' && !dualAuth) {
    return { kind: 'entered', fields: await openSession(services, who, { way, dualAuth: false }, context) };
  }
  const now = context.clock.now();
  const firstStep = { identityId, type, phone, way };
  if (method === 'totp') {
    return { kind: 'challenge', failure: await challengeByApplication(services, firstStep, now) };
  }
  if (way === 'code') return { kind: 'challenge', failure: fail('identity.passwordNeeded') };
  const { address } = context;
  return { kind: 'challenge', failure: await challengeBySms(services, firstStep, { address, now }) };
}
