import * as z from 'zod/mini';
import { accountNumberField, textField, uuidField } from '../fields.ts';
import { dateField, instantField, periodField } from './dates.ts';
import { moneyField } from './money.ts';

export const paymentPurposeField = z.enum(['energy', 'violationAct']);
export const paymentStateField = z.enum([
  'started',
  'sent',
  'confirmed',
  'landed',
  'matched',
  'failed',
  'expired',
  'reversed',
  'refunded',
]);

/** One part of an order: of one account, for energy or for one act. */
export const paymentFields = {
  paymentId: uuidField,
  /** Our order number, sent to the provider. */
  orderId: z.string(),
  account: accountNumberField,
  /** A payment provider, or 'bank': from a bank statement. */
  provider: z.string(),
  purpose: paymentPurposeField,
  actNumber: z.nullable(z.string()),
  /** The month named by the payer; null: the oldest debt. */
  period: z.nullable(periodField),
  /** Sum of this part. */
  sum: moneyField,
  /** Sum of the whole order, and the number of its parts. */
  orderSum: moneyField,
  partCount: z.number(),
  state: paymentStateField,
  startedAt: instantField,
  confirmedAt: z.nullable(instantField),
  expectedOn: z.nullable(dateField),
};

export const maxOrderParts = 20;

/** A part of an order to be started. */
export const orderPartFields = {
  account: accountNumberField,
  purpose: paymentPurposeField,
  /** The paid act; only with the purpose violationAct. */
  actNumber: z.optional(textField(40)),
  /** The month that the energy payment settles first; absent: the oldest debt. */
  period: z.optional(periodField),
  sum: moneyField,
};

/** A state change or a status of the provider, in order; `from` is null at the start. */
export const paymentEventSchema = z.object({
  from: z.nullable(paymentStateField),
  state: paymentStateField,
  happenedAt: instantField,
  evidence: z.record(z.string(), z.unknown()),
});

/** The refund request of an order. */
export const refundRequestSchema = z.object({ askedAt: instantField, reason: z.string() });

/** Months settled by an energy payment: the month chosen by the payer, then the oldest debt. */
export const settledMonthSchema = z.object({ period: periodField, sum: moneyField });

/** What an energy payment of a list settled; `advance`: the part in excess of all debts. */
export const settledPaymentSchema = z.object({
  paymentId: uuidField,
  settles: z.array(settledMonthSchema),
  advance: moneyField,
});

/** Months with a debt for energy now, the oldest first; of an act: none. A payment settles the named one first, then the oldest. */
export const openMonthsFields = { openMonths: z.array(settledMonthSchema) };

/** Filter of the list; days are the Kyiv days on which payments were started, both included. */
export const paymentFilterFields = {
  from: z.optional(dateField),
  to: z.optional(dateField),
  purpose: z.optional(paymentPurposeField),
  /**
   * 'inTransit': confirmed; 'done': received by the supplier; 'failed': no money received, or returned. Absent: also those
   * waiting for their bank.
   */
  state: z.optional(z.enum(['inTransit', 'done', 'failed'])),
};

/** Of the whole filter: number and sum of payments in transit or received, and the number of all listed. */
export const paymentTotalsSchema = z.object({ count: z.number(), sum: moneyField, listed: z.number() });

/** Details of a transfer, and the sums between which something may be paid at once. */
export const transferFields = {
  limits: z.object({ least: moneyField, most: moneyField }),
  transfer: z.object({
    recipient: z.string(),
    iban: z.string(),
    bank: z.string(),
    edrpou: z.string(),
    purpose: z.string(),
  }),
};
