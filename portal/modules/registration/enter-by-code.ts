import { type CallFailure, type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { enterOrChallenge, secondFactorOf } from '../second-factor/public.ts';
import type { SignedIn } from '../sessions/public.ts';
import { findByContact } from './contact-store.ts';
import { failLogin } from './explain-failed-login.ts';
import type { PublicContext } from './public-context.ts';

/**
 * Lets a person in whose code was right: by the phone, or by an e-mail that was confirmed. The contact leads to nobody, or
 * the person is blocked: identity.smsLoginFailed. With a second factor by SMS the password is needed: by a code to the
 * phone both steps would be one, and an e-mail is not asked more leniently. Source: base specification section 7.
 */
export async function enterByCode(
  services: PortalServices,
  contact: string,
  context: PublicContext,
): Promise<CallResult<SignedIn<'person'>> | CallFailure> {
  const person = await findByContact(services.db, { userType: 'person', contact });
  if (person === undefined) return failLogin(context);
  const { identityId } = person;
  if ((await secondFactorOf(services.db, identityId)) === 'sms') return fail('identity.passwordNeeded');
  const entrance = await enterOrChallenge(services, { identityId, type: 'person' as const }, 'code', context);
  return entrance.kind === 'entered' ? succeed(entrance.fields) : entrance.failure;
}
