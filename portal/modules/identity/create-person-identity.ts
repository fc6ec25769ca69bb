import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertIdentityAccounts } from '../objects/public.ts';
import { findPersonByPhone, insertPerson } from './identity-store.ts';
import { hashPassword } from './password.ts';

/**
 * A person who can sign in, with accounts in the cabinet. Idempotent by phone: for a phone that is known already,
 * password and e-mail stay, and only accounts that are missing are added. Answers the id of the identity.
 */
export async function createPersonIdentity(
  db: PortalDatabase,
  person: {
    readonly phone: string;
    readonly password: string;
    readonly email: string;
    readonly accounts: readonly string[];
  },
): Promise<string> {
  const known = await findPersonByPhone(db, person.phone);
  const identityId =
    known?.identityId ??
    (await insertPerson(db, {
      identityId: newId(),
      phone: person.phone,
      email: person.email,
      passwordHash: await hashPassword(person.password),
    }));
  await insertIdentityAccounts(db, identityId, person.accounts);
  return identityId;
}
