import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { updateChosenAccount } from './object-store.ts';

/**
 * Adds accounts to a cabinet; those that it has are not changed. An account can be in the cabinets of many
 * persons, but in one of an entity: the unique index `identity_account_entity_key` refuses a second.
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

/**
 * Puts the accounts of an entity into its cabinet, except those that stand in another's; when it then has exactly one,
 * that one is chosen (product.md section 4: exactly one goes straight to its readings).
 */
export async function takeUpAccounts(
  db: PortalDatabase,
  identityId: string,
  accountNumbers: readonly string[],
  at: Instant,
): Promise<void> {
  await sql`
    insert into portal.identity_account (identity_id, account_number, owner_type, added_at)
    select ${identityId}::uuid, number, 'entity', ${instantToIso(at)}::timestamptz from unnest(${accountNumbers}::text[]) as number
    on conflict do nothing
  `.execute(db);
  const { rows } = await typedSql({ account_number: text() })`
    select account_number from portal.identity_account where identity_id = ${identityId}::uuid limit 2
  `.execute(db);
  const [only, second] = rows;
  if (only !== undefined && second === undefined) {
    await updateChosenAccount(db, identityId, only.account_number);
  }
}
