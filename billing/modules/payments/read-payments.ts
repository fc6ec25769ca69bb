import { answer, refuse } from '#billing/api/define-module.ts';
import {
  PAYMENT_FIND_BY_ORDER,
  PAYMENT_GET,
  PAYMENT_LIST,
  PAYMENT_LIST_WAITING,
} from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { moneyToWire } from '#domain/money.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { listPayments, sumPayments } from './payment-history-store.ts';
import { toPaymentRecord } from './payment-record.ts';
import { findPayment, findPaymentByOrder, listWaitingSince, type Payment } from './payment-store.ts';

function answerOne(payment: Payment | undefined) {
  return payment === undefined ? refuse('common.notFound') : answer({ payment: toPaymentRecord(payment) });
}

/** PAYMENT_GET: where one payment stands. */
export const handlePaymentGet = handleModule(
  PAYMENT_GET,
  ({ db }) =>
    async ({ accountNumber, paymentId }) => {
      return answerOne(await findPayment(db, accountNumber, paymentId));
    },
);

/** PAYMENT_FIND_BY_ORDER: for callbacks and pages of providers, which know our order number only. */
export const handlePaymentFindByOrder = handleModule(
  PAYMENT_FIND_BY_ORDER,
  ({ db }) =>
    async ({ provider, orderId }) =>
      answerOne(await findPaymentByOrder(db, provider, orderId)),
);

/** PAYMENT_LIST: newest first, in parts by the key of the last one (decision 0032). */
export const handlePaymentList = handleModule(
  PAYMENT_LIST,
  ({ db }) =>
    async ({ limit, after, ...filter }) => {
      const found = await listPayments(db, filter, { after, limit: limit + 1 });
      const { count, amount } = await sumPayments(db, filter);
      const page = found.slice(0, limit);
      return answer({
        payments: page.map(({ payment }) => toPaymentRecord(payment)),
        next: found.length > limit ? (page.at(-1)?.place ?? null) : null,
        totals: { count, amount: moneyToWire(amount) },
      });
    },
);

/** PAYMENT_LIST_WAITING: whom to ask where a payment stands. */
export const handlePaymentListWaiting = handleModule(
  PAYMENT_LIST_WAITING,
  ({ db }) =>
    async ({ startedUntil, limit }) => {
      const payments = await listWaitingSince(db, instantFromIso(startedUntil), limit);
      return answer({ payments: payments.map(toPaymentRecord) });
    },
);
