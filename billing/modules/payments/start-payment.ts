import { answer, type ModuleInput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_START } from '#billing/api/payments.ts';
import { handleModule } from '#billing/module-handler.ts';
import { cachedOrderLimits, cachedPaymentLimits } from '#billing/modules/supplier/public.ts';
import { addMoney, formatMoney, moneyToWire, parseMoney, zeroMoney } from '#domain/money.ts';
import { orderId, parseOrderId } from '#domain/payments/order-id.ts';
import {
  defaultPaymentLimits,
  isPayableAmount,
  type OrderLimits,
  type PaymentLimits,
} from '#domain/payments/payment-limits.ts';
import { orderExpiryMinutes } from '#domain/payments/query-pauses.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays, formatDate } from '#domain/time/local-date.ts';
import { toPaymentRecord } from './payment-record.ts';
import { listOrder, type Payment } from './payment-store.ts';
import { findStartFacts, insertOrder, type NewPart, type StartFacts } from './start-store.ts';

type Start = ModuleInput<typeof PAYMENT_START>;
type PartInput = Omit<Start, 'provider' | 'also' | 'requestId'>;

/** Concurrent orders of one account get their numbers one after another. */
const MAX_ATTEMPTS = 50;

/** Refusal of the sum of an order; the default limits have their own agreed text. */
function refuseSum(limits: PaymentLimits) {
  const { least, most } = limits;
  if (least === defaultPaymentLimits.least && most === defaultPaymentLimits.most) {
    return refuse('payments.wrongAmount');
  }
  return refuse('payments.outsideLimits', { least: formatMoney(least), most: formatMoney(most) });
}

/** A validated part, or a refusal. An act must be owed, and the sum must not exceed what is owed for it. */
function validatePart(input: PartInput, facts: StartFacts, limits: PaymentLimits): ModuleResult<NewPart> {
  const { accountNumber, purpose, actNumber } = input;
  const amount = parseMoney(input.amount);
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
    const { date, hour, minute } = kyivTimeOf(until);
    const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000));
    return refuse(code, { n, date: formatDate(date), time }, { retryAfterSeconds });
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
  const keys = parts.map(({ accountNumber, purpose, actNumber, period = null }) =>
    JSON.stringify([accountNumber, purpose, actNumber, actNumber === null ? period : null]),
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
        part.accountNumber === input.accountNumber &&
        part.purpose === input.purpose &&
        part.actNumber === input.actNumber &&
        part.amount === parseMoney(input.amount) &&
        (input.actNumber !== null || part.namedPeriod === (input.period ?? null))
      );
    })
  );
}

function answerOrder(parts: readonly Payment[]) {
  const [first] = parts;
  if (first === undefined) throw new Error('order without parts');
  return answer({ payment: toPaymentRecord(first), parts: parts.map(toPaymentRecord) });
}

/**
 * PAYMENT_START (product.md §8): limits of the supplier, one order per request id, a new order number for every
 * attempt: a start that loses the number to a concurrent one takes the next. Starts all parts or none. Refuses
 * payments.wrongAmount (payments.outsideLimits when the supplier has its own limits); common.notFound for an unknown
 * account, an act that is not owed, or a repeated part; payments.tooManyUnderWay and payments.tooManyToday when the
 * account has too many orders; common.requestReused for another order under a used request id.
 */
export const handlePaymentStart = handleModule(PAYMENT_START, ({ db, clock }) => async (input, { actor }) => {
  const { also = [], provider, requestId, ...firstPart } = input;
  const inputs: readonly PartInput[] = [firstPart, ...also];
  if (hasDuplicates(inputs)) return refuse('common.notFound');
  const now = clock.now();
  const { accountNumber } = firstPart;
  const month = { accountNumber, period: periodOf(kyivDateOf(now)) };
  const accounts = [...new Set(inputs.map((part) => part.accountNumber))];
  const start = {
    accountNumber,
    requestId,
    accounts,
    acts: inputs.flatMap((part) => (part.actNumber === null ? [] : [{ ...part, actNumber: part.actNumber }])),
    orderPrefix: orderId({ ...month, attempt: 1 }).slice(0, -1),
    dayStart: kyivMidnight(kyivDateOf(now)),
  };
  const limits = await cachedPaymentLimits(db);
  const orderLimits = await cachedOrderLimits(db);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const facts = await findStartFacts(db, start);
    if (facts.accountCount < accounts.length) return refuse('common.notFound');
    if (facts.knownOrder !== null) {
      const known = await listOrder(db, facts.knownOrder);
      return isSameOrder(known, provider, inputs) ? answerOrder(known) : refuse('common.requestReused');
    }
    if (facts.isSameUse === false) return refuse('common.requestReused');
    const parts = validateOrder(inputs, facts, limits);
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
      actor,
    );
    if (inserted !== undefined) return answerOrder(inserted);
  }
  throw new Error(`no free order number after ${MAX_ATTEMPTS} attempts`);
});
