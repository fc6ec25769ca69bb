import { CUSTOM_INFO_GET } from '#billing/api/accounts.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listUnpaidActs } from '#billing/modules/acts/public.ts';
import { findLastChargedAt } from '#billing/modules/ledger/public.ts';
import { kopiykas, moneyToWire, sumMoney } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { findAccountCard } from './account-store.ts';

/** CUSTOM_INFO_GET: the short card that the cabinet keeps of the chosen account (base specification §7). */
export const handleCustomInfoGet = handleModule(
  CUSTOM_INFO_GET,
  ({ db, clock }) =>
    async ({ accountNumber }) => {
      const [card, acts, lastChargedAt] = await Promise.all([
        findAccountCard(db, accountNumber, kyivDateOf(clock.now())),
        listUnpaidActs(db, accountNumber),
        findLastChargedAt(db, accountNumber),
      ]);
      if (card === undefined) return refuse('common.notFound');
      return answer({
        accountNumber,
        address: card.address,
        customerName: card.customerName,
        contractNumber: card.contractNumber,
        tariffTitle: card.tariffTitle,
        meterCount: card.meterCount,
        lastChargedAt: lastChargedAt === undefined ? null : instantToIso(lastChargedAt),
        unpaidActs: {
          count: acts.length,
          sum: moneyToWire(sumMoney(acts.map((act) => kopiykas(act.owedKopiykas)))),
        },
      });
    },
);
