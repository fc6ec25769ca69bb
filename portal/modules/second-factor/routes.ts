import { passSecondFactor, resendSecondFactor } from '#contract/auth.ts';
import { beginSecondFactor, disableSecondFactor, enableSecondFactor } from '#contract/second-factor.ts';
import { fail } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

/** The second step of a way in, and setting it up (product.md section 4). */
export function secondFactorRoutes(): Route[] {
  return [
    route(passSecondFactor, async () => fail('common.serviceDown'), { limit: 'tight' }),
    route(resendSecondFactor, async () => fail('common.serviceDown'), { limit: 'tight' }),
    route(beginSecondFactor, async () => fail('common.serviceDown')),
    route(disableSecondFactor, async () => fail('common.serviceDown')),
    route(enableSecondFactor, async () => fail('common.serviceDown')),
  ];
}
