import { type RawBuilder, sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';

export interface OwnedObject {
  readonly accountNumber: string;
  /** The person's own name; null: its address. */
  readonly displayName: string | null;
}

/** The objects of an identity, sorted by account number. */
export async function listOwnedObjects(
  db: PortalDatabase,
  identityId: string,
): Promise<readonly OwnedObject[]> {
  return db
    .selectFrom('portal.identity_account')
    .select(['account_number as accountNumber', 'display_name as displayName'])
    .where('identity_id', '=', identityId)
    .orderBy('account_number')
    .execute();
}

/** SQL of the objects of an identity, sorted by account number, as one value of JSON. */
export function ownedObjectsOf(identityId: RawBuilder<string>): RawBuilder<readonly OwnedObject[]> {
  return sql`
    select coalesce(jsonb_agg(jsonb_build_object('accountNumber', account_number, 'displayName', display_name)
                              order by account_number), '[]')
      from portal.identity_account mine where mine.identity_id = ${identityId}::uuid
  `;
}

/** The account that the identity chose last, if it is still its own; undefined: none. */
export async function findChosenAccount(db: PortalDatabase, identityId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('portal.identity as i')
    .innerJoin('portal.identity_account as owned', (join) =>
      join
        .onRef('owned.identity_id', '=', 'i.identity_id')
        .onRef('owned.account_number', '=', 'i.chosen_account'),
    )
    .select('i.chosen_account as accountNumber')
    .where('i.identity_id', '=', identityId)
    .executeTakeFirst();
  return row?.accountNumber ?? undefined;
}

/** Fixes the chosen account, or clears the choice. */
export async function updateChosenAccount(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string | null,
): Promise<void> {
  await db
    .updateTable('portal.identity')
    .set({ chosen_account: accountNumber })
    .where('identity_id', '=', identityId)
    .execute();
}

/** Whether the account stands in the cabinet. */
export async function ownsObject(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('portal.identity_account')
    .select('account_number')
    .where('identity_id', '=', identityId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives an object the person's own name; null: none. False when it is not in the cabinet any more. */
export async function updateDisplayName(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
  displayName: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('portal.identity_account')
    .set({ display_name: displayName })
    .where('identity_id', '=', identityId)
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Puts an account into a cabinet, and `beside` does what has to be done with it, in one statement; the first one is chosen.
 * Answers the chosen one.
 */
export async function addOwnedObject(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
  beside: RawBuilder<unknown>,
): Promise<string | undefined> {
  const { rows } = await sql<{ chosen: string | null }>`
    with beside as (${beside}), added as (
      insert into portal.identity_account (identity_id, account_number, owner_type, added_at)
      select identity_id, ${accountNumber}, identity_type, pg_catalog.now()
        from portal.identity where identity_id = ${identityId}::uuid
      on conflict (identity_id, account_number) do nothing
    ), first as (
      update portal.identity set chosen_account = ${accountNumber}
       where identity_id = ${identityId}::uuid
         and not exists (select from portal.identity_account owned where owned.identity_id = ${identityId}::uuid)
      returning chosen_account
    )
    select coalesce(
      (select chosen_account from first),
      (select owned.account_number from portal.identity i
         join portal.identity_account owned
           on owned.identity_id = i.identity_id and owned.account_number = i.chosen_account
        where i.identity_id = ${identityId}::uuid)) as chosen`.execute(db);
  return rows[0]?.chosen ?? undefined;
}

/**
 * Takes an object out of the cabinet with all that the portal keeps of it there, and out of the choice. False when it was
 * out already.
 */
export async function deleteOwnedObject(
  db: PortalDatabase,
  identityId: string,
  accountNumber: string,
): Promise<boolean> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from portal.identity_account
       where identity_id = ${identityId}::uuid and account_number = ${accountNumber} returning account_number
    ), unchosen as (
      update portal.identity set chosen_account = null
       where identity_id = ${identityId}::uuid and chosen_account in (select account_number from gone)
    )
    select count(*)::int as gone from gone`.execute(db);
  return rows[0]?.gone === 1;
}
