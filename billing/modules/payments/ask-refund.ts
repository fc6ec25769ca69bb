import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_REFUND_ASK, PAYMENT_REFUND_SETTLE } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { auditInsert, claimRequestId, tellOperators } from '#billing/modules/events/public.ts';
import { moneyToWire } from '#domain/money.ts';
import { canMove } from '#domain/payments/payment-state.ts';
import { queryPauseMs, refundClaimMs } from '#domain/payments/query-pauses.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
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

/** A request of an administrator, and what came of it. */
interface RefundRequest {
  readonly paymentId: string;
  readonly reason: string;
  readonly outcome: 'asked' | 'byHand' | 'refunded' | 'refused' | null;
  readonly refusal: string | null;
}

async function findRequest(
  db: BillingDatabase,
  accountNumber: string,
  requestId: string,
): Promise<RefundRequest | undefined> {
  const { rows } = await sql<RefundRequest>`
    select payment_id as "paymentId", reason, outcome, refusal from billing.refund_request
    where account_number = ${accountNumber} and request_id = ${requestId}`.execute(db);
  return rows[0];
}

/** Who asks the provider, until when; null: nobody any more. Of the first part, which holds the order. */
async function setClaim(db: BillingDatabase, orderId: string, claim: string | null, now: Instant) {
  const until = claim === null ? null : instantToIso((now + refundClaimMs) as Instant);
  await sql`
    update billing.payment set refund_claim = ${claim}::uuid, refund_claimed_until = ${until}::timestamptz
    where order_id = ${orderId} and part_number = 1`.execute(db);
}

/**
 * PAYMENT_REFUND_ASK: an operator, with a reason. Nothing is booked before the provider says that the money went back; until
 * then it is asked again and again. Whoever asks for it first has the claim and goes on to the provider; all others learn what
 * is known. Refuses payments.notRefundable where no money is there, and common.requestReused for a request id that was another
 * request's.
 */
export const handlePaymentRefundAsk = handleModule(
  PAYMENT_REFUND_ASK,
  ({ db, clock }) =>
    async ({ accountNumber, paymentId, reason, requestId }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const parts = await lockOrderOf(transaction, accountNumber, paymentId);
        const payment = parts.find((part) => part.paymentId === paymentId);
        if (payment === undefined) return refuse('common.notFound');
        const isBack = payment.state === 'refunded';
        const said = (
          claim: string | null,
          { outcome, refusal }: Pick<RefundRequest, 'outcome' | 'refusal'>,
        ) =>
          answer({
            payment: toPaymentRecord(payment),
            parts: parts.map(toPaymentRecord),
            claim,
            outcome,
            refusal,
          });

        const use = await claimRequestId(transaction, PAYMENT_REFUND_ASK, { requestId, accountNumber });
        if (use === 'taken') return refuse('common.requestReused');
        const known = await findRequest(transaction, accountNumber, requestId);
        if (known !== undefined) {
          if (known.paymentId !== paymentId || known.reason !== reason) return refuse('common.requestReused');
          return said(null, { ...known, outcome: known.outcome ?? (isBack ? 'refunded' : 'asked') });
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
        if (wasAsked) return said(null, { outcome, refusal: null });
        const claim = newId();
        await markRefund(transaction, parts, { reason, at: now }, { refundAsked: reason }, { actor, now });
        await setClaim(transaction, payment.orderId, claim, now);
        return said(claim, { outcome: null, refusal: null });
      }),
);

/**
 * PAYMENT_REFUND_SETTLE: ends a claim. Whoever comes after its end, because another one asks by now, changes nothing. Where the
 * provider said no, what it said is kept, operators are told, and the money stays where it is.
 */
export const handlePaymentRefundSettle = handleModule(
  PAYMENT_REFUND_SETTLE,
  ({ db, clock }) =>
    async ({ provider, orderId, claim, outcome, refusal }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const parts = await lockOrder(transaction, provider, orderId);
        const [first] = parts;
        if (first === undefined) return refuse('common.notFound');
        if (first.refundClaim !== claim) return answer({ payment: toPaymentRecord(first) });
        const now = clock.now();
        await setClaim(transaction, orderId, null, now);
        await sql`
          update billing.refund_request set outcome = ${outcome}, refusal = ${refusal}
          where order_id = ${orderId} and outcome is null`.execute(transaction);
        if (outcome === 'refused' && canMove(first.state, 'refunded')) {
          const evidence = { refundRefused: refusal };
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
