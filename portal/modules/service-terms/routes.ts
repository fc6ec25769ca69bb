import { getServiceQuality, listServiceTerms } from '#contract/service-terms.ts';
import { moneyToWire } from '#domain/money.ts';
import { latestExtension, termLeft } from '#domain/service-terms/legal-clock.ts';
import { failFields, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { termChangeRoutes } from './change-routes.ts';
import { cachedQuality } from './quality.ts';
import { loadServiceTerms } from './terms.ts';

/** What the supplier promises and how it keeps it, for anybody; its versions for the staff. */
export function serviceTermRoutes({ db }: PortalServices): Route[] {
  const qualities = cachedQuality(db);
  return [
    ...termChangeRoutes({ db }),
    route(
      listServiceTerms,
      async (_, { clock }) => {
        const terms = await loadServiceTerms(db);
        return succeed({
          standards: terms.promisedAt(clock.now()).map(({ term, standard }) => ({
            code: standard.code,
            ...standard.term,
            basis: standard.basis,
            validFrom: standard.validFrom,
            receivedOn: term.receivedOn,
            dueOn: term.dueOn,
            daysLeft: termLeft(term, clock.now()).daysLeft,
            extendableTo: latestExtension(term.receivedOn, term.dueOn, standard),
            compensation: standard.compensation && {
              household: moneyToWire(standard.compensation.amounts.household),
              smallBusiness: moneyToWire(standard.compensation.amounts.smallBusiness),
              other: moneyToWire(standard.compensation.amounts.other),
            },
          })),
        });
      },
      { limit: 'tight' },
    ),
    route(
      getServiceQuality,
      async ({ period }, { clock }) => {
        const quality = await qualities.get(period, clock.now());
        return quality ? succeed(quality) : failFields([{ path: 'period', code: 'field.invalid' }]);
      },
      { limit: 'tight' },
    ),
  ];
}
