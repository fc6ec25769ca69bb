import { sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** What an identity signs in with, as its attempts are counted. */
export interface LoginOfIdentity {
  readonly kind: 'person' | 'entity';
  readonly login: string;
}

/**
 * The logins of a customer: the phone of a person, every account of an entity. The identity is held until the end of the
 * transaction, so that what it does next happens before or after.
 */
export async function lockLogins(db: PortalDatabase, identityId: string): Promise<LoginOfIdentity[]> {
  const { rows } = await sql<LoginOfIdentity>`
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
