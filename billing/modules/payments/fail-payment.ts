import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_FAIL } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { canMove } from '#domain/payments/payment-state.ts';
import { movePayments } from './move-payments.ts';
import { toPaymentRecord } from './payment-record.ts';
import { findPaymentByOrder } from './payment-store.ts';

/** PAYMENT_FAIL: no money was taken. A refusal that comes after the money is ignored (product.md §8). */
export const handlePaymentFail = handleModule(
  PAYMENT_FAIL,
  ({ db, clock }) =>
    async ({ provider, orderId, providerReference, evidence }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const payment = await findPaymentByOrder(transaction, provider, orderId, true);
        if (payment === undefined) return refuse('common.notFound');
        if (!canMove(payment.state, 'failed')) {
          const outcome = payment.state === 'failed' ? ('already' as const) : ('ignored' as const);
          return answer({ outcome, payment: toPaymentRecord(payment) });
        }
        const move = { payment, to: ['failed'], evidence, providerReference } as const;
        await movePayments(transaction, [move], actor, clock.now());
        return answer({
          outcome: 'failed' as const,
          payment: toPaymentRecord({ ...payment, state: 'failed' }),
        });
      }),
);
