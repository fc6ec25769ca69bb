import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { pairs } from '#contract/pairs.ts';
import { relay } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

/**
 * The partner of a domain: whatever the domain, the one supplier of this deployment (base specification §7). The domain is not
 * looked up, so the answer does not tell which domains exist.
 */
export function pairRoutes(): Route[] {
  return [
    route(
      pairs,
      async ({ domain }, { billing }) =>
        relay(await billing(SUPPLIER_GET, {}), ({ shortName }) => ({
          items: [{ name: domain, value: shortName }],
        })),
      { limit: 'tight' },
    ),
  ];
}
