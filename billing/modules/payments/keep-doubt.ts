import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { tellOperators } from '#billing/modules/events/public.ts';
import { moneyToWire } from '#domain/money.ts';
import type { Judgement } from '#domain/payments/judge-word.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { insertPaymentEvents } from './move-payments.ts';
import { hasEvidence, type Payment } from './payment-store.ts';
import type { Word } from './word.ts';

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

/**
 * Words that contradict what is known of an order, which must be locked: kept, and an operator is told, or the provider is
 * asked at once. What was said before, or can not be any more, is not kept.
 */
export async function keepDoubt(
  db: BillingDatabase,
  first: Payment,
  word: Word,
  { kind }: Judgement,
  now: Instant,
): Promise<void> {
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
