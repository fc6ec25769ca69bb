import type * as z from 'zod/mini';
import { ACCOUNT_LIST } from '#billing/api/accounts.ts';
import type { accountSchema } from '#contract/auth.ts';
import type { RequestContext } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listOwnedObjects, type OwnedObject } from './object-store.ts';

/** An object as the browser keeps it. */
export type ObjectItem = z.infer<typeof accountSchema>;

/**
 * The objects of an identity with what the billing knows of them, sorted by account number. The name is the person's own
 * and falls back to the address (base specification §3). Accounts that the billing does not know any more are left out.
 */
export async function loadObjects(
  db: PortalDatabase,
  billing: RequestContext['billing'],
  identityId: string,
): Promise<readonly ObjectItem[]> {
  return describeObjects(billing, await listOwnedObjects(db, identityId));
}

/** What the billing knows of these objects, sorted by account number. */
export async function describeObjects(
  billing: RequestContext['billing'],
  owned: readonly OwnedObject[],
): Promise<readonly ObjectItem[]> {
  if (owned.length === 0) return [];
  const names = new Map(owned.map((object) => [object.accountNumber, object.displayName]));
  const result = await billing(ACCOUNT_LIST, { accountNumbers: [...names.keys()] });
  if (!result.ok) throw new Error(`ACCOUNT_LIST refused: ${result.code}`);
  return result.data.accounts.map((account) => ({
    account: account.accountNumber,
    address: account.address,
    objectName: names.get(account.accountNumber) || account.address,
    greenTarif: account.feedIn,
    placeId: account.placeId,
  }));
}
