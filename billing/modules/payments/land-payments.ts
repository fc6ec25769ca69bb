import { answer } from '#billing/api/define-module.ts';
import { PAYMENT_LAND } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { bookLanded } from './book-payment.ts';
import { movePayments } from './move-payments.ts';
import { lockConfirmedUntil } from './payment-store.ts';

/**
 * PAYMENT_LAND: the bank statement names the order, so landed money is matched at once. Safe on several nodes: payments
 * locked by another node are skipped.
 */
export const handlePaymentLand = handleModule(
  PAYMENT_LAND,
  ({ db, clock }) =>
    async ({ provider, confirmedUntil, limit }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const payments = await lockConfirmedUntil(
          transaction,
          provider,
          instantFromIso(confirmedUntil),
          limit,
        );
        const now = clock.now();
        const landedOn = kyivDateOf(now);
        await bookLanded(transaction, payments, now);
        const moves = payments.map((payment) => {
          return { payment, to: ['landed', 'matched'], evidence: { register: provider }, landedOn } as const;
        });
        await movePayments(transaction, moves, actor, now);
        return answer({ landed: payments.filter(({ partNumber }) => partNumber === 1).length });
      }),
);
