import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_SENT } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { canMove } from '#domain/payments/payment-state.ts';
import { movePayments } from './move-payments.ts';
import { toPaymentRecord } from './payment-record.ts';
import { lockOrderOf } from './payment-store.ts';

/** PAYMENT_SENT: stores the payment URL from the provider. A repeated call does not change it. */
export const handlePaymentSent = handleModule(
  PAYMENT_SENT,
  ({ db, clock }) =>
    async ({ accountNumber, paymentId, payUrl, payFields = null, providerReference }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const parts = await lockOrderOf(transaction, accountNumber, paymentId);
        const [first] = parts;
        if (first === undefined) return refuse('common.notFound');
        const marked = { payUrl, payFields, providerReference };
        const isNew = canMove(first.state, 'sent');
        if (isNew) {
          const moves = parts.map((payment) => {
            return { payment, to: ['sent'], evidence: { payUrl }, ...marked } as const;
          });
          await movePayments(transaction, moves, actor, clock.now());
        }
        const shown = isNew ? parts.map((part) => ({ ...part, state: 'sent' as const, ...marked })) : parts;
        const payment = shown.find((part) => part.paymentId === paymentId) ?? first;
        return answer({ payment: toPaymentRecord(payment), parts: shown.map(toPaymentRecord) });
      }),
);
