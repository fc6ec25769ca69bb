import { BALANCE_GET } from '#billing/api/balance.ts';
import { personBalance } from '#contract/balance.ts';
import { relayRefusal, succeed } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import { createSupplierContacts } from '../readings/public.ts';
import { toBalanceDto } from './balance-dto.ts';

/** The balance of an account. */
export function balanceRoutes(): Route[] {
  const contactsOf = createSupplierContacts();
  return [
    route(personBalance, async ({ account }, context) => {
      const result = await context.billing(BALANCE_GET, { accountNumber: account });
      if (!result.ok) return relayRefusal(result);
      const contacts = result.data.noForecast === null ? {} : await contactsOf(context);
      return succeed({ balance: toBalanceDto(result.data, contacts) });
    }),
  ];
}
