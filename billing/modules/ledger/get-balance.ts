import { BALANCE_GET } from '#billing/api/balance.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listUnpaidActs } from '#billing/modules/acts/public.ts';
import { kopiykas, moneyToWire } from '#domain/money.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { findBalance } from './ledger-store.ts';

/**
 * BALANCE_GET: a view of the ledger. The start of the month is what was booked for the periods before it, so that it is
 * the closing balance of the last bill, whenever that was made (product.md §7, facts 9.3).
 */
export const handleBalanceGet = handleModule(BALANCE_GET, ({ db, clock }) => async ({ accountNumber }) => {
  const [balance, acts] = await Promise.all([
    findBalance(db, accountNumber, periodOf(kyivDateOf(clock.now()))),
    listUnpaidActs(db, accountNumber),
  ]);
  if (balance === undefined) return refuse('common.notFound');
  return answer({
    now: moneyToWire(balance.receivable),
    monthStart: moneyToWire(balance.receivableBefore),
    afterExpectedCharge: moneyToWire(balance.receivable),
    inTransit: moneyToWire(balance.inTransit),
    inTransitUntil: balance.inTransitUntil,
    unpaidActs: acts.map((act) => ({
      actNumber: act.actNumber,
      drawnOn: act.drawnOn,
      dueOn: act.dueOn,
      owed: moneyToWire(kopiykas(act.owedKopiykas)),
    })),
  });
});
