import { sql } from 'kysely';
import { answer, type ModuleInput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_START } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { isOfEntity } from '#billing/modules/accounts/public.ts';
import { type AuditOrigin, auditInsert, isSameUse, requestIdInsert } from '#billing/modules/events/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { type ActKey, owedForActs } from '#billing/modules/violation-acts/public.ts';
import {
  addMoney,
  formatMoney,
  type Kopiykas,
  kopiykas,
  moneyToWire,
  parseMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { orderId, parseOrderId } from '#domain/payments/order-id.ts';
import {
  agreedPaymentLimits,
  isPayableAmount,
  type OrderLimits,
  orderExpiryMinutes,
  type PaymentLimits,
  queryPauseMs,
} from '#domain/payments/payment-orders.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { formatMoment, kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, formatDate } from '#domain/time/local-date.ts';
import {
  bool,
  float8Array,
  int4,
  json,
  nullable,
  text,
  textArray,
  typedSql,
} from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { toPaymentData } from './payment-record.ts';
import { listOrder, type Payment, paymentColumns, paymentSelectList } from './payment-store.ts';

/** A part of an order to start. */
interface NewPart {
  readonly accountNumber: string;
  readonly actNumber: string | null;
  readonly purpose: Payment['purpose'];
  readonly namedPeriod: string | null;
  readonly amount: Kopiykas;
}

/** Facts that decide whether an order may start. */
interface StartFacts {
  /** Number of existing accounts among those requested. */
  readonly accountCount: number;
  /** Whether the first account is of a legal entity. */
  readonly isEntity: boolean;
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
async function findStartFacts(
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
  const { rows } = await typedSql<StartRow>({
    owed: json(),
    accountCount: int4(),
    isEntity: bool(),
    knownOrder: nullable(text()),
    isSameUse: nullable(bool()),
    orderIds: textArray(),
    underWaySince: float8Array(),
    begunToday: int4(),
  })`
    select (select count(*)::int from billing.account where account_number = any(${[...start.accounts]}::text[]))
        as "accountCount",
      ${isOfEntity(accountNumber)} as "isEntity",
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

interface NewOrder {
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
async function insertOrder(
  db: BillingDatabase,
  order: NewOrder,
  by: AuditOrigin,
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
    subject: { paymentId: parts[index]?.paymentId },
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
  const { rows } = await typedSql(paymentColumns)`
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
      ${auditInsert(by, changes, startedAt)} where exists (select from opened)
    )
    select ${paymentSelectList} from begun order by part_number`.execute(db);
  return rows.length === 0 ? undefined : rows;
}

type Start = ModuleInput<typeof PAYMENT_START>;
type PartInput = Omit<Start, 'provider' | 'also' | 'requestId'>;

/** Concurrent orders of one account get their numbers one after another. */
const MAX_ATTEMPTS = 50;

/** Refusal of the sum of an order; the limits of the base specification have their own agreed text. */
function refuseSum(limits: PaymentLimits) {
  const { least, most } = limits;
  if (least === agreedPaymentLimits.least && most === agreedPaymentLimits.most) {
    return refuse('payments.wrongAmount');
  }
  return refuse('payments.outsideLimits', { least: formatMoney(least), most: formatMoney(most) });
}

/** A validated part, or a refusal. An act must be owed, and the sum must not exceed what is owed for it. */
function validatePart(input: PartInput, facts: StartFacts, limits: PaymentLimits): ModuleResult<NewPart> {
  const { account: accountNumber, purpose, actNumber = null } = input;
  const amount = parseMoney(input.sum);
  if ((purpose === 'violationAct') !== (actNumber !== null)) return refuse('common.notFound');
  if (amount === undefined || amount <= zeroMoney) return refuseSum(limits);
  const part = { accountNumber, purpose, actNumber, amount };
  if (actNumber === null) return answer({ ...part, namedPeriod: input.period ?? null });
  const owed = facts.owedFor({ accountNumber, actNumber });
  if (owed === undefined) return refuse('common.notFound');
  if (amount > owed) return refuse('payments.wrongAmount', undefined, { most: moneyToWire(owed) });
  return answer({ ...part, namedPeriod: null });
}

/** The validated parts of an order, or a refusal; the limits apply to the whole sum. */
function validateOrder(
  inputs: readonly PartInput[],
  facts: StartFacts,
  limits: PaymentLimits,
): ModuleResult<readonly NewPart[]> {
  const parts: NewPart[] = [];
  let total = zeroMoney;
  for (const input of inputs) {
    const part = validatePart(input, facts, limits);
    if (!part.ok) return part;
    parts.push(part.data);
    total = addMoney(total, part.data.amount);
  }
  return isPayableAmount(total, limits) ? answer(parts) : refuseSum(limits);
}

const minuteMs = 60_000;

/**
 * Refusal of too many orders of the account; undefined: another one may start. An unpaid order expires after a day and
 * no longer counts.
 */
function refuseOrderCount({ underWaySince, begunToday }: StartFacts, limits: OrderLimits, now: Instant) {
  const refuseUntil = (
    code: 'payments.tooManyUnderWay' | 'payments.tooManyToday',
    n: number,
    until: Instant,
  ) => {
    const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000));
    const params = { n, date: formatDate(kyivDateOf(until)), moment: formatMoment(until) };
    return refuse(code, params, { retryAfterSeconds });
  };
  // The order whose expiry makes room for a new one.
  const oldest = underWaySince[underWaySince.length - limits.underWay];
  if (oldest !== undefined) {
    const until = (oldest + orderExpiryMinutes * minuteMs) as Instant;
    return refuseUntil('payments.tooManyUnderWay', limits.underWay, until);
  }
  if (begunToday < limits.perDay) return undefined;
  return refuseUntil('payments.tooManyToday', limits.perDay, kyivMidnight(addDays(kyivDateOf(now), 1)));
}

/** Whether two parts pay the same thing. */
function hasDuplicates(parts: readonly PartInput[]): boolean {
  const keys = parts.map(({ account, purpose, actNumber, period }) =>
    JSON.stringify([account, purpose, actNumber, actNumber === undefined ? period : null]),
  );
  return new Set(keys).size < keys.length;
}

/** The next attempt number after the used ones. */
function nextAttempt(orderIds: readonly string[]): number {
  return 1 + Math.max(0, ...orderIds.map((id) => parseOrderId(id)?.attempt ?? 0));
}

/** Whether an order pays the same parts through the same provider. */
function isSameOrder(known: readonly Payment[], provider: string, inputs: readonly PartInput[]): boolean {
  return (
    known.length === inputs.length &&
    inputs.every((input, index) => {
      const part = known[index];
      return (
        part?.provider === provider &&
        part.accountNumber === input.account &&
        part.purpose === input.purpose &&
        part.actNumber === (input.actNumber ?? null) &&
        part.amount === parseMoney(input.sum) &&
        (input.actNumber !== undefined || part.namedPeriod === (input.period ?? null))
      );
    })
  );
}

function answerOrder(parts: readonly Payment[]) {
  const [first] = parts;
  if (first === undefined) throw new Error('order without parts');
  return answer({ payment: toPaymentData(first), parts: parts.map(toPaymentData) });
}

/**
 * PAYMENT_START (product.md §8): limits of the supplier, one order per request id, a new order number for every
 * attempt: a start that loses the number to a concurrent one takes the next. Starts all parts or none. Refuses
 * payments.wrongAmount (payments.outsideLimits when the supplier has its own limits); common.notFound for an unknown
 * account, an act that is not owed, or a repeated part; payments.tooManyUnderWay and payments.tooManyToday when the
 * account has too many orders; common.requestReused for another order under a used request id.
 */
export const handlePaymentStart = handleModule(PAYMENT_START, ({ db, clock }) => async (input, by) => {
  const { also = [], provider, requestId, ...firstPart } = input;
  const inputs: readonly PartInput[] = [firstPart, ...also];
  if (hasDuplicates(inputs)) return refuse('common.notFound');
  const now = clock.now();
  const { account: accountNumber } = firstPart;
  const month = { accountNumber, period: periodOf(kyivDateOf(now)) };
  const accounts = [...new Set(inputs.map((part) => part.account))];
  const start = {
    accountNumber,
    requestId,
    accounts,
    acts: inputs.flatMap(({ account, actNumber }) =>
      actNumber === undefined ? [] : [{ accountNumber: account, actNumber }],
    ),
    orderPrefix: orderId({ ...month, attempt: 1 }).slice(0, -1),
    dayStart: kyivMidnight(kyivDateOf(now)),
  };
  const { person: ofPersons, entity: ofEntities, orders: orderLimits } = (await rulesAt(db, now)).payments;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const facts = await findStartFacts(db, start);
    if (facts.accountCount < accounts.length) return refuse('common.notFound');
    if (facts.knownOrder !== null) {
      const known = await listOrder(db, facts.knownOrder);
      return isSameOrder(known, provider, inputs) ? answerOrder(known) : refuse('common.requestReused');
    }
    if (facts.isSameUse === false) return refuse('common.requestReused');
    const parts = validateOrder(inputs, facts, facts.isEntity ? ofEntities : ofPersons);
    if (!parts.ok) return parts;
    const tooMany = refuseOrderCount(facts, orderLimits, now);
    if (tooMany !== undefined) return tooMany;
    const inserted = await insertOrder(
      db,
      {
        orderId: orderId({ ...month, attempt: nextAttempt(facts.orderIds) }),
        requestId,
        provider,
        parts: parts.data,
        startedAt: now,
      },
      by,
    );
    if (inserted !== undefined) return answerOrder(inserted);
  }
  throw new Error(`no free order number after ${MAX_ATTEMPTS} attempts`);
});
