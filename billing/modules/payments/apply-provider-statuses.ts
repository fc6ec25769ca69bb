import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { BillingServices } from '#billing/module-handler.ts';
import { notifyOperators } from '#billing/modules/events/public.ts';
import { moneyToWire, parseMoney } from '#domain/money.ts';
import { decideTransition, type Transition } from '#domain/payments/decide-transition.ts';
import { expectedLanding } from '#domain/payments/expected-landing.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { bookConfirmed, bookReturned } from './book-payment.ts';
import { insertPaymentEvents, type Move, movePayments } from './move-payments.ts';
import { hasEvidence, lockOrders, type Payment } from './payment-store.ts';
import type { StatusReport, StatusResult } from './status-report.ts';

/** Stores a report that was not applied, once, with the first part of the order. */
async function storeEvidence(
  db: BillingDatabase,
  first: Payment,
  evidence: Readonly<Record<string, unknown>>,
  now: Instant,
): Promise<void> {
  if (await hasEvidence(db, first, evidence)) return;
  await insertPaymentEvents(db, [{ payment: first, to: [first.state], evidence }], now);
}

/**
 * Records a report that contradicts the state of an order, which must be locked: stored as evidence, and reported to
 * operators, or (when stale) the provider is queried at once. Replays and impossible transitions are not stored.
 */
async function recordDiscrepancy(
  db: BillingDatabase,
  first: Payment,
  report: StatusReport,
  { kind }: Transition,
  now: Instant,
): Promise<void> {
  if (kind !== 'mismatch' && kind !== 'contradiction' && kind !== 'stale') return;
  const ordered = `${moneyToWire(first.orderAmount)} UAH`;
  const discrepancy = { word: report.kind, started: ordered, told: `${report.amount} ${report.currency}` };
  await storeEvidence(db, first, { ...report.evidence, [kind]: discrepancy }, now);
  if (kind === 'stale') {
    await sql`
      update billing.payment set next_query_at = ${instantToIso(now)}::timestamptz
      where account_number = ${first.accountNumber} and payment_id = ${first.paymentId}`.execute(db);
    return;
  }
  const { orderId, accountNumber, provider, paymentId } = first;
  const subject = `${provider} ${orderId} ${report.kind} ${discrepancy.told}`;
  const facts = { ...discrepancy, provider, orderId, paymentId, state: first.state };
  await notifyOperators(db, [{ kind: `payment.${kind}`, subject, accountNumber, facts }], now);
}

/** A report with its order and the decided transition. */
interface DecidedReport {
  readonly report: StatusReport;
  readonly parts: readonly [Payment, ...Payment[]];
  readonly transition: Transition;
}

function decide(
  first: Payment,
  { kind, amount, currency, saidAt, isAnswer = false }: StatusReport,
): Transition {
  const known = {
    state: first.state,
    amount: first.orderAmount,
    saidAt: first.providerSaidAt,
    isRefundAsked: first.refundAskedAt !== null,
  };
  const reportedAt = saidAt == null ? null : instantFromIso(saidAt);
  return decideTransition(known, {
    kind,
    currency,
    isAnswer,
    saidAt: reportedAt,
    amount: parseMoney(amount),
  });
}

/** Transitions of a report: all parts of the order go through the same states. */
function movesOf({ report, parts, transition }: DecidedReport, now: Instant): readonly Move[] {
  if (transition.kind !== 'move') return [];
  const { to } = transition;
  const { evidence, providerReference } = report;
  const saidAt = report.saidAt == null ? null : instantFromIso(report.saidAt);
  const expectedOn = to.includes('confirmed') ? { expectedOn: expectedLanding(now) } : {};
  return parts.map((payment) => ({ payment, to, evidence, providerReference, saidAt, ...expectedOn }));
}

/** A part after the transition. */
function applyMove({ payment, to, expectedOn }: Move, now: Instant): Payment {
  return {
    ...payment,
    state: to.at(-1) ?? payment.state,
    ...(to.includes('confirmed') && { confirmedAt: now }),
    ...(expectedOn !== undefined && { expectedOn }),
  };
}

function paymentsMovedTo(moves: readonly Move[], ...states: readonly PaymentState[]): readonly Payment[] {
  return moves.filter(({ to }) => to.some((state) => states.includes(state))).map(({ payment }) => payment);
}

function resultOf(decided: DecidedReport, now: Instant): StatusResult {
  const { transition, parts } = decided;
  if (transition.kind === 'move') {
    return { outcome: 'moved', parts: movesOf(decided, now).map((move) => applyMove(move, now)) };
  }
  return { outcome: transition.kind === 'contradiction' ? 'ignored' : transition.kind, parts };
}

/** Decides under the locks of the orders and writes the results of all reports, set by set. */
async function write(
  db: BillingDatabase,
  reports: readonly StatusReport[],
  actor: string,
  now: Instant,
): Promise<ReadonlyMap<StatusReport, StatusResult>> {
  const locked = await lockOrders(
    db,
    reports[0]?.provider ?? '',
    reports.map(({ orderId }) => orderId),
  );
  const orders = Map.groupBy(locked, ({ orderId }) => orderId);
  const decided = reports.flatMap((report): DecidedReport[] => {
    const [first, ...others] = orders.get(report.orderId) ?? [];
    return first === undefined
      ? []
      : [{ report, parts: [first, ...others], transition: decide(first, report) }];
  });
  const moves = decided.flatMap((one) => movesOf(one, now));
  const confirmed = paymentsMovedTo(moves, 'confirmed');
  const returned = paymentsMovedTo(moves, 'reversed', 'refunded');
  if (confirmed.length > 0) await bookConfirmed(db, confirmed, now);
  if (returned.length > 0) await bookReturned(db, returned, now);
  await movePayments(db, moves, actor, now);
  // Discrepancies are rare, so they are handled one by one.
  for (const { report, parts, transition } of decided) {
    if (transition.kind !== 'move') await recordDiscrepancy(db, parts[0], report, transition, now);
  }
  return new Map(decided.map((one) => [one.report, resultOf(one, now)]));
}

/**
 * Applies reports of one provider, each for a different order, in one transaction: decided under the locks of the
 * orders, booked and moved together, all parts of an order through the same states. A replay changes nothing.
 * undefined: no such order.
 */
export async function applyProviderStatuses(
  { db, clock }: BillingServices,
  reports: readonly StatusReport[],
  actor: string,
): Promise<readonly (StatusResult | undefined)[]> {
  const results = await db
    .transaction()
    .execute((transaction) => write(transaction, reports, actor, clock.now()));
  return reports.map((report) => results.get(report));
}
