import { type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { hashPassword } from '../password/password.ts';

/** The hash of a password; throws when too many wait to be hashed. For work that nobody waits for in a browser. */
export async function requireHash(password: string): Promise<string> {
  const hash = await hashPassword(password);
  if (hash === 'busy') throw new Error('too many passwords wait to be hashed');
  return hash;
}

/** What an identity signs in with, as its attempts are counted. */
const loginOfIdentityColumns = {
  kind: text<'person' | 'entity'>(),
  login: text(),
};
type LoginOfIdentity = RowOf<typeof loginOfIdentityColumns>;

/**
 * The logins of a customer: the phone of a person, every account of an entity. The identity is held until the end of the
 * transaction, so that what it does next happens before or after.
 */
export async function lockLogins(db: PortalDatabase, identityId: string): Promise<LoginOfIdentity[]> {
  const { rows } = await typedSql(loginOfIdentityColumns)`
    with owner as materialized (
      select identity_type, phone from portal.identity where identity_id = ${identityId}::uuid for no key update
    )
    select 'person' as kind, phone as login from owner where identity_type = 'person' and phone is not null
    union all
    select 'entity', account_number from portal.identity_account
     where identity_id = ${identityId}::uuid and owner_type = 'entity' and exists (select from owner)
  `.execute(db);
  return rows;
}
