import type * as z from 'zod/mini';
import { ACCOUNT_LIST } from '#billing/api/accounts.ts';
import { DUE_LIST } from '#billing/api/balance.ts';
import { READING_ASK_LIST } from '#billing/api/readings.ts';
import type { objectStates } from '#contract/accounts/accounts.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { accountSchema } from '#contract/identity/sign-in.ts';
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

/** What is to be paid and to be done at the objects of an identity, sorted by account number. */
export async function loadObjectStates(
  db: PortalDatabase,
  billing: RequestContext['billing'],
  identityId: string,
): Promise<OutputOf<typeof objectStates>['states']> {
  const owned = await listOwnedObjects(db, identityId);
  if (owned.length === 0) return [];
  const accountNumbers = owned.map((object) => object.accountNumber);
  const [due, asked] = await Promise.all([
    billing(DUE_LIST, { accountNumbers }),
    billing(READING_ASK_LIST, { accountNumbers }),
  ]);
  if (!due.ok) throw new Error(`DUE_LIST refused: ${due.code}`);
  if (!asked.ok) throw new Error(`READING_ASK_LIST refused: ${asked.code}`);
  const asks = new Map(asked.data.accounts.map(({ accountNumber, ask }) => [accountNumber, ask]));
  return due.data.accounts.map(({ accountNumber, energy, overpaid, acts }) => {
    const ask = asks.get(accountNumber);
    return {
      account: accountNumber,
      debet: energy,
      credit: overpaid,
      acts,
      asksReading: ask === 'give' || ask === 'sendPhoto',
    };
  });
}
