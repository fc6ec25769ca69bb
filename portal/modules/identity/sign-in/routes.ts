import type { InputOf } from '#contract/define-call.ts';
import { changePassword as changePasswordCall } from '#contract/identity/profile.ts';
import {
  signInAdmin as signInAdminCall,
  signInEntity as signInEntityCall,
  signInPerson as signInPersonCall,
} from '#contract/identity/sign-in.ts';
import { signUpEntity as signUpEntityCall } from '#contract/identity/sign-up.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import { insertOwnChange } from '#portal/http/records/staff-changes.ts';
import {
  type FieldsOf,
  type PortalServices,
  type RequestContext,
  type Route,
  route,
} from '#portal/http/route.ts';
import { createSupplierContacts } from '#portal/modules/readings/public.ts';
import { checkNewPasswordRules, hashingBusy } from '../password/new-password.ts';
import { verifyOwnPassword } from '../password/own-password.ts';
import { hashPassword } from '../password/password.ts';
import { lockOwnSession } from '../session/session-store.ts';
import { getPasswordOwner } from './identity-store.ts';
import { replacePassword } from './replace-password.ts';
import { signInAdmin, signInEntity, signInPerson } from './sign-in.ts';
import { signUpEntity } from './sign-up-entity.ts';

/** How long a change that is sent again, because its answer was lost, is known for one. */
const repetitionMs = 10 * 60_000;

/**
 * A signed-in user sets a new password in place of their own, which is asked again. Every other session and every
 * unfinished sign-in ends with it; the phone and a confirmed e-mail are notified. Nothing changes when the session ended, or the
 * password became another, while the call waited for its hash. Sent again within ten minutes of a change, with the
 * password that now stands as the new one, it is done already: former passwords are not kept to compare. Source:
 * product.md section 4.
 */
async function changePassword(
  services: PortalServices,
  { old_pass: oldPassword, new_pass: newPassword }: InputOf<typeof changePasswordCall>,
  context: RequestContext,
): Promise<CallResult<FieldsOf<typeof changePasswordCall>>> {
  const { identityId, sessionId } = context.session;
  const owner = await getPasswordOwner(services.db, identityId);
  const own = await verifyOwnPassword(services, identityId, oldPassword, context);
  if (own.kind === 'refused') {
    const refusal = own.failure;
    const since = context.clock.now() - (owner.changedAt ?? Number.NEGATIVE_INFINITY);
    if (refusal.code !== 'identity.wrongPassword' || since > repetitionMs) return refusal;
    const repeated = await verifyOwnPassword(services, identityId, newPassword, context);
    return repeated.kind === 'refused' ? repeated.failure : succeed({ endedSessions: 0 });
  }
  if (newPassword.normalize('NFC') === oldPassword.normalize('NFC')) {
    return failFields([{ path: 'new_pass', code: 'field.samePassword' }]);
  }
  const weakness = checkNewPasswordRules(newPassword, owner);
  if (weakness) return failFields([{ ...weakness, path: 'new_pass' }]);
  const passwordHash = await hashPassword(newPassword);
  if (passwordHash === 'busy') return hashingBusy();
  return services.db.transaction().execute(async (db) => {
    if (!(await lockOwnSession(db, context.session))) return fail('common.sessionEnded');
    const at = context.clock.now();
    const endedSessions = await replacePassword(
      { ...services, db },
      {
        identityId,
        passwordHash,
        verifiedHash: own.passwordHash,
        ending: { except: sessionId, reason: 'passwordChanged' },
        notify: owner,
      },
      at,
    );
    if (endedSessions === undefined) return fail('identity.wrongPassword');
    await insertOwnChange(
      db,
      context,
      { after: { passwordChanged: true, sessionsEnded: endedSessions } },
      at,
    );
    return succeed({ endedSessions });
  });
}

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
