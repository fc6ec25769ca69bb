import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_RECEIPT_PDF } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedPaymentLimits, cachedSupplier } from '#billing/modules/supplier/public.ts';
import { supplierQr } from '#domain/payments/supplier-qr.ts';
import { drawnByWorker } from '#platform/workers/drawing.ts';
import { paymentPurpose } from './document/payment-purpose.template.ts';
import type { createReceiptDocument } from './document/receipt-document.ts';
import { toPaymentRecord } from './payment-record.ts';
import { listOrderOf, type Payment } from './payment-store.ts';

const drawReceiptDocument = drawnByWorker<typeof createReceiptDocument>(
  new URL('./document/receipt-document.ts', import.meta.url).href,
  'createReceiptDocument',
);

const receipted: readonly Payment['state'][] = ['confirmed', 'landed', 'matched'];

/**
 * PAYMENT_RECEIPT_PDF: of money that is there or on its way. Refuses payments.noReceipt before that, and once it went back.
 */
export const handlePaymentReceiptPdf = handleModule(
  PAYMENT_RECEIPT_PDF,
  ({ db }) =>
    async ({ accountNumber, paymentId, mayShow, testProviders }) => {
      const [order, supplier, limits] = await Promise.all([
        listOrderOf(db, accountNumber, paymentId),
        cachedSupplier(db),
        cachedPaymentLimits(db),
      ]);
      const payment = order.find((part) => part.paymentId === paymentId);
      if (payment === undefined || supplier === undefined) return refuse('common.notFound');
      if (!receipted.includes(payment.state)) return refuse('payments.noReceipt');
      const { name, iban, edrpou, bank_name: bank, phones, mobile_phones: mobilePhones, email } = supplier;
      const shown = new Set([accountNumber, ...mayShow]);
      const { actNumber, namedPeriod: period, amount } = payment;
      const content = await drawReceiptDocument({
        payment: toPaymentRecord(payment),
        parts: order.filter((part) => shown.has(part.accountNumber)).map(toPaymentRecord),
        isTest: testProviders.includes(payment.provider),
        supplier: { name, iban, edrpou, bank, email, phones: [...phones, ...mobilePhones] },
        qr: supplierQr({
          recipient: name,
          iban,
          edrpou,
          amount,
          reference: accountNumber,
          purpose: paymentPurpose({ accountNumber, actNumber, drawnOn: null, period }),
          madeAt: payment.confirmedAt ?? payment.startedAt,
          limits,
        }),
      });
      return answer({ fileName: `payment-${payment.orderId}.pdf`, content: content.toString('base64') });
    },
);
