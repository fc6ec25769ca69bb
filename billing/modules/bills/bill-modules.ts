import { BILL_GET, BILL_LIST, BILL_PDF } from '#billing/api/bills.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findDueNow } from '#billing/modules/ledger/public.ts';
import type { BillData } from '#contract/values/bill.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { moneyToWire } from '#domain/money.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import { listBills } from './bill-store.ts';
import type { createBillDocument } from './document/bill-document.ts';
import { billSummary, loadBill } from './load-bill.ts';

const drawBillDocument = drawnByWorker<typeof createBillDocument>(
  new URL('./document/bill-document.ts', import.meta.url).href,
  'createBillDocument',
);

/** A bill whose code is masked; the sign of a code that was changed stays. */
function withoutCode(bill: BillData): BillData {
  const { customer } = bill;
  return { ...bill, customer: { ...customer, objectCode: customer.objectCode.replace(/./g, '*') } };
}

/** BILL_PDF: the figures of BILL_GET as a document (product.md §8). */
export const handleBillPdf = handleModule(
  BILL_PDF,
  ({ db, clock }) =>
    async ({ accountNumber, period, payUrl, hidesCode }) => {
      const result = await loadBill(db, accountNumber, billingPeriod(period), clock.now());
      if (!result.ok) return result;
      const bill = hidesCode ? withoutCode(result.data) : result.data;
      const document = await drawBillDocument(bill, payUrl);
      return answer({
        fileName: `${fileNameOf('bill', result.data.number)}.pdf`,
        content: document.toString('base64'),
      });
    },
);

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
export const handleBillGet = handleModule(
  BILL_GET,
  ({ db, clock }) =>
    async ({ accountNumber, period, hidesCode }) => {
      const result = await loadBill(db, accountNumber, billingPeriod(period), clock.now());
      if (!result.ok) return result;
      return answer({ bill: hidesCode ? withoutCode(result.data) : result.data });
    },
);
