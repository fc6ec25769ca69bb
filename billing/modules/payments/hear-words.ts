import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingServices } from '#billing/module-handler.ts';
import { parseMoney } from '#domain/money.ts';
import { expectedLanding } from '#domain/payments/expected-landing.ts';
import { type Judgement, judgeWord } from '#domain/payments/judge-word.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { bookConfirmed, bookReturned } from './book-payment.ts';
import { keepDoubt } from './keep-doubt.ts';
import { type Move, movePayments } from './move-payments.ts';
import { lockOrders, type Payment } from './payment-store.ts';
import type { Heard, Word } from './word.ts';

/** A word with the order that it is of. */
interface Judged {
  readonly word: Word;
  readonly parts: readonly [Payment, ...Payment[]];
  readonly judgement: Judgement;
}

function judge(first: Payment, { kind, amount, currency, saidAt, isAnswer = false }: Word): Judgement {
  const known = {
    state: first.state,
    amount: first.orderAmount,
    saidAt: first.providerSaidAt,
    isRefundAsked: first.refundAskedAt !== null,
  };
  const said = saidAt == null ? null : instantFromIso(saidAt);
  return judgeWord(known, { kind, currency, isAnswer, saidAt: said, amount: parseMoney(amount) });
}

/** What moves of a word that moves its order: every part by the same states. */
function movesOf({ word, parts, judgement }: Judged, now: Instant): readonly Move[] {
  if (judgement.kind !== 'move') return [];
  const { to } = judgement;
  const { evidence, providerReference } = word;
  const saidAt = word.saidAt == null ? null : instantFromIso(word.saidAt);
  const expectedOn = to.includes('confirmed') ? { expectedOn: expectedLanding(now) } : {};
  return parts.map((payment) => ({ payment, to, evidence, providerReference, saidAt, ...expectedOn }));
}

/** A part as it stands after a move. */
function moved({ payment, to, expectedOn }: Move, now: Instant): Payment {
  return {
    ...payment,
    state: to.at(-1) ?? payment.state,
    ...(to.includes('confirmed') && { confirmedAt: now }),
    ...(expectedOn !== undefined && { expectedOn }),
  };
}

function paymentsThat(moves: readonly Move[], ...states: readonly PaymentState[]): readonly Payment[] {
  return moves.filter(({ to }) => to.some((state) => states.includes(state))).map(({ payment }) => payment);
}

function heardOf(judged: Judged, now: Instant): Heard {
  const { judgement, parts } = judged;
  if (judgement.kind === 'move') {
    return { outcome: 'moved', parts: movesOf(judged, now).map((move) => moved(move, now)) };
  }
  return { outcome: judgement.kind === 'contradiction' ? 'ignored' : judgement.kind, parts };
}

/** Judges under the locks of the orders and writes what all of the words lead to, set by set. */
async function write(
  db: BillingDatabase,
  words: readonly Word[],
  actor: string,
  now: Instant,
): Promise<ReadonlyMap<Word, Heard>> {
  const locked = await lockOrders(
    db,
    words[0]?.provider ?? '',
    words.map(({ orderId }) => orderId),
  );
  const orders = Map.groupBy(locked, ({ orderId }) => orderId);
  const judged = words.flatMap((word): Judged[] => {
    const [first, ...others] = orders.get(word.orderId) ?? [];
    return first === undefined ? [] : [{ word, parts: [first, ...others], judgement: judge(first, word) }];
  });
  const moves = judged.flatMap((one) => movesOf(one, now));
  const confirmed = paymentsThat(moves, 'confirmed');
  const returned = paymentsThat(moves, 'reversed', 'refunded');
  if (confirmed.length > 0) await bookConfirmed(db, confirmed, now);
  if (returned.length > 0) await bookReturned(db, returned, now);
  await movePayments(db, moves, actor, now);
  // Doubts are few: each is looked at by itself.
  for (const { word, parts, judgement } of judged) {
    if (judgement.kind !== 'move') await keepDoubt(db, parts[0], word, judgement, now);
  }
  return new Map(judged.map((one) => [one.word, heardOf(one, now)]));
}

/**
 * Hears words of one provider, each of another order, in one transaction: decided under the locks of the orders, booked and
 * moved together, all parts of an order by the same states. A replay changes nothing. undefined: no such order.
 */
export async function hearWords(
  { db, clock }: BillingServices,
  words: readonly Word[],
  actor: string,
): Promise<readonly (Heard | undefined)[]> {
  const heard = await db
    .transaction()
    .execute((transaction) => write(transaction, words, actor, clock.now()));
  return words.map((word) => heard.get(word));
}
