import type * as z from 'zod/mini';
import type { paymentRecordSchema } from '#billing/api/payments.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { paymentSchema } from '#contract/payments/payments.ts';
import { formatDate, localDate } from '#domain/time/local-date.ts';

export type PaymentRecord = z.infer<typeof paymentRecordSchema>;

/** What there is to say of a payment beside its state (messages.md, payments.*). */
function messageOf({ state, expectedOn }: PaymentRecord): string | null {
  if (state === 'failed') return formatMessage('payments.declined');
  if (state !== 'confirmed' || expectedOn === null) return null;
  return formatMessage('payments.pending', { date: formatDate(localDate(expectedOn)) });
}

/** A payment in wire words. */
export function toPaymentDto(payment: PaymentRecord): z.infer<typeof paymentSchema> {
  return {
    paymentId: payment.paymentId,
    orderId: payment.orderId,
    account: payment.accountNumber,
    provider: payment.provider,
    purpose: payment.purpose,
    actNumber: payment.actNumber,
    period: payment.period,
    sum: payment.amount,
    orderSum: payment.orderAmount,
    partCount: payment.partCount,
    state: payment.state,
    startedAt: payment.startedAt,
    confirmedAt: payment.confirmedAt,
    expectedOn: payment.expectedOn,
    message: messageOf(payment),
  };
}

/** The states that a payment went through, in turn: words that were kept without a move are not the customer's. */
export function movesOf(
  events: readonly {
    readonly from: string | null;
    readonly state: PaymentRecord['state'];
    readonly happenedAt: string;
  }[],
) {
  return events
    .filter(({ from, state }) => from !== state)
    .map(({ state, happenedAt }) => ({ state, happenedAt }));
}
