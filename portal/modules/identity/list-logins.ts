import { sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** What an identity signs in with, as its attempts are counted. */
export interface LoginOfIdentity {
  readonly kind: 'person' | 'entity';
  readonly login: string;
}

/** The logins of a customer: the phone of a person, every account of an entity. */
export async function listLogins(db: PortalDatabase, identityId: string): Promise<LoginOfIdentity[]> {
  const { rows } = await sql<LoginOfIdentity>`
    select 'person' as kind, phone as login from portal.identity
     where identity_id = ${identityId}::uuid and identity_type = 'person' and phone is not null
    union all
    select 'entity', account_number from portal.identity_account
     where identity_id = ${identityId}::uuid and owner_type = 'entity'
  `.execute(db);
  return rows;
}
