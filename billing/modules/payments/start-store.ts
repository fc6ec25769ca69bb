import { sql } from 'kysely';
import { PAYMENT_START } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { auditInsert, isSameUse, requestIdInsert } from '#billing/modules/events/public.ts';
import { type ActKey, owedForActs } from '#billing/modules/violation-acts/public.ts';
import { type Kopiykas, kopiykas, moneyToWire, sumMoney } from '#domain/money.ts';
import { queryPauseMs } from '#domain/payments/query-pauses.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { type Payment, paymentColumns } from './payment-store.ts';

/** A part of an order to start. */
export interface NewPart {
  readonly accountNumber: string;
  readonly actNumber: string | null;
  readonly purpose: Payment['purpose'];
  readonly namedPeriod: string | null;
  readonly amount: Kopiykas;
}

/** Facts that decide whether an order may start. */
export interface StartFacts {
  /** Number of existing accounts among those requested. */
  readonly accountCount: number;
  /** Order already started by the request id. */
  readonly knownOrder: string | null;
  /** Whether the request id was used for a start of this account; null: not used. */
  readonly isSameUse: boolean | null;
  /** Order numbers of the first account in the month. */
  readonly orderIds: readonly string[];
  /** Start times of the first account's open orders, oldest first; epoch milliseconds. */
  readonly underWaySince: readonly number[];
  /** Orders of the first account started since `dayStart`. */
  readonly begunToday: number;
  /** Sum owed for an act; undefined: nothing, or no such act. */
  owedFor(act: ActKey): Kopiykas | undefined;
}

interface StartRow extends Omit<StartFacts, 'owedFor'> {
  readonly owed: readonly (ActKey & { readonly owed: string })[];
}

/** Reads the facts of a start in one statement. `orderPrefix` is the prefix of the month's order numbers. */
export async function findStartFacts(
  db: BillingDatabase,
  start: {
    readonly accountNumber: string;
    readonly requestId: string;
    readonly accounts: readonly string[];
    readonly acts: readonly ActKey[];
    readonly orderPrefix: string;
    readonly dayStart: Instant;
  },
): Promise<StartFacts> {
  const { accountNumber, requestId } = start;
  const { rows } = await sql<StartRow>`
    select (select count(*)::int from billing.account where account_number = any(${[...start.accounts]}::text[]))
        as "accountCount",
      (select order_id from billing.payment
        where account_number = ${accountNumber} and request_id = ${requestId} limit 1) as "knownOrder",
      ${isSameUse(PAYMENT_START, { requestId, accountNumber })} as "isSameUse",
      array(select order_id from billing.payment p
        where p.account_number = ${accountNumber} and starts_with(p.order_id, ${start.orderPrefix})) as "orderIds",
      array(select extract(epoch from started_at)::float8 * 1000 from billing.payment p
        where p.account_number = ${accountNumber} and p.part_number = 1 and p.state in ('started', 'sent')
        order by started_at) as "underWaySince",
      (select count(*)::int from billing.payment p where p.account_number = ${accountNumber} and p.part_number = 1
        and p.started_at >= ${instantToIso(start.dayStart)}::timestamptz) as "begunToday",
      coalesce((select jsonb_agg(jsonb_build_object('accountNumber', "accountNumber", 'actNumber', "actNumber",
        'owed', "owedKopiykas"::text)) from (${owedForActs(start.acts)}) act), '[]') as owed`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('select without a row');
  const { owed, ...facts } = row;
  const sums = new Map(owed.map((act) => [`${act.accountNumber} ${act.actNumber}`, kopiykas(act.owed)]));
  return { ...facts, owedFor: (act) => sums.get(`${act.accountNumber} ${act.actNumber}`) };
}

export interface NewOrder {
  readonly orderId: string;
  readonly requestId: string;
  readonly provider: string;
  readonly parts: readonly NewPart[];
  readonly startedAt: Instant;
}

/**
 * Inserts an order with the first transition of each part, the audit and the request id, in one statement: all or
 * nothing. undefined: a concurrent start took the order number or the request id.
 */
export async function insertOrder(
  db: BillingDatabase,
  order: NewOrder,
  actor: string,
): Promise<readonly Payment[] | undefined> {
  const { orderId, requestId, provider, startedAt } = order;
  const parts = order.parts.map((part, index) => ({
    ...part,
    paymentId: newId(),
    partNumber: index + 1,
    amount: part.amount.toString(),
  }));
  const total = sumMoney(order.parts.map(({ amount }) => amount));
  const firstQueryAt = (startedAt + queryPauseMs(0)) as Instant;
  const changes = order.parts.map(({ accountNumber, purpose, actNumber, amount }, index) => ({
    accountNumber,
    kind: 'payment.started',
    payload: { paymentId: parts[index]?.paymentId, provider, purpose, actNumber, sum: moneyToWire(amount) },
  }));
  const begin = sql`
    insert into billing.payment (account_number, payment_id, order_id, part_number, part_count, order_kopiykas, request_id,
      provider, purpose, act_number, named_period, amount_kopiykas, state, started_at, next_query_at)
    select "accountNumber", "paymentId", ${orderId}, "partNumber", ${parts.length}, ${total}, ${requestId}, ${provider},
      purpose, "actNumber", "namedPeriod", amount, 'started', ${instantToIso(startedAt)}::timestamptz,
      case "partNumber" when 1 then ${instantToIso(firstQueryAt)}::timestamptz end
    from part`;
  const [{ accountNumber = '' } = {}] = order.parts;
  const use = { requestId, accountNumber };
  // Only the first part can conflict with another start; the others depend on it.
  const { rows } = await sql<Payment>`
    with part as (
      select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as row ("accountNumber" text, "paymentId" uuid,
        "partNumber" smallint, purpose text, "actNumber" text, "namedPeriod" text, amount bigint)
    ), tied as (
      ${requestIdInsert(PAYMENT_START, use)}
    ), opened as (
      ${begin} where "partNumber" = 1 and (exists (select from tied) or ${isSameUse(PAYMENT_START, use)})
        on conflict do nothing returning *
    ), followed as (
      ${begin} where "partNumber" > 1 and exists (select from opened) returning *
    ), begun as (
      select * from opened union all select * from followed
    ), noted as (
      insert into billing.payment_event (account_number, payment_id, event_number, happened_at, to_state)
      select account_number, payment_id, 1, started_at, state from begun
    ), audited as (
      ${auditInsert(actor, changes, startedAt)} where exists (select from opened)
    )
    select ${paymentColumns} from begun order by part_number`.execute(db);
  return rows.length === 0 ? undefined : rows;
}
