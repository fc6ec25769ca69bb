import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertIdentityAccounts } from '../../accounts/public.ts';
import { findPersonByPhone } from './identity-store.ts';
import { insertPerson } from './insert-identity.ts';
import { requireHash } from './require-hash.ts';

/** A customer who can sign in, with the accounts of the cabinet. */
export interface CustomerToCreate {
  readonly phone: string;
  readonly password: string;
  readonly email: string;
  readonly accounts: readonly string[];
}

async function insertNewPerson(
  db: PortalDatabase,
  { phone, email, password }: CustomerToCreate,
): Promise<string> {
  const passwordHash = await requireHash(password);
  return insertPerson(db, { identityId: newId(), phone, email, passwordHash });
}

/**
 * A person who can sign in, with accounts in the cabinet. Idempotent by phone: for a phone that is known already,
 * password and e-mail stay, and only accounts that are missing are added. Returns the id of the identity.
 */
export async function createPersonIdentity(db: PortalDatabase, person: CustomerToCreate): Promise<string> {
  const known = await findPersonByPhone(db, person.phone);
  const identityId = known?.identityId ?? (await insertNewPerson(db, person));
  await insertIdentityAccounts(db, identityId, person.accounts);
  return identityId;
}
