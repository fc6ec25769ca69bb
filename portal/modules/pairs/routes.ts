import { pairs } from '#contract/pairs.ts';
import { fail } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

/** The partner of a domain (base specification section 7). */
export function pairRoutes(): Route[] {
  return [route(pairs, async () => fail('common.serviceDown'), { limit: 'tight' })];
}
