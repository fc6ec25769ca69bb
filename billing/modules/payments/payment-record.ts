import type { PaymentData } from '#billing/api/payments.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { moneyToWire } from '#domain/money.ts';
import type { PaymentState } from '#domain/payments/payment-state.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { json, nullable, text, timestamptz, typedSql, uuid } from '#platform/database/typed-sql.ts';
import type { Payment } from './payment-store.ts';

/** A transition of a payment, or a stored status report. */
export interface PaymentEvent {
  readonly paymentId: string;
  readonly from: PaymentState | null;
  readonly state: PaymentState;
  readonly happenedAt: Instant;
  readonly evidence: Record<string, unknown>;
}

/** Events of payments, in order per payment. */
export async function listPaymentEvents(
  db: BillingDatabase,
  payments: readonly { readonly accountNumber: string; readonly paymentId: string }[],
): Promise<readonly PaymentEvent[]> {
  const keys = payments.map(({ accountNumber, paymentId }) => ({ accountNumber, paymentId }));
  const { rows } = await typedSql<PaymentEvent>({
    paymentId: uuid(),
    from: nullable(text()),
    state: text(),
    happenedAt: timestamptz(),
    evidence: json(),
  })`
    select e.payment_id as "paymentId", e.from_state as "from", e.to_state as state, e.happened_at as "happenedAt",
      e.evidence
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as key ("accountNumber" text, "paymentId" uuid)
    join billing.payment_event e on e.account_number = key."accountNumber" and e.payment_id = key."paymentId"
    order by e.payment_id, e.event_number`.execute(db);
  return rows;
}

/** A payment as function modules answer it. */
export function toPaymentData(payment: Payment): PaymentData {
  return {
    account: payment.accountNumber,
    paymentId: payment.paymentId,
    orderId: payment.orderId,
    provider: payment.provider,
    purpose: payment.purpose,
    actNumber: payment.actNumber,
    period: payment.namedPeriod,
    sum: moneyToWire(payment.amount),
    orderSum: moneyToWire(payment.orderAmount),
    partCount: payment.partCount,
    state: payment.state,
    startedAt: instantToIso(payment.startedAt),
    confirmedAt: payment.confirmedAt === null ? null : instantToIso(payment.confirmedAt),
    expectedOn: payment.expectedOn,
    landedOn: payment.landedOn,
    payUrl: payment.payUrl,
    payFields: payment.payFields,
    providerReference: payment.providerReference,
  };
}
