import { answer, refuse } from '#billing/api/define-module.ts';
import { READING_RECEIPT_PDF } from '#billing/api/readings.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { drawnByWorker } from '#platform/workers/drawing.ts';
import type { createReceiptDocument } from './document/receipt-document.ts';
import type { ReceiptOnPaper, ReceiptState } from './document/receipt-on-paper.ts';
import { findReceipt, type ReceiptRow } from './receipt-store.ts';

const drawReceiptDocument = drawnByWorker<typeof createReceiptDocument>(
  new URL('./document/receipt-document.ts', import.meta.url).href,
  'createReceiptDocument',
);

/** In this order the strongest state of the registers speaks for the receipt. */
const states: readonly ReceiptState[] = ['rejected', 'superseded', 'underReview'];

/** As zones stand under each other. */
const zones: readonly Zone[] = ['single', 'peak', 'halfPeak', 'day', 'night'];

/** READING_RECEIPT_PDF: the receipt that a reading was answered with, as a document (product.md §5). */
export const handleReadingReceiptPdf = handleModule(
  READING_RECEIPT_PDF,
  ({ db }) =>
    async ({ accountNumber, receiptNumber }) => {
      const [found, supplier] = await Promise.all([
        findReceipt(db, accountNumber, receiptNumber),
        cachedSupplier(db),
      ]);
      if (found === undefined || supplier === undefined) return refuse('common.notFound');
      const document = await drawReceiptDocument({
        accountNumber,
        receipt: found.given.receipt,
        state: states.find((state) => found.states.includes(state)) ?? 'accepted',
        reason: found.reason,
        customer: { name: found.customerName, address: found.address },
        meter: { serial: found.meterSerial, type: found.meterType, digitCapacity: found.digitCapacity },
        registers: registersOf(found),
        supplier: {
          name: supplier.name,
          phones: [...supplier.phones, ...supplier.mobile_phones],
          email: supplier.email,
        },
      });
      return answer({
        fileName: `reading-${accountNumber}-${receiptNumber}.pdf`,
        content: document.toString('base64'),
      });
    },
);

/** The values of the receipt, each with the way that was judged of it last. */
function registersOf({ given, judged }: ReceiptRow): ReceiptOnPaper['registers'] {
  const { values } = given.receipt;
  return zones.flatMap((zone) => {
    const value = values[zone];
    if (value === undefined) return [];
    const of = judged.findLast((one) => one.zone === zone);
    const kwh = of?.value === value ? of.kwh : null;
    return [{ zone, value, previousValue: of?.previousValue ?? null, kwh }];
  });
}
