import { type CallFailure, type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { type CodeAttempt, failureOfCode, tryCode, verifyCode } from '#portal/modules/codes/public.ts';
import type { PublicContext } from '../public-context.ts';
import { prepareSignIn, type SignInServices } from '../second-factor/sign-in-or-challenge.ts';
import type { SignedIn } from '../session/open-session.ts';
import { findPersonToSignIn } from '../sign-up/contact-store.ts';
import { explainFailedLogin, failLogin } from '../sign-up/explain-failed-login.ts';

/** How the owner of a contact comes in; 'nobody': the contact leads to none. */
async function prepare(
  services: PortalServices,
  contact: string,
  context: PublicContext,
): Promise<SignInServices<'person'> | 'nobody'> {
  const person = await findPersonToSignIn(services.db, contact);
  if (person === undefined) return 'nobody';
  const { identityId, passwordChangedAt, method } = person;
  if (method === 'sms') {
    return async () => ({ kind: 'challenge', failure: fail('identity.passwordNeeded') });
  }
  const proof = { way: 'code', passwordChangedAt } as const;
  return prepareSignIn(services, { identityId, type: 'person' }, proof, context, person);
}

/**
 * Lets a person in by a code: to the phone, or to an e-mail that was confirmed. The contact leads to nobody, or
 * the person is blocked: identity.smsLoginFailed. With a second factor by SMS the password is needed: by a code to the
 * phone both steps would be one, and an e-mail is not asked more leniently. The code is used and the session opened at
 * once or not at all. Source: base specification section 7.
 */
export async function signInByCode(
  services: PortalServices,
  guess: CodeAttempt & { readonly address: string },
  context: PublicContext,
): Promise<CallResult<SignedIn<'person'>> | CallFailure> {
  const { clock } = context;
  const wrong = await verifyCode(services, guess, 'check', clock.now());
  if (wrong) return explainFailedLogin(wrong, context);
  const enter = await prepare(services, guess.contact, context);
  const entrance = await services.db.transaction().execute(async (db) => {
    const answer = await tryCode({ ...services, db }, guess, 'use', clock.now());
    if (answer !== 'right') return { kind: 'late', failure: failureOfCode(answer) } as const;
    return enter === 'nobody' ? ({ kind: 'nobody' } as const) : enter(db);
  });
  if (entrance.kind === 'entered') return succeed(entrance.fields);
  if (entrance.kind === 'nobody') return failLogin(context);
  return entrance.kind === 'late' ? explainFailedLogin(entrance.failure, context) : entrance.failure;
}
