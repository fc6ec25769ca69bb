import { ACCOUNT_GET } from '#billing/api/accounts.ts';
import { noChoice } from '#contract/fields.ts';
import { addObject, chooseApart, listObjects, objectInfo } from '#contract/objects.ts';
import { fail, relay, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { createSupplierContacts } from '../readings/public.ts';
import { addAccount } from './add-account.ts';
import { chosenItem } from './chosen-item.ts';
import { loadObjects } from './load-objects.ts';
import { findChosenAccount, updateChosenAccount } from './object-store.ts';

/** The objects of a person: list, choice, adding, information (base specification §4, §7). */
export function objectRoutes({ db, config }: PortalServices): Route[] {
  const contactsOf = createSupplierContacts();
  return [
    route(listObjects, async (_, { session, billing }) => {
      const accounts = await loadObjects(db, billing, session.identityId);
      const account = await findChosenAccount(db, session.identityId);
      return succeed({ accounts: [...accounts], account: account ?? '' });
    }),

    route(chooseApart, async ({ item }, { session, billing }) => {
      const chosen = chosenItem(item);
      if (chosen === undefined) return fail('common.badRequest');
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

    route(addObject, (input, context) => addAccount({ db, config, contactsOf }, input, context), {
      limit: 'tight',
    }),

    route(objectInfo, async ({ account }, { billing }) =>
      relay(await billing(ACCOUNT_GET, { accountNumber: account }), (card) => ({
        customer: {
          name: card.customerName,
          phone: card.phone,
          email: card.email,
          contractNumber: card.contractNumber,
          contractDate: card.contractDate,
          consumerEic: card.consumerEic,
          tariff: card.tariffTitle,
        },
        bankInfo: card.bank,
        place: {
          placeId: card.placeId,
          address: card.address,
          eic: card.placeId,
          contractedPowerKw: card.contractedPowerKw,
          heating: card.heating,
        },
        greenTarifHistories: card.feedInHistory,
        customerResponsibles: card.responsibles,
      })),
    ),
  ];
}
