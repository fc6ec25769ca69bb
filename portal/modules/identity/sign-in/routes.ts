import { changePassword as changePasswordCall } from '#contract/identity/profile.ts';
import {
  signInAdmin as signInAdminCall,
  signInEntity as signInEntityCall,
  signInPerson as signInPersonCall,
} from '#contract/identity/sign-in.ts';
import { signUpEntity as signUpEntityCall } from '#contract/identity/sign-up.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { createSupplierContacts } from '../../readings/public.ts';
import { changePassword } from './change-password.ts';
import { signInAdmin, signInEntity, signInPerson } from './sign-in.ts';
import { signUpEntity } from './sign-up-entity.ts';

/** Sign-in by a password, the sign-up of entities, the change of the password (base specification §7, product.md section 4). */
export function identityRoutes(services: PortalServices): Route[] {
  const tight = { limit: 'tight' } as const;
  const signUp = { ...services, contactsOf: createSupplierContacts() };
  return [
    route(signInPersonCall, (input, context) => signInPerson(services, input, context), tight),
    route(signInEntityCall, (input, context) => signInEntity(services, input, context), tight),
    route(signInAdminCall, (input, context) => signInAdmin(services, input, context), tight),
    route(signUpEntityCall, (input, context) => signUpEntity(signUp, input, context), tight),
    route(changePasswordCall, (input, context) => changePassword(services, input, context)),
  ];
}
