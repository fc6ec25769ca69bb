import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_REFUND_ASK, PAYMENT_REFUND_SETTLE } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import {
  type AuditOrigin,
  auditInsert,
  claimRequestId,
  notifyOperators,
} from '#billing/modules/events/public.ts';
import { moneyToWire } from '#domain/money.ts';
import { queryPauseMs, refundClaimMs } from '#domain/payments/payment-orders.ts';
import { canMove } from '#domain/payments/payment-state.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { nullable, type RowOf, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { insertPaymentEvents } from './move-payments.ts';
import { toPaymentData } from './payment-record.ts';
import { lockOrder, lockOrderOf, type Payment } from './payment-store.ts';

/** The money was received, and its refund is not requested yet. */
export function canAskRefund({ state, refundAskedAt }: Payment): boolean {
  return canMove(state, 'refunded') && refundAskedAt === null;
}

/** Sets or clears the refund request of an order, with evidence and audit. */
async function markRefund(
  db: BillingDatabase,
  parts: readonly Payment[],
  request: { readonly reason: string; readonly at: Instant } | null,
  evidence: Readonly<Record<string, unknown>>,
  { now, ...by }: AuditOrigin & { readonly now: Instant },
): Promise<void> {
  const [first] = parts;
  if (first === undefined) return;
  const changes = parts.map(({ accountNumber, paymentId, provider, orderId, amount, state }) => ({
    accountNumber,
    kind: request === null ? 'payment.refundDropped' : 'payment.refundAsked',
    payload: { paymentId, provider, orderId, sum: moneyToWire(amount), state, ...evidence },
  }));
  const nextQueryAt = request === null ? null : instantToIso((request.at + queryPauseMs(0)) as Instant);
  await sql`
    with marked as (
      update billing.payment set refund_asked_at = ${request === null ? null : instantToIso(request.at)}::timestamptz,
        refund_reason = ${request?.reason ?? null}::text, query_count = 0,
        next_query_at = case part_number when 1 then ${nextQueryAt}::timestamptz end
      where order_id = ${first.orderId}
    )
    ${auditInsert(by, changes, now)}`.execute(db);
  await insertPaymentEvents(
    db,
    parts.map((payment) => ({ payment, to: [payment.state], evidence })),
    now,
  );
}

/** Refund request of an administrator with its result. */
const refundRequestColumns = {
  paymentId: uuid(),
  reason: text(),
  outcome: nullable(text<'asked' | 'byHand' | 'refunded' | 'refused'>()),
  refusal: nullable(text()),
};
type RefundRequest = RowOf<typeof refundRequestColumns>;

async function findRequest(
  db: BillingDatabase,
  accountNumber: string,
  requestId: string,
): Promise<RefundRequest | undefined> {
  const { rows } = await typedSql(refundRequestColumns)`
    select payment_id as "paymentId", reason, outcome, refusal from billing.refund_request
    where account_number = ${accountNumber} and request_id = ${requestId}`.execute(db);
  return rows[0];
}

/**
 * Sets who may call the provider and until when; null: nobody. Stored with the first part, whose lock is the lock of
 * the order.
 */
async function setClaim(db: BillingDatabase, orderId: string, claim: string | null, now: Instant) {
  const until = claim === null ? null : instantToIso((now + refundClaimMs) as Instant);
  await sql`
    update billing.payment set refund_claim = ${claim}::uuid, refund_claimed_until = ${until}::timestamptz
    where order_id = ${orderId} and part_number = 1`.execute(db);
}

/**
 * PAYMENT_REFUND_ASK: refund request of an operator, with a reason. Nothing is booked before the provider reports the
 * return; until then the request is repeated. The first caller gets the claim and calls the provider; all others get
 * the known result. Refuses payments.notRefundable when no money was received, and common.requestReused for the id of
 * another request.
 */
export const handlePaymentRefundAsk = handleModule(
  PAYMENT_REFUND_ASK,
  ({ db, clock }) =>
    async ({ accountNumber, paymentId, reason, requestId }, by) =>
      db.transaction().execute(async (transaction) => {
        const parts = await lockOrderOf(transaction, accountNumber, paymentId);
        const payment = parts.find((part) => part.paymentId === paymentId);
        if (payment === undefined) return refuse('common.notFound');
        const isBack = payment.state === 'refunded';
        const answerRequest = (
          claim: string | null,
          { outcome, refusal }: Pick<RefundRequest, 'outcome' | 'refusal'>,
        ) =>
          answer({
            payment: toPaymentData(payment),
            parts: parts.map(toPaymentData),
            claim,
            outcome,
            refusal,
          });

        const use = await claimRequestId(transaction, PAYMENT_REFUND_ASK, { requestId, accountNumber });
        if (use === 'taken') return refuse('common.requestReused');
        const known = await findRequest(transaction, accountNumber, requestId);
        if (known !== undefined) {
          if (known.paymentId !== paymentId || known.reason !== reason) return refuse('common.requestReused');
          return answerRequest(null, { ...known, outcome: known.outcome ?? (isBack ? 'refunded' : 'asked') });
        }
        const wasAsked = payment.refundAskedAt !== null;
        if (!canMove(payment.state, 'refunded') && !(isBack && wasAsked)) {
          return refuse('payments.notRefundable');
        }
        const now = clock.now();
        const outcome = wasAsked ? (isBack ? 'refunded' : 'asked') : null;
        await sql`
          insert into billing.refund_request (account_number, request_id, payment_id, order_id, reason, requested_at, outcome)
          values (${accountNumber}, ${requestId}, ${paymentId}, ${payment.orderId}, ${reason},
            ${instantToIso(now)}::timestamptz, ${outcome})`.execute(transaction);
        if (wasAsked) return answerRequest(null, { outcome, refusal: null });
        const claim = newId();
        await markRefund(transaction, parts, { reason, at: now }, { refundAsked: reason }, { ...by, now });
        await setClaim(transaction, payment.orderId, claim, now);
        return answerRequest(claim, { outcome: null, refusal: null });
      }),
);

/**
 * PAYMENT_REFUND_SETTLE: ends a claim. An expired claim that another caller has taken over changes nothing. After a
 * refusal its reason is stored, operators are notified, and the payment does not change.
 */
export const handlePaymentRefundSettle = handleModule(
  PAYMENT_REFUND_SETTLE,
  ({ db, clock }) =>
    async ({ provider, orderId, claim, outcome, refusal }, by) =>
      db.transaction().execute(async (transaction) => {
        const parts = await lockOrder(transaction, provider, orderId);
        const [first] = parts;
        if (first === undefined) return refuse('common.notFound');
        if (first.refundClaim !== claim) return answer({ payment: toPaymentData(first) });
        const now = clock.now();
        await setClaim(transaction, orderId, null, now);
        await sql`
          update billing.refund_request set outcome = ${outcome}, refusal = ${refusal}
          where order_id = ${orderId} and outcome is null`.execute(transaction);
        if (outcome === 'refused' && canMove(first.state, 'refunded')) {
          const evidence = { refundRefused: refusal };
          await markRefund(transaction, parts, null, evidence, { ...by, now });
          const { accountNumber, paymentId } = first;
          const subject = `${provider} ${orderId} ${instantToIso(now)}`;
          const facts = { ...evidence, provider, orderId, paymentId };
          const event = { kind: 'payment.refundRefused', subject, accountNumber, facts };
          await notifyOperators(transaction, [event], now);
        }
        return answer({ payment: toPaymentData(first) });
      }),
);
