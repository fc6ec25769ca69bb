import { BALANCE_GET } from '#billing/api/balance.ts';
import { personBalance } from '#contract/balance.ts';
import { relay } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import { balanceOnTheWire } from './balance-on-the-wire.ts';

/** The balance of an account. */
export function balanceRoutes(): Route[] {
  return [
    route(personBalance, async ({ account }, { billing }) =>
      relay(await billing(BALANCE_GET, { accountNumber: account }), (balance) => ({
        balance: balanceOnTheWire(balance),
      })),
    ),
  ];
}
