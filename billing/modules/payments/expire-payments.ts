import { answer } from '#billing/api/define-module.ts';
import { PAYMENT_EXPIRE } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { movePayments } from './move-payments.ts';
import { lockWaitingSince } from './payment-store.ts';

/** PAYMENT_EXPIRE: expires unpaid orders. Money that the provider proves later still counts. */
export const handlePaymentExpire = handleModule(
  PAYMENT_EXPIRE,
  ({ db, clock }) =>
    async ({ startedUntil, limit, ...whose }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const payments = await lockWaitingSince(transaction, instantFromIso(startedUntil), whose, limit);
        const moves = payments.map((payment) => ({ payment, to: ['expired'], evidence: {} }) as const);
        await movePayments(transaction, moves, actor, clock.now());
        return answer({ expired: payments.filter(({ partNumber }) => partNumber === 1).length });
      }),
);
