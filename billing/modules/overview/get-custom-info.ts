import { CUSTOM_INFO_GET } from '#billing/api/accounts/accounts.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findAccountCard } from '#billing/modules/accounts/public.ts';
import { findDueNow, findLastChargedAt } from '#billing/modules/ledger/public.ts';
import { moneyToWire } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';

/** CUSTOM_INFO_GET: the short card of the chosen account (base specification §7). */
export const handleCustomInfoGet = handleModule(
  CUSTOM_INFO_GET,
  ({ db, clock }) =>
    async ({ accountNumber }) => {
      const today = kyivDateOf(clock.now());
      const [card, due, lastChargedAt] = await Promise.all([
        findAccountCard(db, accountNumber, today),
        findDueNow(db, accountNumber, today),
        findLastChargedAt(db, accountNumber),
      ]);
      if (card === undefined || due === undefined) return refuse('common.notFound');
      return answer({
        accountNumber,
        address: card.address,
        customerName: card.customerName,
        phone: card.phone,
        contractNumber: card.contractNumber,
        tariffTitle: card.tariffTitle,
        meterCount: card.meterCount,
        lastChargedAt: lastChargedAt === undefined ? null : instantToIso(lastChargedAt),
        unpaidActs: { count: due.acts.length, sum: moneyToWire(due.forActs) },
      });
    },
);
