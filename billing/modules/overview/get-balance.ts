import { BALANCE_GET, DUE_LIST } from '#billing/api/balance.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { conditionRefusal, findCurrentPeriod, forecastPeriod } from '#billing/modules/charges/public.ts';
import { findBalance, listDueNow, toDueNow } from '#billing/modules/ledger/public.ts';
import { addMoney, type Kopiykas, moneyToWire, subtractMoney, sumMoney, zeroMoney } from '#domain/money.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

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
  const [balance, expectedCharge] = await Promise.all([
    findBalance(db, accountNumber, periodOf(today)),
    findExpectedCharge(db, accountNumber, today),
  ]);
  if (balance === undefined) return refuse('common.notFound');
  const noForecast = conditionRefusal(balance.condition) ?? null;
  const expected = noForecast === null ? expectedCharge : zeroMoney;
  const due = toDueNow(balance.dueState, today);
  const now = subtractMoney(due.energy, due.overpaid);
  return answer({
    now: moneyToWire(now),
    monthStart: moneyToWire(balance.receivableBefore),
    afterExpectedCharge: moneyToWire(addMoney(now, expected)),
    noForecast,
    inTransit: moneyToWire(balance.inTransit),
    inTransitUntil: balance.inTransitUntil,
    unpaidActs: due.acts.map(({ actNumber, drawnOn, dueOn, amount }) => ({
      actNumber,
      drawnOn,
      dueOn,
      owed: moneyToWire(amount),
    })),
  });
});

/** DUE_LIST: for whatever tells many customers what to pay, in one statement. */
export const handleDueList = handleModule(DUE_LIST, ({ db, clock }) => async ({ accountNumbers }) => {
  const dues = await listDueNow(db, accountNumbers, kyivDateOf(clock.now()));
  return answer({
    accounts: dues.map(({ accountNumber, energy, forActs, overpaid }) => ({
      accountNumber,
      energy: moneyToWire(energy),
      acts: moneyToWire(forActs),
      overpaid: moneyToWire(overpaid),
    })),
  });
});
