import type { sendSecondFactorCode } from '#contract/identity/second-factor.ts';
import { maskPhone, type PhoneNumber } from '#domain/identifiers/phone.ts';
import type { CallResult } from '#portal/http/call-result.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { issueCode, isUsable, timesOf } from '#portal/modules/codes/public.ts';
import { askedTooSoon } from './asked-too-soon.ts';
import { getFactorFacts } from './factor-store.ts';
import { ownSubject } from './own-factor.ts';

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
