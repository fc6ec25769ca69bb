import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { insertIdentityAccounts } from '../../accounts/public.ts';
import type { CustomerToCreate } from './create-person-identity.ts';
import { findEntityByAccount } from './identity-store.ts';
import { insertEntity } from './insert-identity.ts';
import { requireHash } from './require-hash.ts';

/**
 * A legal entity that can sign in, with accounts in the cabinet. Idempotent by the first account: when an entity has it
 * already, password and contacts stay, and only accounts that are missing are added. Returns the id of the identity.
 */
export async function createEntityIdentity(db: PortalDatabase, entity: CustomerToCreate): Promise<string> {
  const [firstAccount] = entity.accounts;
  if (firstAccount === undefined) throw new Error('an entity signs in with an account');
  const known = await findEntityByAccount(db, firstAccount);
  const passwordHash = known === undefined ? await requireHash(entity.password) : '';
  return db.transaction().execute(async (transaction) => {
    const identityId = known?.identityId ?? newId();
    const { phone, email } = entity;
    if (known === undefined) await insertEntity(transaction, { identityId, phone, email, passwordHash });
    await insertIdentityAccounts(transaction, identityId, entity.accounts);
    return identityId;
  });
}
