import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_FIND_BY_ORDER, PAYMENT_GET, PAYMENT_LIST } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listDebtEventsOf } from '#billing/modules/ledger/public.ts';
import { allocateAccount } from '#domain/ledger/allocate-account.ts';
import { moneyToWire, zeroMoney } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { listPaymentEvents, type PaymentEvent } from './payment-event-store.ts';
import { listPayments, sumPayments } from './payment-history-store.ts';
import { toPaymentRecord } from './payment-record.ts';
import { listOrder, listOrderOf } from './payment-store.ts';

/** An event as function modules answer it. */
export function toEventRecord({ from, state, happenedAt, evidence }: PaymentEvent) {
  return { from, state, happenedAt: instantToIso(happenedAt), evidence };
}

/**
 * PAYMENT_GET: where one payment stands, with its order and its moves. What it settles is derived of the whole ledger of the
 * account, so that it is always what the debts say (decision 0047); of an act nothing is.
 */
export const handlePaymentGet = handleModule(
  PAYMENT_GET,
  ({ db }) =>
    async ({ accountNumber, paymentId }) => {
      const parts = await listOrderOf(db, accountNumber, paymentId);
      const payment = parts.find((part) => part.paymentId === paymentId);
      if (payment === undefined) return refuse('common.notFound');
      const [events, debts] = await Promise.all([
        listPaymentEvents(db, [payment]),
        payment.purpose === 'energy' ? listDebtEventsOf(db, accountNumber) : [],
      ]);
      const allocation = allocateAccount(debts).payments.get(paymentId);
      return answer({
        payment: toPaymentRecord(payment),
        parts: parts.map(toPaymentRecord),
        events: events.map(toEventRecord),
        settles: (allocation?.settled ?? []).map(({ period, amount }) => ({
          period,
          amount: moneyToWire(amount),
        })),
        advance: moneyToWire(allocation?.advance ?? zeroMoney),
      });
    },
);

/** PAYMENT_FIND_BY_ORDER: for callbacks and pages of providers, which know our order number only. */
export const handlePaymentFindByOrder = handleModule(
  PAYMENT_FIND_BY_ORDER,
  ({ db }) =>
    async ({ provider, orderId }) => {
      const [first] = await listOrder(db, orderId);
      if (first === undefined || first.provider !== provider) return refuse('common.notFound');
      return answer({ payment: toPaymentRecord(first) });
    },
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
