import {
  addObject,
  chooseApart,
  decideAccess,
  dropObject,
  endAccess,
  listAccess,
  listObjects,
  objectInfo,
  objectStates,
  renameObject,
  renewAccessCode,
  saveObject,
} from '#contract/accounts/accounts.ts';
import { noChoice } from '#contract/fields.ts';
import { fail, failFields, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { createSupplierContacts } from '../readings/public.ts';
import { listAwaited } from './access/access-store.ts';
import { decideAccessRequest, endAccessOfPerson, renewCode } from './access/change-access.ts';
import { showAccess } from './access/show-access.ts';
import { addAccount, waitingFields } from './add-account.ts';
import { chosenItem, dropOwnedObject, renameOwnedObject, saveObjectInfo } from './change-object.ts';
import { loadObjectStates, loadObjects } from './load-objects.ts';
import { showObjectInfo } from './object-info.ts';
import { findChosenAccount, updateChosenAccount } from './object-store.ts';

/** The objects of a person: list, choice, adding, renaming, removing, information (base specification §4, §7). */
export function objectRoutes({ db, config, keys }: PortalServices): Route[] {
  const contactsOf = createSupplierContacts();
  return [
    route(listObjects, async (_, { session, billing, clock }) => {
      const accounts = await loadObjects(db, billing, session.identityId);
      const account = await findChosenAccount(db, session.identityId);
      const waiting = await listAwaited(db, session.identityId, clock.now());
      return succeed({
        accounts: [...accounts],
        account: account ?? '',
        ...(waiting.length > 0 && { waiting: waitingFields(waiting) }),
      });
    }),

    route(objectStates, async (_, { session, billing }) =>
      succeed({ states: [...(await loadObjectStates(db, billing, session.identityId))] }),
    ),

    route(chooseApart, async ({ item }, { session, billing }) => {
      const chosen = chosenItem(item);
      if (chosen === undefined) return failFields([{ path: 'item', code: 'field.invalid' }]);
      if (chosen === noChoice) {
        await updateChosenAccount(db, session.identityId, null);
        return succeed({ item: null });
      }
      const objects = await loadObjects(db, billing, session.identityId);
      const object = objects.find(({ account }) => account === chosen);
      if (object === undefined) return fail('common.notFound');
      await updateChosenAccount(db, session.identityId, chosen);
      return succeed({ item: object });
    }),

    route(addObject, (input, context) => addAccount({ db, config, keys, contactsOf }, input, context), {
      limit: 'tight',
    }),

    route(renameObject, (input, context) => renameOwnedObject({ db }, input, context)),

    route(dropObject, (input, context) => dropOwnedObject({ db }, input, context)),

    route(objectInfo, ({ account }, context) => showObjectInfo({ db }, account, context)),

    route(listAccess, ({ account }, context) => showAccess({ db }, account, context)),

    route(endAccess, (input, context) => endAccessOfPerson({ db }, input, context)),

    route(decideAccess, (input, context) => decideAccessRequest({ db }, input, context)),

    route(renewAccessCode, (input, context) => renewCode({ db }, input, context)),

    route(saveObject, (input, context) => saveObjectInfo({ db }, input, context)),
  ];
}
