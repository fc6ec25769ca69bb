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
