import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import {
  type Columns,
  date,
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';

/** A stored part of an order. */
export interface Payment {
  readonly accountNumber: string;
  readonly paymentId: string;
  readonly orderId: string;
  /** Part number in the order, from 1. */
  readonly partNumber: number;
  readonly partCount: number;
  readonly provider: string;
  readonly purpose: 'energy' | 'violationAct';
  readonly actNumber: string | null;
  /** Month chosen by the payer. */
  readonly namedPeriod: string | null;
  readonly amount: Kopiykas;
  /** Sum of the whole order. */
  readonly orderAmount: Kopiykas;
  readonly state: PaymentState;
  readonly startedAt: Instant;
  readonly confirmedAt: Instant | null;
  readonly expectedOn: LocalDate | null;
  readonly landedOn: LocalDate | null;
  readonly payUrl: string | null;
  readonly payFields: Readonly<Record<string, string>> | null;
  readonly providerReference: string | null;
  /** Provider time of the newest applied status report. */
  readonly providerReportedAt: Instant | null;
  readonly refundAskedAt: Instant | null;
  readonly refundReason: string | null;
  /** Current refund claim; null: none. */
  readonly refundClaim: string | null;
}

export const paymentColumns: Columns<Payment> = {
  accountNumber: text(),
  paymentId: uuid(),
  orderId: text(),
  partNumber: int4(),
  partCount: int4(),
  provider: text(),
  purpose: text(),
  actNumber: nullable(text()),
  namedPeriod: nullable(text()),
  amount: int8(),
  orderAmount: int8(),
  state: text(),
  startedAt: timestamptz(),
  confirmedAt: nullable(timestamptz()),
  expectedOn: nullable(date()),
  landedOn: nullable(date()),
  payUrl: nullable(text()),
  payFields: nullable(json()),
  providerReference: nullable(text()),
  providerReportedAt: nullable(timestamptz()),
  refundAskedAt: nullable(timestamptz()),
  refundReason: nullable(text()),
  refundClaim: nullable(uuid()),
};

/** SQL of the columns of `Payment`. */
export const paymentSelectList = sql`account_number as "accountNumber", payment_id as "paymentId", order_id as "orderId",
  part_number as "partNumber", part_count as "partCount", provider, purpose, act_number as "actNumber",
  named_period as "namedPeriod", amount_kopiykas as amount,
  coalesce(order_kopiykas, amount_kopiykas) as "orderAmount", state, started_at as "startedAt",
  confirmed_at as "confirmedAt", expected_on as "expectedOn", landed_on as "landedOn", pay_url as "payUrl",
  pay_fields as "payFields", provider_reference as "providerReference", provider_reported_at as "providerReportedAt",
  refund_asked_at as "refundAskedAt", refund_reason as "refundReason", refund_claim as "refundClaim"`;

/** SQL that adds the rows of a relation as payments that landed, or are on their way, without an order of the portal. */
export const paymentsFrom = insertFrom(
  'billing.payment',
  `account_number, payment_id, order_id, request_id, provider, purpose, act_number, amount_kopiykas, state, started_at,
    confirmed_at, expected_on, landed_on, provider_reference`,
);

/** The same for parts of orders of any state in which money moved. */
export const orderPartsFrom = insertFrom(
  'billing.payment',
  `account_number, payment_id, order_id, part_number, part_count, order_kopiykas, request_id, provider, purpose, act_number,
    named_period, amount_kopiykas, state, started_at, confirmed_at, expected_on, landed_on, provider_reference`,
);

/** SQL that adds the rows of a relation to the evidence of payments; numbered per payment from 1. */
export const paymentEventsFrom = insertFrom(
  'billing.payment_event',
  'account_number, payment_id, event_number, happened_at, from_state, to_state, evidence',
);

/** SQL of the number of the last evidence of the payment of row `row`; 0: it has none. */
export const lastEventNumber = `(select coalesce(max(e.event_number), 0) from billing.payment_event e
  where e.account_number = row.account_number and e.payment_id = row.payment_id)`;

/**
 * SQL by which payments of a relation, which must be locked, are matched by a bank: `paid_on` is their day, `matched_at` the
 * moment. What was asked back is asked for on. Their money is booked by the ledger.
 */
export const matchPaymentsFrom = (relation: string): string => `
  update billing.payment p set state = 'matched', landed_on = row.paid_on, pay_fields = null,
    next_query_at = case when p.refund_asked_at is not null then p.next_query_at end,
    confirmed_at = coalesce(p.confirmed_at, row.matched_at), expected_on = coalesce(p.expected_on, row.paid_on)
  from ${relation} row where p.account_number = row.account_number and p.payment_id = row.payment_id`;

/** SQL by which orders of a relation that an import brought on their way, have landed at the bank; ends without `returning`. */
export const landImportedFrom = (relation: string): string => `
  update billing.payment payment set state = 'matched', landed_on = row.landed_on
  from ${relation} row
  where payment.order_id = row.order_id and payment.state = 'confirmed' and payment.landed_on is null`;

async function list(db: BillingDatabase, condition: RawBuilder<unknown>): Promise<readonly Payment[]> {
  const result = await typedSql(
    paymentColumns,
  )`select ${paymentSelectList} from billing.payment where ${condition}`.execute(db);
  return result.rows;
}

/** Parts of an order, in order; [] for an unknown order. */
export function listOrder(db: BillingDatabase, orderId: string): Promise<readonly Payment[]> {
  return list(db, sql`order_id = ${orderId} order by part_number`);
}

/** Like `listOrder`, locked until the transaction ends; part 1 is locked first. */
export function lockWholeOrder(db: BillingDatabase, orderId: string): Promise<readonly Payment[]> {
  return list(db, sql`order_id = ${orderId} order by part_number for update`);
}

/**
 * Locks the parts of an order of a provider until the transaction ends. Part 1 is locked first: its lock is the lock of
 * the order. [] when the provider has no such order.
 */
export function lockOrder(
  db: BillingDatabase,
  provider: string,
  orderId: string,
): Promise<readonly Payment[]> {
  return list(db, sql`order_id = ${orderId} and provider = ${provider} order by part_number for update`);
}

/** Locks several orders of a provider, in the order of their numbers. */
export function lockOrders(
  db: BillingDatabase,
  provider: string,
  orderIds: readonly string[],
): Promise<readonly Payment[]> {
  return list(
    db,
    sql`order_id = any(${[...orderIds]}::text[]) and provider = ${provider} order by order_id, part_number for update`,
  );
}

/** SQL condition: the order that contains this payment of the account, ordered by part. */
function isOrderOf(accountNumber: string, paymentId: string): RawBuilder<unknown> {
  return sql`order_id = (
      select order_id from billing.payment where account_number = ${accountNumber} and payment_id = ${paymentId}
    ) order by part_number`;
}

/** The order that contains this payment of the account; [] for an unknown payment. */
export function listOrderOf(
  db: BillingDatabase,
  accountNumber: string,
  paymentId: string,
): Promise<readonly Payment[]> {
  return list(db, isOrderOf(accountNumber, paymentId));
}

/** Like `listOrderOf`, locked until the transaction ends. */
export function lockOrderOf(
  db: BillingDatabase,
  accountNumber: string,
  paymentId: string,
): Promise<readonly Payment[]> {
  return list(db, sql`${isOrderOf(accountNumber, paymentId)} for update`);
}

/** Locks whole orders by a condition on their first part; skips locked ones. */
function pickOrders(db: BillingDatabase, pick: RawBuilder<unknown>): Promise<readonly Payment[]> {
  return list(
    db,
    sql`order_id in (
        select order_id from billing.payment where part_number = 1 and ${pick} for update skip locked
      ) order by order_id, part_number for update`,
  );
}

/** Locks orders in transit confirmed up to a given time, oldest first; skips locked ones. */
export function lockConfirmedUntil(
  db: BillingDatabase,
  provider: string,
  until: Instant,
  limit: number,
): Promise<readonly Payment[]> {
  return pickOrders(
    db,
    sql`provider = ${provider} and state = 'confirmed' and confirmed_at <= ${instantToIso(until)}::timestamptz
      order by confirmed_at limit ${limit}`,
  );
}

/**
 * Locks orders that wait for their provider since before a given time: of one provider, or of all but some; skips
 * locked ones.
 */
export function lockWaitingSince(
  db: BillingDatabase,
  startedUntil: Instant,
  whose: { readonly provider?: string | undefined; readonly butOf?: readonly string[] | undefined },
  limit: number,
): Promise<readonly Payment[]> {
  const { provider = null, butOf = [] } = whose;
  return pickOrders(
    db,
    sql`state in ('started', 'sent') and started_at <= ${instantToIso(startedUntil)}::timestamptz
      and (${provider}::text is null or provider = ${provider}::text) and provider <> all(${[...butOf]}::text[])
      order by started_at limit ${limit}`,
  );
}

/** Whether this evidence is already stored for the payment. */
export async function hasEvidence(
  db: BillingDatabase,
  payment: Payment,
  evidence: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const result = await sql`
    select 1 from billing.payment_event where account_number = ${payment.accountNumber}
      and payment_id = ${payment.paymentId} and evidence = ${JSON.stringify(evidence)}::jsonb limit 1`.execute(
    db,
  );
  return result.rows.length > 0;
}
