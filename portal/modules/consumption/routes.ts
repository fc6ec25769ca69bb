import { CONSUMPTION_HISTORY, ENTITY_CONSUMPTION } from '#billing/api/consumption.ts';
import { consumptionHistory, entityConsumption } from '#contract/consumption.ts';
import { mayUse } from '#contract/identity/company-roles.ts';
import { relay } from '#portal/http/call-result.ts';
import { companyPersonOf, limitOf, type PortalServices, type Route, route } from '#portal/http/route.ts';
import { listOwnedObjects } from '../accounts/public.ts';

/** The 13-month chart and its table (product.md §5), of a legal entity for all its accounts too. */
export function consumptionRoutes({ db }: PortalServices): Route[] {
  return [
    route(consumptionHistory, async ({ account }, { billing }) =>
      relay(await billing(CONSUMPTION_HISTORY, { accountNumber: account }), ({ months }) => ({ months })),
    ),

    route(entityConsumption, async ({ account }, { billing, session }) => {
      const accountNumbers =
        account === undefined
          ? (await listOwnedObjects(db, session.identityId)).map(({ accountNumber }) => accountNumber)
          : [account];
      const seesMoney = mayUse(companyPersonOf(session), 'money', 'read');
      const asked = { accountNumbers, ...limitOf(session) };
      return relay(await billing(ENTITY_CONSUMPTION, asked), ({ months }) => ({
        accounts: accountNumbers.length,
        months: seesMoney ? months : months.map((month) => ({ ...month, sum: null })),
      }));
    }),
  ];
}
