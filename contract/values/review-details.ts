import * as z from 'zod/mini';
import { textField, uuidField } from '../fields.ts';
import { dateField, instantField, periodField } from './dates.ts';
import { byZoneField, zoneField } from './energy.ts';
import { reviewDecisionField } from './reading-review.ts';

/** What an operator can do about a reading under review. */
const reviewActionField = z.enum(['accept', 'acceptAnother', 'reject', 'askPhoto']);

/** Bounds of the reason of a rejection, which the customer reads. */
export const reviewReason = { least: 3, most: 500 } as const;

/** The rule that stopped a reading, with its numbers. */
const reviewCauseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tooLarge'), zone: zoneField, kwh: z.number(), limitKwh: z.number() }),
  z.object({ kind: z.literal('lower'), zone: zoneField, previousValue: z.number() }),
  z.object({
    kind: z.literal('deviation'),
    kwh: z.number(),
    lastYearKwh: z.number(),
    percent: z.number(),
    inARow: z.number(),
  }),
  z.object({ kind: z.literal('requested') }),
]);

const reviewFields = {
  reviewId: uuidField,
  account: z.string(),
  customerName: z.string(),
  customerType: z.enum(['person', 'entity']),
  meterSerial: z.string(),
  code: z.enum(['readings.operatorCheck', 'readings.additionalVerification']),
  causes: z.array(reviewCauseSchema),
  state: z.enum(['waiting', 'photoAsked']),
  openedAt: instantField,
  dueOn: dateField,
  values: byZoneField,
  hasPhoto: z.boolean(),
};

/** A row of the queue. */
export const queuedReviewSchema = z.object(reviewFields);
export type QueuedReview = z.infer<typeof queuedReviewSchema>;

/** A value of a register with its day. */
const knownValue = z.object({ value: z.number(), date: dateField });

/** All that an operator decides by. */
export const reviewDetailsSchema = z.object({
  ...reviewFields,
  /** Once somebody decided: then there is nothing to decide any more. `replaced`: another value stands in its place. */
  state: z.enum(['waiting', 'photoAsked', 'decided', 'replaced']),
  decision: z.nullable(
    z.object({ decision: reviewDecisionField, reason: z.string(), by: z.string(), at: instantField }),
  ),
  phone: z.string(),
  address: z.string(),
  eic: z.string(),
  meterType: z.string(),
  digitCapacity: z.number(),
  coefficient: z.number(),
  contractedPowerKw: z.number(),
  receiptNumber: z.string(),
  period: periodField,
  /** The month is closed: what is accepted is recalculated in the open one. */
  isPeriodClosed: z.boolean(),
  effectiveDate: dateField,
  totalKwh: z.nullable(z.number()),
  /** What the customer was told that it costs. */
  sum: z.nullable(z.string()),
  /** Of a correction. */
  correctionReason: z.nullable(z.string()),
  registers: z.array(
    z.object({
      zone: zoneField,
      value: z.number(),
      /** The accepted reading before it, or the installation. */
      previous: knownValue,
      /** An accepted reading of a later day, or the removal; null: none. */
      next: z.nullable(knownValue),
      kwh: z.nullable(z.number()),
    }),
  ),
  photoIds: z.array(uuidField),
  photoAskedAt: z.nullable(instantField),
  /** What the metering point used, the newest month last. */
  months: z.array(z.object({ period: periodField, kwh: z.number(), isEstimated: z.boolean() })),
  /** Readings of the meter in those months, the newest first. */
  readings: z.array(
    z.object({
      date: dateField,
      values: byZoneField,
      source: z.enum(['customer', 'operator', 'remote', 'import']),
      state: z.enum(['accepted', 'rejected']),
    }),
  ),
  /** The same month of last year; null: not known. */
  lastYear: z.nullable(z.object({ period: periodField, kwh: z.number(), days: z.number() })),
});
export type ReviewDetails = z.infer<typeof reviewDetailsSchema>;

/** What an operator decides. */
export const decisionFields = {
  reviewId: uuidField,
  action: reviewActionField,
  /** Of `acceptAnother`: by zone, as typed. */
  values: z.optional(z.partialRecord(zoneField, textField(20))),
  /** Needed to reject; shown to the customer. */
  reason: textField(reviewReason.most),
};

/** Numbers of the queue. */
export const reviewCountFields = {
  waiting: z.number(),
  photoAsked: z.number(),
  /** Of the waiting ones those whose last day is over. */
  overdue: z.number(),
};
