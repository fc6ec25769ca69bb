import { ACCOUNT_GET } from '#billing/api/accounts/accounts.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findAccountCard } from '#billing/modules/accounts/public.ts';
import { listFeedInMonths } from '#billing/modules/feed-in/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { moneyToWire } from '#domain/money.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';

/** ACCOUNT_GET: data of the information page of an object (base specification §7). */
export const handleAccountGet = handleModule(ACCOUNT_GET, ({ db, clock }) => async ({ accountNumber }) => {
  const [card, supplier, feedIn] = await Promise.all([
    findAccountCard(db, accountNumber, kyivDateOf(clock.now())),
    cachedSupplier(db),
    listFeedInMonths(db, accountNumber),
  ]);
  if (card === undefined) return refuse('common.notFound');
  const { contractedPowerWatts, meterCount: _, ...shown } = card;
  return answer({
    ...shown,
    contractedPowerKw: contractedPowerWatts / 1000,
    bank: {
      recipient: supplier?.name ?? '',
      edrpou: supplier?.edrpou ?? '',
      iban: supplier?.iban ?? '',
      bank: supplier?.bank_name ?? '',
    },
    feedInHistory: feedIn.map(({ period, generatedKwh, consumedKwh, amount }) => ({
      period,
      generatedKwh,
      consumedKwh,
      sum: moneyToWire(amount),
    })),
    responsibles: [...card.responsibles],
  });
});
