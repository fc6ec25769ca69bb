import { answer, type ModuleInput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_START } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type Kopiykas, kopiykas, moneyToWire, parseMoney } from '#domain/money.ts';
import { orderId, parseOrderId } from '#domain/payments/order-id.ts';
import { isPayableAmount } from '#domain/payments/payment-limits.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { newId } from '#platform/uuid.ts';
import { toPaymentRecord } from './payment-record.ts';
import { findStartFacts, insertPayment, type StartFacts } from './payment-store.ts';

type Start = ModuleInput<typeof PAYMENT_START>;

/** Payments of one account that begin at the same moment take their order numbers one after the other. */
const MOST_TRIES = 50;

/** Why nothing can be paid so, or the sum. An act must be owed, and no more than is owed can be paid for it. */
function judgePayable(input: Start, { owedKopiykas }: StartFacts): ModuleResult<Kopiykas> {
  const amount = parseMoney(input.amount);
  if ((input.purpose === 'violationAct') !== (input.actNumber !== null)) return refuse('common.notFound');
  if (amount === undefined || !isPayableAmount(amount)) return refuse('payments.wrongAmount');
  if (input.actNumber === null) return answer(amount);
  if (owedKopiykas === null) return refuse('common.notFound');
  if (amount > owedKopiykas) {
    return refuse('payments.wrongAmount', undefined, { most: moneyToWire(kopiykas(owedKopiykas)) });
  }
  return answer(amount);
}

/** The next number after those that were used. */
function nextAttempt(orderIds: readonly string[]): number {
  return 1 + Math.max(0, ...orderIds.map((id) => parseOrderId(id)?.attempt ?? 0));
}

/**
 * PAYMENT_START (product.md §8): limits of the supplier, one payment per request id, an order number of its own for every
 * try: whoever loses the number to another start takes the next. Refuses payments.wrongAmount, and common.notFound for an
 * unknown account or an act that is not owed.
 */
export const handlePaymentStart = handleModule(PAYMENT_START, ({ db, clock }) => async (input, { actor }) => {
  const { accountNumber, provider, purpose, actNumber, requestId } = input;
  const now = clock.now();
  const month = { accountNumber, period: periodOf(kyivDateOf(now)) };
  const orderPrefix = orderId({ ...month, attempt: 1 }).slice(0, -1);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const facts = await findStartFacts(db, { accountNumber, requestId, actNumber, orderPrefix });
    if (facts === undefined) return refuse('common.notFound');
    if (facts.known !== undefined) return answer({ payment: toPaymentRecord(facts.known) });
    const payable = judgePayable(input, facts);
    if (!payable.ok) return payable;
    const begun = await insertPayment(
      db,
      {
        accountNumber,
        paymentId: newId(),
        orderId: orderId({ ...month, attempt: nextAttempt(facts.orderIds) }),
        requestId,
        provider,
        purpose,
        actNumber,
        amount: payable.data,
        startedAt: now,
      },
      actor,
    );
    if (begun !== undefined) return answer({ payment: toPaymentRecord(begun) });
  }
  throw new Error('no order number was free');
});
