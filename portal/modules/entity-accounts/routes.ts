import { chooseEntityAccount, entityMeter, listEntityAccounts } from '#contract/entity.ts';
import { fail } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

/** The accounts of an entity (base specification section 7). */
export function entityAccountRoutes(): Route[] {
  return [
    route(chooseEntityAccount, async () => fail('common.serviceDown')),
    route(entityMeter, async () => fail('common.serviceDown')),
    route(listEntityAccounts, async () => fail('common.serviceDown')),
  ];
}
