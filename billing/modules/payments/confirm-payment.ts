import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_CONFIRM } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { moneyToWire, parseMoney } from '#domain/money.ts';
import { expectedLanding } from '#domain/payments/expected-landing.ts';
import { canMove } from '#domain/payments/payment-state.ts';
import { bookConfirmed } from './book-payment.ts';
import { insertPaymentEvents, movePayments } from './move-payments.ts';
import { toPaymentRecord } from './payment-record.ts';
import { findPaymentByOrder, hasEvidence } from './payment-store.ts';

const currencyOfSupplier = 'UAH';

/**
 * PAYMENT_CONFIRM (product.md §8, facts 5): the sum and the currency must be those that were started, to the kopiyka; a
 * replay changes nothing; money proved after a failure or an expiry counts. A mismatch is kept as evidence, once.
 */
export const handlePaymentConfirm = handleModule(
  PAYMENT_CONFIRM,
  ({ db, clock }) =>
    async ({ provider, orderId, amount, currency, providerReference, evidence }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const payment = await findPaymentByOrder(transaction, provider, orderId, true);
        if (payment === undefined) return refuse('common.notFound');
        const now = clock.now();

        if (parseMoney(amount) !== payment.amount || currency !== currencyOfSupplier) {
          const mismatch = {
            ...evidence,
            mismatch: { started: `${moneyToWire(payment.amount)} UAH`, told: `${amount} ${currency}` },
          };
          if (!(await hasEvidence(transaction, payment, mismatch))) {
            await insertPaymentEvents(
              transaction,
              [{ payment, to: [payment.state], evidence: mismatch }],
              now,
            );
          }
          return answer({ outcome: 'mismatch' as const, payment: toPaymentRecord(payment) });
        }
        if (!canMove(payment.state, 'confirmed')) {
          const taken = ['confirmed', 'landed', 'matched'].includes(payment.state);
          const outcome = taken ? ('already' as const) : ('ignored' as const);
          return answer({ outcome, payment: toPaymentRecord(payment) });
        }

        const expectedOn = expectedLanding(now);
        await bookConfirmed(transaction, payment, now);
        const move = { payment, to: ['confirmed'], evidence, expectedOn, providerReference } as const;
        await movePayments(transaction, [move], actor, now);
        const confirmed = { ...payment, state: 'confirmed', confirmedAt: now, expectedOn } as const;
        return answer({ outcome: 'confirmed' as const, payment: toPaymentRecord(confirmed) });
      }),
);
