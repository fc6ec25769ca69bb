import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertIdentityAccounts } from '../objects/public.ts';
import { hashPassword } from '../passwords/public.ts';
import { findPersonByPhone, insertPerson } from './identity-store.ts';

async function insertNewPerson(
  db: PortalDatabase,
  { phone, email, password }: { readonly phone: string; readonly email: string; readonly password: string },
): Promise<string> {
  const passwordHash = await hashPassword(password);
  if (passwordHash === 'busy') throw new Error('too many passwords wait to be hashed');
  return insertPerson(db, { identityId: newId(), phone, email, passwordHash });
}

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
  const identityId = known?.identityId ?? (await insertNewPerson(db, person));
  await insertIdentityAccounts(db, identityId, person.accounts);
  return identityId;
}
