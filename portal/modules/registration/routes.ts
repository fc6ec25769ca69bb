import { changeEmail, changePhone, getProfile, updateProfile } from '#contract/profile.ts';
import { applyAgreements, authSms, recoverPassword } from '#contract/registration.ts';
import { fail } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

/** Codes, sign-up of persons, recovery, profile (product.md section 4). */
export function registrationRoutes(): Route[] {
  return [
    route(changeEmail, async () => fail('common.serviceDown')),
    route(changePhone, async () => fail('common.serviceDown')),
    route(getProfile, async () => fail('common.serviceDown')),
    route(updateProfile, async () => fail('common.serviceDown')),
    route(applyAgreements, async () => fail('common.serviceDown'), { limit: 'tight' }),
    route(authSms, async () => fail('common.serviceDown'), { limit: 'tight' }),
    route(recoverPassword, async () => fail('common.serviceDown'), { limit: 'tight' }),
  ];
}
