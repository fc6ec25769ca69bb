import type { InputOf } from '#contract/define-call.ts';
import type { applyAgreements as applyAgreementsCall } from '#contract/identity/sign-up.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { failureOfCode, tryCode, verifyCode } from '#portal/modules/codes/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { checkNewPasswordRules, hashingBusy } from '../password/new-password.ts';
import { hashPassword } from '../password/password.ts';
import type { PublicContext } from '../public-context.ts';
import { insertConsents, refuseOtherVersion } from './consent-store.ts';
import { subjectOf } from './contact-store.ts';
import { readContact } from './read-contact.ts';

/** A person whose phone was confirmed by a code. */
interface RegisteredPerson {
  readonly phone: string;
  readonly email: string | undefined;
  readonly passwordHash: string;
  readonly surname: string;
  readonly name: string;
  readonly middleName: string;
  readonly at: Instant;
}

/** Inserts a person; undefined when the phone is another's already. An e-mail is not confirmed yet. */
async function insertRegisteredPerson(
  db: PortalDatabase,
  person: RegisteredPerson,
): Promise<string | undefined> {
  const at = instantToIso(person.at);
  const { rows } = await typedSql({ identity_id: uuid() })`
    insert into portal.identity
      (identity_id, identity_type, phone, email, password_hash, surname, name, middle_name, phone_confirmed_at, created_at)
    values (${newId()}::uuid, 'person', ${person.phone}, ${person.email ?? null}, ${person.passwordHash}, ${person.surname},
            ${person.name}, ${person.middleName}, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (phone) where identity_type = 'person' do nothing
    returning identity_id
  `.execute(db);
  return rows[0]?.identity_id;
}

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
  const weakness = checkNewPasswordRules(password, {
    phone,
    ...(email !== undefined && { email }),
    names: [name, surname, middleName],
  });
  if (weakness) return failFields([weakness]);
  const other = await refuseOtherVersion(services.db, input.consentVersion, clock.now());
  if (other) return other;
  const guess = { ...subjectOf('register', { userType: 'person', contact: phone }), code, address };
  const wrong = await verifyCode(services, guess, 'check', clock.now());
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
    await insertConsents(db, { identityId, at, address, device });
    return succeed({});
  });
}
