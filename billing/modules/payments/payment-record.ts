import type { z } from 'zod/mini';
import type { paymentRecordSchema } from '#billing/api/payments.ts';
import { moneyToWire } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { Payment } from './payment-store.ts';

/** A payment as function modules answer it. */
export type PaymentRecord = z.infer<typeof paymentRecordSchema>;

export function toPaymentRecord(payment: Payment): PaymentRecord {
  return {
    ...payment,
    amount: moneyToWire(payment.amount),
    startedAt: instantToIso(payment.startedAt),
    confirmedAt: payment.confirmedAt === null ? null : instantToIso(payment.confirmedAt),
  };
}
