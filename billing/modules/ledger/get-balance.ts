import { BALANCE_GET } from '#billing/api/balance.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listUnpaidActs } from '#billing/modules/acts/public.ts';
import { conditionRefusal, findCurrentPeriod, forecastPeriod } from '#billing/modules/charges/public.ts';
import {
  addMoney,
  type Kopiykas,
  kopiykas,
  moneyToWire,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { findBalance } from './ledger-store.ts';

/**
 * What closing the period in progress is expected to change the debt by: charges, what of a recalculation is not booked yet,
 * benefits; nothing where there is nothing to charge.
 */
async function findExpectedCharge(
  db: BillingDatabase,
  accountNumber: string,
  today: LocalDate,
): Promise<Kopiykas> {
  const period = await findCurrentPeriod(db, today);
  const charged = await forecastPeriod(db, accountNumber, period);
  if (charged === undefined) return zeroMoney;
  const { bill, recalculationToBook, benefits } = charged;
  const granted = sumMoney(benefits.map(({ amount }) => amount));
  return subtractMoney(addMoney(bill.charged, recalculationToBook), granted);
}

/**
 * BALANCE_GET: a view of the ledger. The start of the month is what was booked for the periods before it, so that it is
 * the closing balance of the last bill, whenever that was made (product.md §7, facts 9.3). Where a calculation is refused by
 * the billing condition nothing is forecast either (decision 0044).
 */
export const handleBalanceGet = handleModule(BALANCE_GET, ({ db, clock }) => async ({ accountNumber }) => {
  const today = kyivDateOf(clock.now());
  const [balance, acts, expectedCharge] = await Promise.all([
    findBalance(db, accountNumber, periodOf(today)),
    listUnpaidActs(db, accountNumber),
    findExpectedCharge(db, accountNumber, today),
  ]);
  if (balance === undefined) return refuse('common.notFound');
  const noForecast = conditionRefusal(balance.condition) ?? null;
  const expected = noForecast === null ? expectedCharge : zeroMoney;
  return answer({
    now: moneyToWire(balance.receivable),
    monthStart: moneyToWire(balance.receivableBefore),
    afterExpectedCharge: moneyToWire(addMoney(balance.receivable, expected)),
    noForecast,
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
