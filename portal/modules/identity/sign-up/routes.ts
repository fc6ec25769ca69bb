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
import { succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { applyAgreements } from './apply-agreements.ts';
import { authSms } from './auth-sms.ts';
import { changeContact } from './change-contact.ts';
import { readProfile, updateProfile } from './profile.ts';
import { recoverPassword } from './recover-password.ts';

/** Codes, sign-up of persons, recovery, profile (base specification section 7, product.md section 4). */
export function registrationRoutes(services: PortalServices): Route[] {
  const { db } = services;
  return [
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
