import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_REFUND_ASK, PAYMENT_REFUND_DROP } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { auditInsert, tellOperators } from '#billing/modules/events/public.ts';
import { moneyToWire } from '#domain/money.ts';
import { canMove } from '#domain/payments/payment-state.ts';
import { queryPauseMs } from '#domain/payments/query-pauses.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { insertPaymentEvents } from './move-payments.ts';
import { toPaymentRecord } from './payment-record.ts';
import { lockOrder, lockOrderOf, type Payment } from './payment-store.ts';

/** Money is there, and nobody has asked for it back. */
export function canAskRefund({ state, refundAskedAt }: Payment): boolean {
  return canMove(state, 'refunded') && refundAskedAt === null;
}

/** Writes that the money of an order is asked back, or is not any more, with evidence and audit. */
async function markRefund(
  db: BillingDatabase,
  parts: readonly Payment[],
  asked: { readonly reason: string; readonly at: Instant } | null,
  evidence: Readonly<Record<string, unknown>>,
  { actor, now }: { readonly actor: string; readonly now: Instant },
): Promise<void> {
  const [first] = parts;
  if (first === undefined) return;
  const changes = parts.map(({ accountNumber, paymentId, provider, orderId, amount, state }) => ({
    accountNumber,
    kind: asked === null ? 'payment.refundDropped' : 'payment.refundAsked',
    payload: { paymentId, provider, orderId, sum: moneyToWire(amount), state, ...evidence },
  }));
  const askAt = asked === null ? null : instantToIso((asked.at + queryPauseMs(0)) as Instant);
  await sql`
    with marked as (
      update billing.payment set refund_asked_at = ${asked === null ? null : instantToIso(asked.at)}::timestamptz,
        refund_reason = ${asked?.reason ?? null}::text, query_count = 0,
        next_query_at = case part_number when 1 then ${askAt}::timestamptz end
      where order_id = ${first.orderId}
    )
    ${auditInsert(actor, changes, now)}`.execute(db);
  await insertPaymentEvents(
    db,
    parts.map((payment) => ({ payment, to: [payment.state], evidence })),
    now,
  );
}

/**
 * PAYMENT_REFUND_ASK: an operator, with a reason. Nothing is booked before the provider says that the money went back; until
 * then it is asked again and again. Refuses payments.notRefundable where no money is there.
 */
export const handlePaymentRefundAsk = handleModule(
  PAYMENT_REFUND_ASK,
  ({ db, clock }) =>
    async ({ accountNumber, paymentId, reason }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const parts = await lockOrderOf(transaction, accountNumber, paymentId);
        const payment = parts.find((part) => part.paymentId === paymentId);
        if (payment === undefined) return refuse('common.notFound');
        if (!canMove(payment.state, 'refunded')) return refuse('payments.notRefundable');
        if (canAskRefund(payment)) {
          const now = clock.now();
          const evidence = { refundAsked: reason };
          await markRefund(transaction, parts, { reason, at: now }, evidence, { actor, now });
        }
        return answer({ payment: toPaymentRecord(payment), parts: parts.map(toPaymentRecord) });
      }),
);

/** PAYMENT_REFUND_DROP: the provider has said no; what it said is kept, and the money stays where it is. */
export const handlePaymentRefundDrop = handleModule(
  PAYMENT_REFUND_DROP,
  ({ db, clock }) =>
    async ({ provider, orderId, evidence }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const parts = await lockOrder(transaction, provider, orderId);
        const [first] = parts;
        if (first === undefined) return refuse('common.notFound');
        const stands = first.refundAskedAt !== null && canMove(first.state, 'refunded');
        if (stands) {
          const now = clock.now();
          await markRefund(transaction, parts, null, evidence, { actor, now });
          const { accountNumber, paymentId } = first;
          const subject = `${provider} ${orderId} ${instantToIso(now)}`;
          const facts = { ...evidence, provider, orderId, paymentId };
          const event = { kind: 'payment.refundRefused', subject, accountNumber, facts };
          await tellOperators(transaction, [event], now);
        }
        return answer({ payment: toPaymentRecord(first) });
      }),
);
