import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type AuditOrigin, auditInsert, outboxInsert } from '#billing/modules/events/public.ts';
import { moneyToWire } from '#domain/money.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { Payment } from './payment-store.ts';

/** States that a payment goes through in one step, with the new facts. */
export interface Move {
  readonly payment: Payment;
  /** One or more states, in order. */
  readonly to: readonly [PaymentState, ...PaymentState[]];
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Of a batch of several requests. */
  readonly by?: AuditOrigin;
  readonly expectedOn?: LocalDate;
  readonly landedOn?: LocalDate;
  readonly providerReference?: string | null;
  readonly payUrl?: string;
  readonly payFields?: Readonly<Record<string, string>> | null;
  /** Time of the status by the provider. */
  readonly reportedAt?: Instant | null;
}

/** States that the customer is notified of, and those that are audited; of several in one step only the last. */
const notifiedStates: readonly PaymentState[] = [
  'confirmed',
  'landed',
  'failed',
  'expired',
  'reversed',
  'refunded',
];

function evidenceRows(moves: readonly Move[]) {
  return moves.flatMap(({ payment, to, evidence }) =>
    to.map((state, index) => ({
      account_number: payment.accountNumber,
      payment_id: payment.paymentId,
      step: index + 1,
      from_state: index === 0 ? payment.state : to[index - 1],
      to_state: state,
      // Of several states in one step the last has it.
      evidence: index === to.length - 1 ? evidence : {},
    })),
  );
}

function paymentEventInsert(moves: readonly Move[], now: Instant): RawBuilder<unknown> {
  return sql`
    insert into billing.payment_event (account_number, payment_id, event_number, happened_at, from_state, to_state,
      evidence)
    select row.account_number, row.payment_id, row.step + (
        select coalesce(max(e.event_number), 0) from billing.payment_event e
        where e.account_number = row.account_number and e.payment_id = row.payment_id
      ), ${instantToIso(now)}::timestamptz, row.from_state, row.to_state, row.evidence
    from jsonb_to_recordset(${JSON.stringify(evidenceRows(moves))}::jsonb) as row (account_number text,
      payment_id uuid, step smallint, from_state text, to_state text, evidence jsonb)`;
}

/** Inserts evidence without a transition; numbered per payment. The payments must be locked. */
export async function insertPaymentEvents(
  db: BillingDatabase,
  moves: readonly Move[],
  now: Instant,
): Promise<void> {
  await paymentEventInsert(moves, now).execute(db);
}

function paymentUpdate(moves: readonly Move[], now: Instant): RawBuilder<unknown> {
  const rows = moves.map((move) => ({
    account_number: move.payment.accountNumber,
    payment_id: move.payment.paymentId,
    state: move.to.at(-1),
    confirmed_at: move.to.includes('confirmed') ? instantToIso(now) : null,
    expected_on: move.expectedOn ?? null,
    landed_on: move.landedOn ?? null,
    provider_reference: move.providerReference ?? null,
    pay_url: move.payUrl ?? null,
    pay_fields: move.payFields ?? null,
    reported_at: move.reportedAt == null ? null : instantToIso(move.reportedAt),
  }));
  return sql`
    update billing.payment p set state = row.state,
      confirmed_at = coalesce(row.confirmed_at, p.confirmed_at),
      expected_on = coalesce(row.expected_on, p.expected_on),
      landed_on = coalesce(row.landed_on, p.landed_on),
      provider_reference = coalesce(row.provider_reference, p.provider_reference),
      pay_url = coalesce(p.pay_url, row.pay_url),
      -- up to a kilobyte, of no use once the money is there
      pay_fields = case when row.state not in ('landed', 'matched', 'reversed', 'refunded')
        then coalesce(p.pay_fields, row.pay_fields) end,
      provider_reported_at = greatest(p.provider_reported_at, row.reported_at),
      -- queries continue while the outcome is open: unpaid orders (also failed or expired, which may have been
      -- paid late) and requested refunds that are not returned yet
      next_query_at = case when row.state in ('started', 'sent', 'failed', 'expired')
        or (p.refund_asked_at is not null and row.state not in ('reversed', 'refunded')) then p.next_query_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (account_number text, payment_id uuid, state text,
      confirmed_at timestamptz, expected_on date, landed_on date, provider_reference text, pay_url text,
      pay_fields jsonb, reported_at timestamptz)
    where p.account_number = row.account_number and p.payment_id = row.payment_id`;
}

/** Facts of a transition for the portal and the audit. */
function factsOf({ payment, expectedOn, landedOn }: Move, state: PaymentState): Record<string, unknown> {
  return {
    paymentId: payment.paymentId,
    provider: payment.provider,
    purpose: payment.purpose,
    actNumber: payment.actNumber,
    sum: moneyToWire(payment.amount),
    state,
    expectedOn: expectedOn ?? payment.expectedOn,
    landedOn: landedOn ?? payment.landedOn,
  };
}

/**
 * Moves locked payments: state, evidence, audit and customer events, in one statement for all of them. Runs in the
 * transaction that books the money. Steps between (sent, matched) are in the evidence alone (decision 0189). `by`: of moves that do
 * not name their own.
 */
export async function movePayments(
  db: BillingDatabase,
  moves: readonly Move[],
  by: AuditOrigin,
  now: Instant,
): Promise<void> {
  if (moves.length === 0) return;
  const changes = moves.flatMap((move) => {
    const state = move.to.findLast((one) => notifiedStates.includes(one));
    if (state === undefined) return [];
    const { accountNumber, paymentId, state: before } = move.payment;
    return [
      {
        accountNumber,
        kind: `payment.${state}`,
        payload: factsOf(move, state),
        before: { state: before },
        subject: { paymentId },
        ...(move.by && { by: move.by }),
      },
    ];
  });
  await sql`
    with moved as (${paymentUpdate(moves, now)}),
      kept as (${paymentEventInsert(moves, now)}),
      audited as (${auditInsert(by, changes, now)})
    ${outboxInsert(changes, now)}`.execute(db);
}
