import { CONSUMPTION_HISTORY } from '#billing/api/consumption.ts';
import { consumptionHistory } from '#contract/consumption.ts';
import { relay } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

/** The 13-month chart and its table (product.md §5). */
export function consumptionRoutes(): Route[] {
  return [
    route(consumptionHistory, async ({ account }, { billing }) =>
      relay(await billing(CONSUMPTION_HISTORY, { accountNumber: account }), ({ months }) => ({ months })),
    ),
  ];
}
