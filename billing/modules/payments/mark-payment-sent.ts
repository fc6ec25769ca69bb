import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_SENT } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { canMove } from '#domain/payments/payment-state.ts';
import { movePayments } from './move-payments.ts';
import { toPaymentRecord } from './payment-record.ts';
import { findPayment } from './payment-store.ts';

/** PAYMENT_SENT: the provider has the payment and says where it is paid. Said twice, the first address stays. */
export const handlePaymentSent = handleModule(
  PAYMENT_SENT,
  ({ db, clock }) =>
    async ({ accountNumber, paymentId, payUrl, providerReference }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const payment = await findPayment(transaction, accountNumber, paymentId, true);
        if (payment === undefined) return refuse('common.notFound');
        if (!canMove(payment.state, 'sent')) return answer({ payment: toPaymentRecord(payment) });
        const move = { payment, to: ['sent'], evidence: { payUrl }, providerReference, payUrl } as const;
        await movePayments(transaction, [move], actor, clock.now());
        return answer({ payment: toPaymentRecord({ ...payment, state: 'sent', payUrl }) });
      }),
);
