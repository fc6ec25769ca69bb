import type { CallResult } from '#portal/http/call-result.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { issueCode, isUsable } from '#portal/modules/codes/public.ts';
import type { SignInOrigin } from '../session/open-session.ts';
import { askedTooSoon } from './asked-too-soon.ts';
import { findOpenChallenge } from './challenge-store.ts';

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
