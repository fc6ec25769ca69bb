import { sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { PAYMENT_FIND } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { canAskRefund } from './ask-refund.ts';
import { listPaymentEvents } from './payment-event-store.ts';
import { toPaymentRecord } from './payment-record.ts';
import { type Payment, paymentColumns } from './payment-store.ts';
import { toEventRecord } from './read-payments.ts';

const maxRows = 50;

/** Each of the three conditions has its own index. */
async function findPayments(db: BillingDatabase, query: string): Promise<readonly Payment[]> {
  const { rows } = await sql<Payment>`
    select ${paymentColumns} from billing.payment
    where account_number = ${query} or order_id = ${query} or provider_reference = ${query}
    order by started_at desc, order_id, part_number limit ${maxRows}`.execute(db);
  return rows;
}

/** PAYMENT_FIND: search for operators. */
export const handlePaymentFind = handleModule(PAYMENT_FIND, ({ db }) => async ({ query }) => {
  const payments = await findPayments(db, query.trim());
  const events = Map.groupBy(await listPaymentEvents(db, payments), ({ paymentId }) => paymentId);
  return answer({
    payments: payments.map((payment) => ({
      payment: toPaymentRecord(payment),
      refund:
        payment.refundAskedAt === null
          ? null
          : { askedAt: instantToIso(payment.refundAskedAt), reason: payment.refundReason ?? '' },
      canRefund: canAskRefund(payment),
      events: (events.get(payment.paymentId) ?? []).map(toEventRecord),
    })),
  });
});
