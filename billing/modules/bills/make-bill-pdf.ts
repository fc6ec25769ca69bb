import { BILL_PDF } from '#billing/api/bills.ts';
import { answer } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { createBillDocument } from './document/bill-document.ts';
import { loadBill } from './load-bill.ts';

/** BILL_PDF: the figures of BILL_GET as a document (product.md §8). */
export const handleBillPdf = handleModule(BILL_PDF, ({ db }) => async ({ accountNumber, period, payUrl }) => {
  const result = await loadBill(db, accountNumber, billingPeriod(period));
  if (!result.ok) return result;
  const document = await createBillDocument(result.data, payUrl);
  return answer({ fileName: `bill-${result.data.number}.pdf`, content: document.toString('base64') });
});
