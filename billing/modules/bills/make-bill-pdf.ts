import { BILL_PDF } from '#billing/api/bills.ts';
import { answer } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { createBillDocument } from './document/bill-document.ts';
import { loadBill } from './load-bill.ts';

const drawBillDocument = drawnByWorker<typeof createBillDocument>(
  new URL('./document/bill-document.ts', import.meta.url).href,
  'createBillDocument',
);

/** BILL_PDF: the figures of BILL_GET as a document (product.md §8). */
export const handleBillPdf = handleModule(
  BILL_PDF,
  ({ db, clock }) =>
    async ({ accountNumber, period, payUrl }) => {
      const result = await loadBill(db, accountNumber, billingPeriod(period), kyivDateOf(clock.now()));
      if (!result.ok) return result;
      const document = await drawBillDocument(result.data, payUrl);
      return answer({
        fileName: `${fileNameOf('bill', result.data.number)}.pdf`,
        content: document.toString('base64'),
      });
    },
);
