import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { unpaidActs } from '#billing/modules/acts/public.ts';
import { auditInsert } from '#billing/modules/events/public.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
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
  readonly providerReference: string | null;
}

/** The columns of a payment, as `Payment` names them. */
export const paymentColumns = sql`account_number as "accountNumber", payment_id as "paymentId", order_id as "orderId", provider,
  purpose, act_number as "actNumber", amount_kopiykas as amount, state, started_at as "startedAt",
  confirmed_at as "confirmedAt", expected_on as "expectedOn", landed_on as "landedOn", pay_url as "payUrl",
  provider_reference as "providerReference"`;

async function list(db: BillingDatabase, condition: RawBuilder<unknown>): Promise<readonly Payment[]> {
  const result = await sql<Payment>`select ${paymentColumns} from billing.payment where ${condition}`.execute(
    db,
  );
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

/** What beginning a payment depends on. */
export interface StartFacts {
  /** The payment that the request id began already. */
  readonly known: Payment | undefined;
  /** Order numbers that the account has used in the month. */
  readonly orderIds: readonly string[];
  /** What is owed for the act, kopiykas; null: no act is named, or nothing is owed for it. */
  readonly owedKopiykas: bigint | null;
}

/** The facts of a start in one statement; undefined: no such account. `orderPrefix` begins the order numbers of the month. */
export async function findStartFacts(
  db: BillingDatabase,
  start: Pick<NewPayment, 'accountNumber' | 'requestId' | 'actNumber'> & { readonly orderPrefix: string },
): Promise<StartFacts | undefined> {
  const { rows } = await sql<Payment & Omit<StartFacts, 'known'>>`
    select known.*, array(select order_id from billing.payment p
        where p.account_number = a.account_number and starts_with(p.order_id, ${start.orderPrefix})) as "orderIds",
      (select "owedKopiykas" from (${unpaidActs(start.accountNumber)}) act
        where act."actNumber" = ${start.actNumber}) as "owedKopiykas"
    from billing.account a
    left join lateral (
      select ${paymentColumns} from billing.payment p
      where p.account_number = a.account_number and p.request_id = ${start.requestId}
    ) known on true
    where a.account_number = ${start.accountNumber}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { orderIds, owedKopiykas, ...known } = row;
  return { known: known.paymentId === null ? undefined : known, orderIds, owedKopiykas };
}

export interface NewPayment extends Pick<Payment, 'accountNumber' | 'paymentId' | 'orderId' | 'provider'> {
  readonly requestId: string;
  readonly purpose: Payment['purpose'];
  readonly actNumber: string | null;
  readonly amount: Kopiykas;
  readonly startedAt: Instant;
}

/**
 * Writes a payment that begins, with the first of its moves and the audit, in one statement. undefined: another one took
 * the order number or the request id meanwhile, and nothing is written.
 */
export async function insertPayment(
  db: BillingDatabase,
  payment: NewPayment,
  actor: string,
): Promise<Payment | undefined> {
  const { accountNumber, paymentId, provider, purpose, actNumber, amount, startedAt } = payment;
  const payload = { paymentId, provider, purpose, actNumber, sum: moneyToWire(amount) };
  const started = { accountNumber, kind: 'payment.started', payload };
  const { rows } = await sql<Payment>`
    with begun as (
      insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, act_number,
        amount_kopiykas, state, started_at)
      values (${accountNumber}, ${paymentId}, ${payment.orderId}, ${payment.requestId}, ${provider}, ${purpose},
        ${actNumber}, ${amount}, 'started', ${instantToIso(startedAt)}::timestamptz)
      on conflict do nothing
      returning *
    ), noted as (
      insert into billing.payment_event (account_number, payment_id, event_number, happened_at, to_state)
      select account_number, payment_id, 1, started_at, state from begun
    ), audited as (
      ${auditInsert(actor, [started], startedAt)} where exists (select from begun)
    )
    select ${paymentColumns} from begun`.execute(db);
  return rows[0];
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
