import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingServices } from '#billing/module-handler.ts';
import { tellOperators } from '#billing/modules/events/public.ts';
import { moneyToWire, parseMoney } from '#domain/money.ts';
import { expectedLanding } from '#domain/payments/expected-landing.ts';
import { type JudgedWord, type Judgement, judgeWord } from '#domain/payments/judge-word.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { bookConfirmed, bookReturned } from './book-payment.ts';
import { insertPaymentEvents, movePayments } from './move-payments.ts';
import { hasEvidence, lockOrder, type Payment } from './payment-store.ts';

/** A proved word of a provider, as function modules get it. */
export interface Word {
  readonly provider: string;
  readonly orderId: string;
  readonly kind: JudgedWord['kind'];
  readonly amount: string;
  readonly currency: string;
  readonly providerReference: string | null;
  readonly saidAt?: string | null | undefined;
  readonly isAnswer?: boolean | undefined;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** What a word led to: 'moved', or why nothing moved. */
export interface Heard {
  readonly outcome: 'moved' | 'already' | 'ignored' | 'stale' | 'mismatch';
  /** The parts of the order as they stand then. */
  readonly parts: readonly Payment[];
}

/** Keeps what a provider said that moved nothing, once, with the first part of the order. */
async function keepEvidence(
  db: BillingDatabase,
  first: Payment,
  evidence: Readonly<Record<string, unknown>>,
  now: Instant,
): Promise<void> {
  if (await hasEvidence(db, first, evidence)) return;
  await insertPaymentEvents(db, [{ payment: first, to: [first.state], evidence }], now);
}

/** Words that contradict what is known: kept, and an operator is told, or the provider is asked at once. */
async function keepDoubt(
  db: BillingDatabase,
  first: Payment,
  word: Word,
  judgement: Judgement,
  now: Instant,
): Promise<void> {
  const { kind } = judgement;
  if (kind !== 'mismatch' && kind !== 'contradiction' && kind !== 'stale') return;
  const ordered = `${moneyToWire(first.orderAmount)} UAH`;
  const doubt = { word: word.kind, started: ordered, told: `${word.amount} ${word.currency}` };
  await keepEvidence(db, first, { ...word.evidence, [kind]: doubt }, now);
  if (kind === 'stale') {
    await sql`
      update billing.payment set next_query_at = ${instantToIso(now)}::timestamptz
      where account_number = ${first.accountNumber} and payment_id = ${first.paymentId}`.execute(db);
    return;
  }
  const { orderId, accountNumber, provider, paymentId } = first;
  const subject = `${provider} ${orderId} ${word.kind} ${doubt.told}`;
  const facts = { ...doubt, provider, orderId, paymentId, state: first.state };
  await tellOperators(db, [{ kind: `payment.${kind}`, subject, accountNumber, facts }], now);
}

/** Books what the states of a move mean, in turn. */
async function book(
  db: BillingDatabase,
  parts: readonly Payment[],
  to: readonly PaymentState[],
  now: Instant,
): Promise<void> {
  if (to.includes('confirmed')) await bookConfirmed(db, parts, now);
  if (to.includes('reversed') || to.includes('refunded')) await bookReturned(db, parts, now);
}

/**
 * Hears a word of a provider of an order: decided under the lock of the order, booked and moved in the same transaction, all
 * parts together (facts 5). A replay changes nothing; what is doubted is kept as evidence, once. undefined: no such order.
 */
export async function hearWord(
  { db, clock }: BillingServices,
  word: Word,
  actor: string,
): Promise<Heard | undefined> {
  return db.transaction().execute(async (transaction) => {
    const parts = await lockOrder(transaction, word.provider, word.orderId);
    const [first] = parts;
    if (first === undefined) return undefined;
    const now = clock.now();
    const saidAt = word.saidAt == null ? null : instantFromIso(word.saidAt);
    const known = {
      state: first.state,
      amount: first.orderAmount,
      saidAt: first.providerSaidAt,
      isRefundAsked: first.refundAskedAt !== null,
    };
    const { kind, currency, isAnswer = false } = word;
    const judgement = judgeWord(known, {
      kind,
      currency,
      saidAt,
      isAnswer,
      amount: parseMoney(word.amount),
    });
    if (judgement.kind !== 'move') {
      await keepDoubt(transaction, first, word, judgement, now);
      return { outcome: judgement.kind === 'contradiction' ? 'ignored' : judgement.kind, parts };
    }

    const { to } = judgement;
    const { evidence, providerReference } = word;
    const expectedOn = to.includes('confirmed') ? { expectedOn: expectedLanding(now) } : {};
    await book(transaction, parts, to, now);
    const moves = parts.map((payment) => ({
      payment,
      to,
      evidence,
      providerReference,
      saidAt,
      ...expectedOn,
    }));
    await movePayments(transaction, moves, actor, now);
    const became = {
      state: to.at(-1) ?? first.state,
      ...expectedOn,
      ...(to.includes('confirmed') && { confirmedAt: now }),
    };
    return { outcome: 'moved', parts: parts.map((part) => ({ ...part, ...became })) };
  });
}
