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
import { orderExpiryHours } from '#domain/payments/query-pauses.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays, formatDate } from '#domain/time/local-date.ts';
import { toPaymentRecord } from './payment-record.ts';
import { listOrder, type Payment } from './payment-store.ts';
import { findStartFacts, insertOrder, type NewPart, type StartFacts } from './start-store.ts';

type Start = ModuleInput<typeof PAYMENT_START>;
type PartInput = Omit<Start, 'provider' | 'also' | 'requestId'>;

/** Orders of one account that begin at the same moment take their numbers one after the other. */
const MOST_TRIES = 50;

/** Why the sum of an order can't be paid; the words of the default limits are agreed. */
function refuseSum(limits: PaymentLimits) {
  const { least, most } = limits;
  if (least === defaultPaymentLimits.least && most === defaultPaymentLimits.most) {
    return refuse('payments.wrongAmount');
  }
  return refuse('payments.outsideLimits', { least: formatMoney(least), most: formatMoney(most) });
}

/** A part as it is to be written, or why it can't be paid. An act must be owed, and no more than is owed for it. */
function judgePart(input: PartInput, facts: StartFacts, limits: PaymentLimits): ModuleResult<NewPart> {
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

/** The parts of an order, or why it can't be paid: the limits are of its whole sum. */
function judgeOrder(
  inputs: readonly PartInput[],
  facts: StartFacts,
  limits: PaymentLimits,
): ModuleResult<readonly NewPart[]> {
  const parts: NewPart[] = [];
  let total = zeroMoney;
  for (const input of inputs) {
    const part = judgePart(input, facts, limits);
    if (!part.ok) return part;
    parts.push(part.data);
    total = addMoney(total, part.data.amount);
  }
  return isPayableAmount(total, limits) ? answer(parts) : refuseSum(limits);
}

const hourMs = 3_600_000;

/**
 * Why another order of the account can't begin now; undefined: it can. An order that nobody pays is over after a day, and so
 * makes room.
 */
function refuseNumber({ underWaySince, begunToday }: StartFacts, limits: OrderLimits, now: Instant) {
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
  // The oldest of those that are too many.
  const oldest = underWaySince[underWaySince.length - limits.underWay];
  if (oldest !== undefined) {
    const until = (oldest + orderExpiryHours * hourMs) as Instant;
    return refuseUntil('payments.tooManyUnderWay', limits.underWay, until);
  }
  if (begunToday < limits.perDay) return undefined;
  return refuseUntil('payments.tooManyToday', limits.perDay, kyivMidnight(addDays(kyivDateOf(now), 1)));
}

/** Whether something is named twice: one thing is paid by one part. */
function hasTwins(parts: readonly PartInput[]): boolean {
  const keys = parts.map(({ accountNumber, purpose, actNumber, period = null }) =>
    JSON.stringify([accountNumber, purpose, actNumber, actNumber === null ? period : null]),
  );
  return new Set(keys).size < keys.length;
}

/** The next number after those that were used. */
function nextAttempt(orderIds: readonly string[]): number {
  return 1 + Math.max(0, ...orderIds.map((id) => parseOrderId(id)?.attempt ?? 0));
}

/** Whether an order pays what is asked for, by the same provider. */
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
  if (first === undefined) throw new Error('an order without a part');
  return answer({ payment: toPaymentRecord(first), parts: parts.map(toPaymentRecord) });
}

/**
 * PAYMENT_START (product.md §8): limits of the supplier, one order per request id, an order number of its own for every
 * try: whoever loses the number to another start takes the next. All parts begin, or none. Refuses payments.wrongAmount
 * (payments.outsideLimits where the supplier has limits of its own), and common.notFound for an unknown account, an act that
 * is not owed, or a thing that is named twice; payments.tooManyUnderWay and payments.tooManyToday when the account has too many orders.
 * Another order under a request id is common.requestReused.
 */
export const handlePaymentStart = handleModule(PAYMENT_START, ({ db, clock }) => async (input, { actor }) => {
  const { also = [], provider, requestId, ...firstPart } = input;
  const inputs: readonly PartInput[] = [firstPart, ...also];
  if (hasTwins(inputs)) return refuse('common.notFound');
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
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const facts = await findStartFacts(db, start);
    if (facts.accountCount < accounts.length) return refuse('common.notFound');
    if (facts.knownOrder !== null) {
      const known = await listOrder(db, facts.knownOrder);
      return isSameOrder(known, provider, inputs) ? answerOrder(known) : refuse('common.requestReused');
    }
    if (facts.isSameUse === false) return refuse('common.requestReused');
    const parts = judgeOrder(inputs, facts, limits);
    if (!parts.ok) return parts;
    const tooMany = refuseNumber(facts, orderLimits, now);
    if (tooMany !== undefined) return tooMany;
    const begun = await insertOrder(
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
    if (begun !== undefined) return answerOrder(begun);
  }
  throw new Error('no order number was free');
});
