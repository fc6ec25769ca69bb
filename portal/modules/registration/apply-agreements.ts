import type { InputOf } from '#contract/define-call.ts';
import type { applyAgreements as applyAgreementsCall } from '#contract/registration.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { failureOfCode, guessCode, tryCode } from '../codes/public.ts';
import { hashingBusy, hashPassword, judgeNewPassword } from '../passwords/public.ts';
import { subjectOf } from './code-subject.ts';
import { insertConsent } from './consent-store.ts';
import { insertRegisteredPerson } from './person-store.ts';
import type { PublicContext } from './public-context.ts';
import { readContact } from './read-contact.ts';

/**
 * Makes the cabinet of a person: the code of the phone is used, names, e-mail and password are kept, and the consent is
 * put into the register, all at once. The browser then signs in as usual. Source: product.md section 4.
 */
export async function applyAgreements(
  services: PortalServices,
  input: InputOf<typeof applyAgreementsCall>,
  { basicAuth, address, device, clock }: PublicContext,
): Promise<CallResult<Record<never, never>>> {
  const { phone, email, code, name, surname, middle_n: middleName } = input;
  if (basicAuth === undefined || readContact(basicAuth, { phone }) === undefined) {
    return fail('identity.badCredentials');
  }
  const { password } = basicAuth;
  const weakness = judgeNewPassword(password, { phone, email, names: [name, surname, middleName] });
  if (weakness) return failFields([weakness]);
  const guess = { ...subjectOf('register', { userType: 'person', contact: phone }), code, address };
  const wrong = await guessCode(services, guess, 'check', clock.now());
  if (wrong) return wrong;
  const passwordHash = await hashPassword(password);
  if (passwordHash === 'busy') return hashingBusy();
  return services.db.transaction().execute(async (db) => {
    const at = clock.now();
    const answer = await tryCode({ ...services, db }, guess, 'use', at);
    if (answer !== 'right') return failureOfCode(answer);
    const person = { phone, email, passwordHash, surname, name, middleName, at };
    const identityId = await insertRegisteredPerson(db, person);
    if (identityId === undefined) return fail('identity.phoneTaken');
    await insertConsent(db, { identityId, at, address, device });
    return succeed({});
  });
}
