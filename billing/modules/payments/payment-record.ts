import type { z } from 'zod/mini';
import type { paymentRecordSchema } from '#billing/api/payments.ts';
import { moneyToWire } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { Payment } from './payment-store.ts';

/** A payment in the answers of function modules. */
export type PaymentRecord = z.infer<typeof paymentRecordSchema>;

export function toPaymentRecord(payment: Payment): PaymentRecord {
  return {
    accountNumber: payment.accountNumber,
    paymentId: payment.paymentId,
    orderId: payment.orderId,
    provider: payment.provider,
    purpose: payment.purpose,
    actNumber: payment.actNumber,
    period: payment.namedPeriod,
    amount: moneyToWire(payment.amount),
    orderAmount: moneyToWire(payment.orderAmount),
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
