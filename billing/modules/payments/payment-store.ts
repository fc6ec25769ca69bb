import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

export interface Payment {
  readonly accountNumber: string;
  readonly paymentId: string;
  readonly orderId: string;
  readonly provider: string;
  readonly purpose: 'energy' | 'violationAct';
  readonly actNumber: string | null;
  readonly amount: Kopiykas;
  readonly state: PaymentState;
  readonly startedAt: Instant;
  readonly confirmedAt: Instant | null;
  readonly expectedOn: LocalDate | null;
  readonly landedOn: LocalDate | null;
  readonly payUrl: string | null;
}

const columns = sql`account_number as "accountNumber", payment_id as "paymentId", order_id as "orderId", provider,
  purpose, act_number as "actNumber", amount_kopiykas as amount, state, started_at as "startedAt",
  confirmed_at as "confirmedAt", expected_on as "expectedOn", landed_on as "landedOn", pay_url as "payUrl"`;

async function list(db: BillingDatabase, condition: RawBuilder<unknown>): Promise<readonly Payment[]> {
  const result = await sql<Payment>`select ${columns} from billing.payment where ${condition}`.execute(db);
  return result.rows;
}

/** One payment of an account; with `lock` it is held until the transaction ends. */
export async function findPayment(
  db: BillingDatabase,
  accountNumber: string,
  paymentId: string,
  lock = false,
): Promise<Payment | undefined> {
  const held = lock ? sql` for update` : sql``;
  const found = await list(db, sql`account_number = ${accountNumber} and payment_id = ${paymentId}${held}`);
  return found[0];
}

/** The payment that a provider knows by an order number; with `lock` it is held until the transaction ends. */
export async function findPaymentByOrder(
  db: BillingDatabase,
  provider: string,
  orderId: string,
  lock = false,
): Promise<Payment | undefined> {
  const held = lock ? sql` for update` : sql``;
  return (await list(db, sql`order_id = ${orderId} and provider = ${provider}${held}`))[0];
}

/** The payment that a request id began. */
export async function findPaymentByRequest(
  db: BillingDatabase,
  accountNumber: string,
  requestId: string,
): Promise<Payment | undefined> {
  return (await list(db, sql`account_number = ${accountNumber} and request_id = ${requestId}`))[0];
}

/** The latest payments of an account, newest first. */
export function listPayments(
  db: BillingDatabase,
  accountNumber: string,
  limit: number,
): Promise<readonly Payment[]> {
  return list(
    db,
    sql`account_number = ${accountNumber} order by started_at desc, payment_id desc limit ${limit}`,
  );
}

/** Locks payments on their way that were confirmed up to a moment, oldest first; those that others hold are left out. */
export function lockConfirmedUntil(
  db: BillingDatabase,
  provider: string,
  until: Instant,
  limit: number,
): Promise<readonly Payment[]> {
  return list(
    db,
    sql`provider = ${provider} and state = 'confirmed' and confirmed_at <= ${instantToIso(until)}::timestamptz
      order by confirmed_at limit ${limit} for update skip locked`,
  );
}

/** Locks payments that wait for their provider since before a moment; those that others hold are left out. */
export function lockWaitingSince(
  db: BillingDatabase,
  startedUntil: Instant,
  limit: number,
): Promise<readonly Payment[]> {
  return list(
    db,
    sql`state in ('started', 'sent') and started_at <= ${instantToIso(startedUntil)}::timestamptz
      order by started_at limit ${limit} for update skip locked`,
  );
}

/** Payments started before a moment that wait for their provider, newest first. */
export function listWaitingSince(
  db: BillingDatabase,
  startedUntil: Instant,
  limit: number,
): Promise<readonly Payment[]> {
  return list(
    db,
    sql`state in ('started', 'sent') and started_at <= ${instantToIso(startedUntil)}::timestamptz
      order by started_at desc limit ${limit}`,
  );
}

/** Order numbers of an account that begin so. */
export async function listOrderIds(
  db: BillingDatabase,
  accountNumber: string,
  prefix: string,
): Promise<readonly string[]> {
  const result = await sql<{ orderId: string }>`select order_id as "orderId" from billing.payment
    where account_number = ${accountNumber} and starts_with(order_id, ${prefix})`.execute(db);
  return result.rows.map((row) => row.orderId);
}

export interface NewPayment extends Pick<Payment, 'accountNumber' | 'paymentId' | 'orderId' | 'provider'> {
  readonly requestId: string;
  readonly purpose: Payment['purpose'];
  readonly actNumber: string | null;
  readonly amount: Kopiykas;
  readonly startedAt: Instant;
}

/** Writes a payment that begins, with the first of its moves. */
export async function insertPayment(db: BillingDatabase, payment: NewPayment): Promise<void> {
  await sql`
    with begun as (
      insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, act_number,
        amount_kopiykas, state, started_at)
      values (${payment.accountNumber}, ${payment.paymentId}, ${payment.orderId}, ${payment.requestId},
        ${payment.provider}, ${payment.purpose}, ${payment.actNumber}, ${payment.amount}, 'started',
        ${instantToIso(payment.startedAt)}::timestamptz)
      returning *
    )
    insert into billing.payment_event (account_number, payment_id, event_number, happened_at, to_state)
    select account_number, payment_id, 1, started_at, state from begun`.execute(db);
}

/** Holds the account, so that its payments begin one after the other; false: no such account. */
export async function lockAccountForPayment(db: BillingDatabase, accountNumber: string): Promise<boolean> {
  const result = await sql`
    select 1 from billing.account where account_number = ${accountNumber} for no key update`.execute(db);
  return result.rows.length > 0;
}

/** Whether a payment has this evidence already. */
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
