import { BILL_GET, BILL_LIST } from '#billing/api/bills.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findDueNow } from '#billing/modules/ledger/public.ts';
import { moneyToWire } from '#domain/money.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { listBills } from './bill-store.ts';
import { billSummary, loadBill } from './load-bill.ts';

/** BILL_LIST: every bill that was made, newest first, with what of each is still due now. */
export const handleBillList = handleModule(BILL_LIST, ({ db, clock }) => async ({ accountNumber }) => {
  const [due, bills] = await Promise.all([
    findDueNow(db, accountNumber, kyivDateOf(clock.now())),
    listBills(db, accountNumber),
  ]);
  if (due === undefined) return refuse('common.notFound');
  return answer({ due: moneyToWire(due.energy), bills: bills.map((bill) => billSummary(bill, due)) });
});

/** BILL_GET: the same figures as on paper (product.md §8). */
export const handleBillGet = handleModule(BILL_GET, ({ db, clock }) => async ({ accountNumber, period }) => {
  const today = kyivDateOf(clock.now());
  const result = await loadBill(db, accountNumber, billingPeriod(period), today);
  return result.ok ? answer({ bill: result.data }) : result;
});
