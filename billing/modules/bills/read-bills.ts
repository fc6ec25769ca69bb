import { BILL_GET, BILL_LIST } from '#billing/api/bills.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { findBillingCondition, listBills } from './bill-store.ts';
import { billSummary, loadBill } from './load-bill.ts';

/** BILL_LIST: every bill that was made, newest first. */
export const handleBillList = handleModule(BILL_LIST, ({ db }) => async ({ accountNumber }) => {
  const [condition, bills] = await Promise.all([
    findBillingCondition(db, accountNumber),
    listBills(db, accountNumber),
  ]);
  return condition === undefined ? refuse('common.notFound') : answer({ bills: bills.map(billSummary) });
});

/** BILL_GET: the same figures as on paper (product.md §8). */
export const handleBillGet = handleModule(BILL_GET, ({ db }) => async ({ accountNumber, period }) => {
  const result = await loadBill(db, accountNumber, billingPeriod(period));
  return result.ok ? answer({ bill: result.data }) : result;
});
