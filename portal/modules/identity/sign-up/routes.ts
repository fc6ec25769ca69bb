import type { InputOf } from '#contract/define-call.ts';
import {
  changeEmail,
  changePhone,
  getProfile,
  updateProfile as updateProfileCall,
} from '#contract/identity/profile.ts';
import {
  applyAgreements as applyAgreementsCall,
  authSms as authSmsCall,
  recoverPassword as recoverPasswordCall,
} from '#contract/identity/sign-up.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { failureOfCode, tryCode, verifyCode } from '#portal/modules/codes/public.ts';
import { checkNewPasswordRules, hashingBusy } from '../password/new-password.ts';
import { hashPassword } from '../password/password.ts';
import type { PublicContext } from '../public-context.ts';
import { lockLogins } from '../sign-in/lock-logins.ts';
import { replacePassword } from '../sign-in/replace-password.ts';
import { applyAgreements } from './apply-agreements.ts';
import { authSms } from './auth-sms.ts';
import { changeContact } from './change-contact.ts';
import { findByContact, subjectOf } from './contact-store.ts';
import { failBlocked, needsEmail } from './explain-failed-login.ts';
import { legalAnswerRoutes } from './legal-answers.ts';
import { readProfile, updateProfile } from './profile.ts';
import { isEmail, readContact } from './read-contact.ts';

/**
 * Sets a new password by a code of recovery, ends every session and unfinished sign-in of the identity, forgets its wrong
 * passwords and tells its phone and confirmed e-mail. Signs nobody in: a second factor is still asked for, and its wrong
 * codes still count; whose factor is the SMS needs the e-mail. Source: product.md section 4.
 */
async function recoverPassword(
  services: PortalServices,
  input: InputOf<typeof recoverPasswordCall>,
  { basicAuth, address, clock, billing }: PublicContext,
): Promise<CallResult<Record<never, never>>> {
  const { userType, account, code } = input;
  const contact = readContact(basicAuth, input);
  if (basicAuth === undefined || contact === undefined) return fail('identity.badCredentials');
  if (userType === 'entity' && account === undefined) {
    return failFields([{ path: 'account', code: 'field.required' }]);
  }
  const { password } = basicAuth;
  const weakness = checkNewPasswordRules(
    password,
    isEmail(contact) ? { email: contact } : { phone: contact },
  );
  if (weakness) return failFields([weakness]);
  const owner = { userType, contact, account };
  const guess = { ...subjectOf('recover', owner), code, address };
  const wrong = await verifyCode(services, guess, 'check', clock.now());
  if (wrong) return wrong;
  const passwordHash = await hashPassword(password);
  if (passwordHash === 'busy') return hashingBusy();
  return services.db.transaction().execute(async (db) => {
    const at = clock.now();
    const answer = await tryCode({ ...services, db }, guess, 'use', at);
    if (answer !== 'right') return failureOfCode(answer);
    const identity = await findByContact(db, owner);
    // Nobody was sent this code: it was guessed and answered like a wrong one.
    if (identity === undefined) return failureOfCode('wrong');
    const { identityId } = identity;
    if (identity.isBlocked) return failBlocked({ billing });
    if (needsEmail(identity, contact)) return fail('identity.recoverByEmail');
    const logins = await lockLogins(db, identityId);
    const cleared = logins.map((login) => ({ ...login, address }));
    const ending = { reason: 'passwordRecovered' } as const;
    const replacement = { identityId, passwordHash, ending, cleared, notify: identity };
    await replacePassword({ ...services, db }, replacement, at);
    return succeed({});
  });
}

/** Codes, sign-up of persons, recovery, profile (base specification section 7, product.md section 4). */
export function registrationRoutes(services: PortalServices): Route[] {
  const { db } = services;
  return [
    ...legalAnswerRoutes(services),
    route(authSmsCall, (input, context) => authSms(services, input, context), { limit: 'tight' }),
    route(applyAgreementsCall, (input, context) => applyAgreements(services, input, context), {
      limit: 'tight',
    }),
    route(recoverPasswordCall, (input, context) => recoverPassword(services, input, context), {
      limit: 'tight',
    }),
    route(getProfile, async (_, { session }) =>
      succeed({ profile: await readProfile(db, session.identityId) }),
    ),
    route(updateProfileCall, (input, context) => updateProfile(services, input, context)),
    route(changePhone, ({ phone, code, password, factorCode }, context) =>
      changeContact(services, { kind: 'phone', value: phone, code, password, factorCode }, context),
    ),
    route(changeEmail, ({ email, code, password }, context) =>
      changeContact(services, { kind: 'email', value: email, code, password }, context),
    ),
  ];
}
