import type * as z from 'zod/mini';
import { BALANCE_GET, ENTITY_BALANCE } from '#billing/api/balance.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { type balanceSchema, entityBalance, personBalance } from '#contract/balance.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import { toAccountBalance } from '#domain/ledger/account-balance.ts';
import { type Kopiykas, moneyFromWire, moneyToWire, subtractMoney } from '#domain/money.ts';
import { relayRefusal, succeed } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import { createSupplierContacts, textOf } from '#portal/modules/readings/public.ts';

/** Nothing is "0", as the base specification has it (§3). */
function figure(sum: Kopiykas): string {
  return sum === 0n ? '0' : moneyToWire(sum);
}

/**
 * The balance in the words of the base specification: debts and overpayments apart (facts 9.3). Where no charge can be
 * expected `endDebet` is its default "0" and `noForecast` says why.
 */
function toBalanceDto(
  balance: ModuleOutput<typeof BALANCE_GET>,
  contacts: MessageParams,
): z.infer<typeof balanceSchema> {
  const { noForecast } = balance;
  const current = moneyFromWire(balance.now);
  const shown = toAccountBalance({
    beginning: moneyFromWire(balance.monthStart),
    current,
    expectedCharge: subtractMoney(moneyFromWire(balance.afterExpectedCharge), current),
  });
  return {
    debet: figure(shown.debet),
    credit: figure(shown.credit),
    beginDebet: figure(shown.beginDebet),
    endDebet: noForecast === null ? figure(shown.endDebet) : '0',
    ...(noForecast !== null && {
      noForecast: { code: noForecast, message: textOf(noForecast, contacts) },
    }),
    beginCredit: figure(shown.beginCredit),
    inTransit: balance.inTransit,
    inTransitUntil: balance.inTransitUntil,
    debetAct: { items: balance.unpaidActs },
    // Set by a browser that finds debet or credit empty; the server never leaves them so.
    ballanceError: false,
  };
}

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
    route(entityBalance, async ({ account, on }, context) => {
      const result = await context.billing(ENTITY_BALANCE, { accountNumber: account, on });
      return result.ok ? succeed({ balance: result.data }) : relayRefusal(result);
    }),
  ];
}
