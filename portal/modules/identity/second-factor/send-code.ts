import type { sendSecondFactorCode } from '#contract/identity/second-factor.ts';
import { maskPhone, type PhoneNumber } from '#domain/identifiers/contacts.ts';
import { type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { issueCode, isUsable, timesOf } from '#portal/modules/codes/public.ts';
import type { SignInOrigin } from '../session/open-session.ts';
import { findOpenChallenge } from './challenge-store.ts';
import { getFactorFacts } from './factor-store.ts';
import { askedTooSoon, ownSubject } from './own-factor.ts';

/** Sends a code of the second factor by SMS to the signed-in user, for a change that asks for one. */
export async function sendOwnCode(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  { session, address, clock }: RequestContext,
): Promise<CallResult<FieldsOf<typeof sendSecondFactorCode>>> {
  const { identityId, type: userType } = session;
  const { askedMethod: method, phone: contact } = await getFactorFacts(services.db, identityId);
  if (method === null) return fail('identity.secondFactorOff');
  if (method === 'totp') return fail('common.badRequest');
  const ask = { purpose: 'secondFactor', userType, contact, account: ownSubject(identityId) } as const;
  const issued = await issueCode(services, { ...ask, condition: 'always', address }, clock.now());
  if (!isUsable(issued)) return askedTooSoon(issued.seconds);
  const { expiresInSeconds: _, ...times } = timesOf(issued);
  return succeed({ maskedPhone: maskPhone(contact as PhoneNumber), ...times });
}

/** Sends another code for a challenge by SMS; the code before it is no longer valid, the tries of the challenge go on. */
export async function resendCode(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  challengeId: string,
  { clock, address }: Pick<SignInOrigin, 'clock' | 'address'>,
): Promise<CallResult<{ resendAfterSeconds: number; expiresInSeconds: number }>> {
  const now = clock.now();
  const challenge = await findOpenChallenge(services.db, challengeId, now);
  if (challenge === undefined) return fail('identity.codeExpired');
  if (challenge.method !== 'sms') return fail('common.badRequest');
  const { type: userType, phone: contact, expiresAt } = challenge;
  const ask = { purpose: 'secondFactor', userType, contact, account: challengeId } as const;
  const issued = await issueCode(services, { ...ask, condition: 'always', address }, now);
  if (!isUsable(issued)) return askedTooSoon(issued.seconds);
  if (issued.kind === 'standing') return askedTooSoon(issued.resendAfterSeconds);
  return succeed({
    resendAfterSeconds: issued.resendAfterSeconds,
    expiresInSeconds: Math.min(issued.expiresInSeconds, Math.ceil((expiresAt - now) / 1000)),
  });
}
