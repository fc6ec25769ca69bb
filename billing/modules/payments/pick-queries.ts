import { sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { PAYMENT_PICK_QUERIES } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { queryPausesMinutes, refundClaimMs } from '#domain/payments/payment-orders.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int8, nullable, type RowOf, text, typedSql, uuid } from '#platform/database/typed-sql.ts';

/** Orders older than this are not queried any more. */
const maxDays = 30;

/**
 * Ended orders are queried this long. A refused payer may retry on the same page, and an expired order may have been
 * paid in its last minutes: if the report is lost, only a query finds the money.
 */
const endedHours = 48;

const queriedOrderColumns = {
  orderId: text(),
  providerReference: nullable(text()),
  amount: int8<Kopiykas>(),
  refundClaim: nullable(uuid()),
};
type QueriedOrder = RowOf<typeof queriedOrderColumns>;

/**
 * Selects due orders, longest due first, and postpones their next query; skips locked orders and those with an active
 * refund claim. For ended orders the pause is at least half their age, so that few queries cover days.
 */
async function pickQueries(
  db: BillingDatabase,
  provider: string,
  now: Instant,
  limit: number,
): Promise<readonly QueriedOrder[]> {
  const pauses = sql`${[...queryPausesMinutes]}::int[]`;
  const at = sql`${instantToIso(now)}::timestamptz`;
  const until = sql`${instantToIso((now + refundClaimMs) as Instant)}::timestamptz`;
  const pause = sql`make_interval(mins => (${pauses})[least(p.query_count + 2, cardinality(${pauses}))])`;
  const { rows } = await typedSql(queriedOrderColumns)`
    update billing.payment p set query_count = p.query_count + 1,
      next_query_at = case
        when p.state not in ('failed', 'expired') then ${at} + ${pause}
        when p.started_at > ${at} - make_interval(hours => ${endedHours})
          then ${at} + greatest(${pause}, (${at} - p.started_at) / 2) end,
      refund_claim = case when p.refund_asked_at is not null then gen_random_uuid() end,
      refund_claimed_until = case when p.refund_asked_at is not null then ${until} end
    from (
      select account_number, payment_id from billing.payment
      where provider = ${provider} and next_query_at <= ${at}
        and (refund_claimed_until is null or refund_claimed_until <= ${at})
        and coalesce(refund_asked_at, started_at)
          > ${at} - make_interval(days => ${maxDays})
      order by next_query_at limit ${limit} for update skip locked
    ) due
    where p.account_number = due.account_number and p.payment_id = due.payment_id
    returning p.order_id as "orderId", p.provider_reference as "providerReference",
      coalesce(p.order_kopiykas, p.amount_kopiykas) as amount, p.refund_claim as "refundClaim"`.execute(db);
  return rows;
}

/** PAYMENT_PICK_QUERIES: safe on several nodes at once; a lost query is repeated after the pause. */
export const handlePaymentPickQueries = handleModule(
  PAYMENT_PICK_QUERIES,
  ({ db, clock }) =>
    async ({ provider, limit }) => {
      const orders = await pickQueries(db, provider, clock.now(), limit);
      return answer({ orders: orders.map((order) => ({ ...order, amount: moneyToWire(order.amount) })) });
    },
);
