import type { PortalDatabase } from '#portal/portal-database.ts';

/** Every account in the cabinet of an identity. */
export async function listOwned(db: PortalDatabase, identityId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('portal.identity_account')
    .select('account_number')
    .where('identity_id', '=', identityId)
    .execute();
  return rows.map((row) => row.account_number);
}

/** Which of some accounts are in the cabinet of an identity. */
export async function listOwnedAmong(
  db: PortalDatabase,
  identityId: string,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('portal.identity_account')
    .select('account_number')
    .where('identity_id', '=', identityId)
    .where('account_number', 'in', [...accounts])
    .execute();
  return new Set(rows.map((row) => row.account_number));
}

/** The parts of an order that may be shown: those of accounts in the cabinet of an identity. `account` is known to be. */
export async function listOwnParts<Part extends { readonly accountNumber: string }>(
  db: PortalDatabase,
  identityId: string,
  account: string,
  parts: readonly Part[],
): Promise<readonly Part[]> {
  const others = parts.map((part) => part.accountNumber).filter((one) => one !== account);
  if (others.length === 0) return parts;
  const owned = await listOwnedAmong(db, identityId, others);
  return parts.filter((part) => part.accountNumber === account || owned.has(part.accountNumber));
}
