import { sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';

/**
 * Adds accounts to a cabinet; those that it has are not changed. An account can be in the cabinets of many
 * persons, but in one of an entity: the unique index `an_account_has_one_entity` refuses a second.
 */
export async function insertIdentityAccounts(
  db: PortalDatabase,
  identityId: string,
  accountNumbers: readonly string[],
): Promise<void> {
  await sql`
    insert into portal.identity_account (identity_id, account_number, owner_type, added_at)
    select identity.identity_id, number, identity.identity_type, pg_catalog.now()
      from portal.identity, unnest(${accountNumbers}::text[]) as number
     where identity.identity_id = ${identityId}::uuid
    on conflict (identity_id, account_number) do nothing
  `.execute(db);
}
