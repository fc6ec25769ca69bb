import { answer, type ModuleInput, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_START } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listUnpaidActs } from '#billing/modules/acts/public.ts';
import { insertAuditEntries } from '#billing/modules/events/public.ts';
import { type Kopiykas, moneyToWire, parseMoney } from '#domain/money.ts';
import { orderId, parseOrderId } from '#domain/payments/order-id.ts';
import { isPayableAmount } from '#domain/payments/payment-limits.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { newId } from '#platform/uuid.ts';
import { toPaymentRecord } from './payment-record.ts';
import {
  findPayment,
  findPaymentByRequest,
  insertPayment,
  listOrderIds,
  lockAccountForPayment,
} from './payment-store.ts';

type Start = ModuleInput<typeof PAYMENT_START>;

/** Why nothing can be paid so, or the sum. An act must be owed, and no more than is owed can be paid for it. */
async function findPayable(db: BillingDatabase, input: Start) {
  const amount = parseMoney(input.amount);
  if ((input.purpose === 'violationAct') !== (input.actNumber !== null)) return refuse('common.notFound');
  if (amount === undefined || !isPayableAmount(amount)) return refuse('payments.wrongAmount');
  if (input.actNumber === null) return answer(amount);
  const acts = await listUnpaidActs(db, input.accountNumber);
  const act = acts.find(({ actNumber }) => actNumber === input.actNumber);
  if (act === undefined) return refuse('common.notFound');
  if (amount > act.owedKopiykas) {
    return refuse('payments.wrongAmount', undefined, { most: moneyToWire(act.owedKopiykas as Kopiykas) });
  }
  return answer(amount);
}

/** The next order number of the account in this month; the account must be locked. */
async function nextOrderId(db: BillingDatabase, accountNumber: string, now: Instant): Promise<string> {
  const period = periodOf(kyivDateOf(now));
  const first = orderId({ accountNumber, period, attempt: 1 });
  const used = await listOrderIds(db, accountNumber, first.slice(0, -1));
  const last = Math.max(0, ...used.map((id) => parseOrderId(id)?.attempt ?? 0));
  return orderId({ accountNumber, period, attempt: last + 1 });
}

/**
 * PAYMENT_START (product.md §8): limits of the supplier, one payment per request id, an order number of its own for every
 * try. Refuses payments.wrongAmount, and common.notFound for an unknown account or an act that is not owed.
 */
export const handlePaymentStart = handleModule(
  PAYMENT_START,
  ({ db, clock }) =>
    async (input, { actor }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockAccountForPayment(transaction, input.accountNumber)))
          return refuse('common.notFound');
        const known = await findPaymentByRequest(transaction, input.accountNumber, input.requestId);
        if (known !== undefined) return answer({ payment: toPaymentRecord(known) });
        const payable = await findPayable(transaction, input);
        if (!payable.ok) return payable;

        const now = clock.now();
        const { accountNumber, provider, purpose, actNumber, requestId } = input;
        const paymentId = newId();
        await insertPayment(transaction, {
          accountNumber,
          paymentId,
          orderId: await nextOrderId(transaction, accountNumber, now),
          requestId,
          provider,
          purpose,
          actNumber,
          amount: payable.data,
          startedAt: now,
        });
        const payload = { paymentId, provider, purpose, actNumber, sum: moneyToWire(payable.data) };
        await insertAuditEntries(
          transaction,
          actor,
          [{ accountNumber, kind: 'payment.started', payload }],
          now,
        );
        const payment = await findPayment(transaction, accountNumber, paymentId);
        if (payment === undefined) throw new Error('a payment vanished while it was written');
        return answer({ payment: toPaymentRecord(payment) });
      }),
);
