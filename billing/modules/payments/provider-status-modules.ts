import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { PAYMENT_CONFIRM, PAYMENT_FAIL, PAYMENT_RETURN } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type BillingServices, handleModule } from '#billing/module-handler.ts';
import { type AuditOrigin, notifyOperators } from '#billing/modules/events/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import { moneyToWire, parseMoney } from '#domain/money.ts';
import {
  decideTransition,
  type ReportedStatus,
  type Transition,
} from '#domain/payments/decide-transition.ts';
import { expectedLanding } from '#domain/payments/payment-orders.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { createBatcher } from '#platform/batcher.ts';
import { createKeyedMutex } from '#platform/keyed-mutex.ts';
import { type BookedPayment, bookConfirmed, bookReturned } from './book-payment.ts';
import { insertPaymentEvents, type Move, movePayments } from './move-payments.ts';
import { toPaymentData } from './payment-record.ts';
import { hasEvidence, lockOrders, type Payment } from './payment-store.ts';

/** A verified status report of a provider, in the form of function modules. */
interface StatusReport {
  readonly provider: string;
  readonly orderId: string;
  readonly kind: ReportedStatus['kind'];
  readonly amount: string;
  readonly currency: string;
  readonly providerReference: string | null;
  readonly reportedAt?: string | null | undefined;
  readonly isAnswer?: boolean | undefined;
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Who reports it, by which request. */
  readonly by: AuditOrigin;
}

/** Result of a report: 'moved', or why it was not applied. */
interface StatusResult {
  readonly outcome: 'moved' | 'already' | 'ignored' | 'stale' | 'mismatch';
  /** Parts of the order after the report. */
  readonly parts: readonly Payment[];
}

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
  const discrepancy = {
    status: report.kind,
    started: ordered,
    reported: `${report.amount} ${report.currency}`,
  };
  await storeEvidence(db, first, { ...report.evidence, [kind]: discrepancy }, now);
  if (kind === 'stale') {
    await sql`
      update billing.payment set next_query_at = ${instantToIso(now)}::timestamptz
      where account_number = ${first.accountNumber} and payment_id = ${first.paymentId}`.execute(db);
    return;
  }
  const { orderId, accountNumber, provider, paymentId } = first;
  const subject = `${provider} ${orderId} ${report.kind} ${discrepancy.reported}`;
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
  { kind, amount, currency, reportedAt, isAnswer = false }: StatusReport,
): Transition {
  const known = {
    state: first.state,
    amount: first.orderAmount,
    reportedAt: first.providerReportedAt,
    isRefundAsked: first.refundAskedAt !== null,
  };
  const reportedInstant = reportedAt == null ? null : instantFromIso(reportedAt);
  return decideTransition(known, {
    kind,
    currency,
    isAnswer,
    reportedAt: reportedInstant,
    amount: parseMoney(amount),
  });
}

/** Transitions of a report: all parts of the order go through the same states. */
function movesOf(
  { report, parts, transition }: DecidedReport,
  now: Instant,
  holidays: ReadonlySet<LocalDate>,
): readonly Move[] {
  if (transition.kind !== 'move') return [];
  const { to } = transition;
  const { evidence, providerReference, by } = report;
  const reportedAt = report.reportedAt == null ? null : instantFromIso(report.reportedAt);
  const expectedOn = to.includes('confirmed') ? { expectedOn: expectedLanding(now, holidays) } : {};
  const facts = { to, evidence, providerReference, reportedAt, by, ...expectedOn };
  return parts.map((payment) => ({ payment, ...facts }));
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

function paymentsMovedTo(
  moves: readonly Move[],
  ...states: readonly PaymentState[]
): readonly BookedPayment[] {
  return moves
    .filter(({ to }) => to.some((state) => states.includes(state)))
    .map(({ payment, by }) => ({ ...payment, ...(by && { by }) }));
}

function resultOf(decided: DecidedReport, now: Instant, holidays: ReadonlySet<LocalDate>): StatusResult {
  const { transition, parts } = decided;
  if (transition.kind === 'move') {
    return { outcome: 'moved', parts: movesOf(decided, now, holidays).map((move) => applyMove(move, now)) };
  }
  return { outcome: transition.kind === 'contradiction' ? 'ignored' : transition.kind, parts };
}

interface WriteContext {
  readonly now: Instant;
  /** Of the supplier. */
  readonly holidays: ReadonlySet<LocalDate>;
}

/** Decides under the locks of the orders and writes the results of all reports, set by set. */
async function write(
  db: BillingDatabase,
  reports: readonly StatusReport[],
  { now, holidays }: WriteContext,
): Promise<ReadonlyMap<StatusReport, StatusResult>> {
  const [newest] = reports;
  if (newest === undefined) return new Map();
  const { by } = newest;
  const locked = await lockOrders(
    db,
    newest.provider,
    reports.map(({ orderId }) => orderId),
  );
  const orders = Map.groupBy(locked, ({ orderId }) => orderId);
  const decided = reports.flatMap((report): DecidedReport[] => {
    const [first, ...others] = orders.get(report.orderId) ?? [];
    return first === undefined
      ? []
      : [{ report, parts: [first, ...others], transition: decide(first, report) }];
  });
  const moves = decided.flatMap((one) => movesOf(one, now, holidays));
  const confirmed = paymentsMovedTo(moves, 'confirmed');
  const returned = paymentsMovedTo(moves, 'reversed', 'refunded');
  if (confirmed.length > 0) await bookConfirmed(db, confirmed, { ...by, now });
  if (returned.length > 0) await bookReturned(db, returned, { ...by, now });
  await movePayments(db, moves, by, now);
  // Discrepancies are rare, so they are handled one by one.
  for (const { report, parts, transition } of decided) {
    if (transition.kind !== 'move') await recordDiscrepancy(db, parts[0], report, transition, now);
  }
  return new Map(decided.map((one) => [one.report, resultOf(one, now, holidays)]));
}

/**
 * Applies reports of one provider, each for a different order, in one transaction: decided under the locks of the
 * orders, booked and moved together, all parts of an order through the same states. A replay changes nothing.
 * undefined: no such order.
 */
export async function applyProviderStatuses(
  { db, clock }: BillingServices,
  reports: readonly StatusReport[],
): Promise<readonly (StatusResult | undefined)[]> {
  const now = clock.now();
  const holidays = new Set((await rulesAt(db, now)).readings.holidays);
  const results = await db
    .transaction()
    .execute((transaction) => write(transaction, reports, { now, holidays }));
  return reports.map((report) => results.get(report));
}

const maxBatchSize = 64;
const maxConcurrentBatches = 2;

/** Result of one report of a batch, or its error. */
type ReportResult = { readonly result: StatusResult | undefined } | { readonly reason: unknown };

/**
 * Group commit of status reports: batches per provider, reports of one order one after another. The reports of a failed
 * batch are retried one by one, so that one failure does not block the others; already booked ones are replays.
 */
function createStatusQueue(services: BillingServices) {
  const mutex = createKeyedMutex();
  const batchers = new Map<string, ReturnType<typeof createBatcher<StatusReport, ReportResult>>>();

  async function applyBatch(reports: readonly StatusReport[]): Promise<readonly ReportResult[]> {
    try {
      return (await applyProviderStatuses(services, reports)).map((result) => ({ result }));
    } catch (reason) {
      if (reports.length === 1) return [{ reason }];
      const each = await Promise.all(reports.map((report) => applyBatch([report])));
      return each.flat();
    }
  }

  function batcherOf(provider: string, actor: string) {
    const key = `${provider} ${actor}`;
    const known = batchers.get(key);
    if (known !== undefined) return known;
    const made = createBatcher<StatusReport, ReportResult>({
      maxSize: maxBatchSize,
      concurrency: maxConcurrentBatches,
      run: applyBatch,
    });
    batchers.set(key, made);
    return made;
  }

  return async (report: StatusReport): Promise<StatusResult | undefined> => {
    const { provider, orderId, by } = report;
    const applied = await mutex.run(`${provider} ${orderId}`, () =>
      batcherOf(provider, by.actor).add(report),
    );
    if ('reason' in applied) throw applied.reason;
    return applied.result;
  };
}

const statusQueues = new WeakMap<BillingServices, ReturnType<typeof createStatusQueue>>();

/**
 * Applies a status report of a provider (facts 5): decided under the lock of the order, booked and moved in the same
 * transaction. A replay changes nothing; discrepancies are stored as evidence, once. undefined: no such order.
 */
function applyProviderStatus(
  services: BillingServices,
  report: StatusReport,
): Promise<StatusResult | undefined> {
  const known = statusQueues.get(services);
  if (known !== undefined) return known(report);
  const made = createStatusQueue(services);
  statusQueues.set(services, made);
  return made(report);
}

/** Answer of a status module; `moved` is its outcome for an applied transition. */
function answerResult<Moved extends string>(result: StatusResult | undefined, moved: Moved) {
  const first = result?.parts[0];
  if (result === undefined || first === undefined) return refuse('common.notFound');
  const outcome = result.outcome === 'moved' ? moved : result.outcome;
  return answer({ outcome, payment: toPaymentData(first) });
}

/**
 * PAYMENT_CONFIRM (product.md §8, facts 5): sum and currency must equal those of the whole order, to the kopiyka; a
 * replay changes nothing; money proved after a failure or an expiry counts. A mismatch is stored as evidence, once.
 */
export const handlePaymentConfirm = handleModule(
  PAYMENT_CONFIRM,
  (services) => async (input, by) =>
    answerResult(await applyProviderStatus(services, { ...input, kind: 'paid', by }), 'confirmed'),
);

/** PAYMENT_FAIL: no money was taken. A refusal after the confirmation is ignored (product.md §8). */
export const handlePaymentFail = handleModule(
  PAYMENT_FAIL,
  (services) =>
    async ({ kind = 'refused', ...input }, by) => {
      const report = { ...input, kind, amount: '', currency: '', by };
      const result = await applyProviderStatus(services, report);
      return answerResult(result, kind === 'refused' ? 'failed' : 'expired');
    },
);

/**
 * PAYMENT_RETURN: the whole sum was returned, so the bookings are reversed; 'refunded' when the supplier requested it.
 */
export const handlePaymentReturn = handleModule(PAYMENT_RETURN, (services) => async (input, by) => {
  const result = await applyProviderStatus(services, { ...input, kind: 'returned', by });
  return answerResult(result, result?.parts[0]?.state === 'refunded' ? 'refunded' : 'reversed');
});
