import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_RECEIPT_PDF } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { createReceiptDocument } from './document/receipt-document.ts';
import { toPaymentData } from './payment-record.ts';
import { listOrderOf, type Payment } from './payment-store.ts';

const drawReceiptDocument = drawnByWorker<typeof createReceiptDocument>(
  new URL('./document/receipt-document.ts', import.meta.url).href,
  'createReceiptDocument',
);

const statesWithReceipt: readonly Payment['state'][] = ['confirmed', 'landed', 'matched'];

/** Customer who held the account on the day of the payment; '' when not known. */
async function findPayer(db: BillingDatabase, accountNumber: string, paymentId: string): Promise<string> {
  const paidOn = sql`(p.started_at at time zone 'Europe/Kyiv')::date`;
  const { rows } = await typedSql({ name: text() })`
    select ${customerNameText} as name
    from billing.payment p
    join billing.account a on a.account_number = p.account_number
    join billing.customer c on c.customer_id = ${holderOn(paidOn)}
    where p.account_number = ${accountNumber} and p.payment_id = ${paymentId}::uuid`.execute(db);
  return rows[0]?.name ?? '';
}

/**
 * PAYMENT_RECEIPT_PDF: receipt of a confirmed payment, in transit or landed. Refuses payments.noReceipt before the
 * confirmation and after a return.
 */
export const handlePaymentReceiptPdf = handleModule(
  PAYMENT_RECEIPT_PDF,
  ({ db }) =>
    async ({ accountNumber, paymentId, mayShow, testProviders, proofUrl }) => {
      const [order, supplier, payer] = await Promise.all([
        listOrderOf(db, accountNumber, paymentId),
        cachedSupplier(db),
        findPayer(db, accountNumber, paymentId),
      ]);
      const payment = order.find((part) => part.paymentId === paymentId);
      if (payment === undefined || supplier === undefined) return refuse('common.notFound');
      if (!statesWithReceipt.includes(payment.state)) return refuse('payments.noReceipt');
      const { name, iban, edrpou, bank_name: bank, phones, mobile_phones: mobilePhones, email } = supplier;
      const shown = new Set([accountNumber, ...mayShow]);
      const content = await drawReceiptDocument({
        payment: toPaymentData(payment),
        parts: order.filter((part) => shown.has(part.accountNumber)).map(toPaymentData),
        isTest: testProviders.includes(payment.provider),
        supplier: { name, iban, edrpou, bank, email, phones: [...phones, ...mobilePhones] },
        payer,
        proofUrl,
      });
      return answer({
        fileName: `${fileNameOf('payment', payment.orderId)}.pdf`,
        content: content.toString('base64'),
      });
    },
);
