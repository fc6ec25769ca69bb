import type { dropObject, listObjects, renameObject } from '#contract/accounts/accounts.ts';
import type { InputOf } from '#contract/define-call.ts';
import { type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf, PortalServices, RequestContext } from '#portal/http/route.ts';
import { loadObjects } from './load-objects.ts';
import { deleteOwnedObject, findChosenAccount, updateDisplayName } from './object-store.ts';

type ObjectsNow = CallResult<FieldsOf<typeof listObjects>>;

/**
 * Renames an object; an empty name shows the address again. The billing is called before anything changes: while it
 * does not answer nothing is changed. Source: base specification, sections 3 and 4.
 */
export async function renameOwnedObject(
  { db }: Pick<PortalServices, 'db'>,
  { account, new_name: name }: InputOf<typeof renameObject>,
  { session, billing }: RequestContext,
): Promise<ObjectsNow> {
  const { identityId } = session;
  const objects = await loadObjects(db, billing, identityId);
  if (!(await updateDisplayName(db, identityId, account, name || null))) return fail('common.notFound');
  const accounts = objects.map((object) =>
    object.account === account ? { ...object, objectName: name || object.address } : object,
  );
  return succeed({ accounts, account: (await findChosenAccount(db, identityId)) ?? '' });
}

/**
 * Removes an object from the cabinet, in every session at once; account and contract stay. The choice of it is
 * cleared. The billing is called before anything changes. Source: base specification, section 4; product.md section 5.
 */
export async function dropOwnedObject(
  { db }: Pick<PortalServices, 'db'>,
  { account }: InputOf<typeof dropObject>,
  { session, billing, clock }: RequestContext,
): Promise<ObjectsNow> {
  const { identityId } = session;
  const objects = await loadObjects(db, billing, identityId);
  const change = {
    identityId,
    accountNumber: account,
    kind: 'left',
    actorId: identityId,
    at: clock.now(),
  } as const;
  if (!(await deleteOwnedObject(db, change))) return fail('common.notFound');
  const accounts = objects.filter((object) => object.account !== account);
  return succeed({ accounts, account: (await findChosenAccount(db, identityId)) ?? '' });
}
