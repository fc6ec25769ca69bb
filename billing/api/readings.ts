import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

const zone = z.enum(['single', 'day', 'night', 'peak', 'halfPeak']);
const params = z.record(z.string(), z.union([z.string(), z.number()]));

/** What became, or would become, of a reading: codes with the values of their texts. kWh are null where they can't be told. */
export const readingOutcomeSchema = z.object({
  kind: z.enum(['accepted', 'needsConfirmation', 'underReview', 'blocked', 'refused']),
  code: z.string(),
  params,
  advice: z.nullable(z.string()),
  registers: z.array(
    z.object({
      zone,
      previousValue: z.number(),
      value: z.nullable(z.number()),
      kwh: z.nullable(z.number()),
      /** Severest problem of this register. */
      code: z.nullable(z.string()),
      params,
    }),
  ),
  missingZones: z.array(zone),
  totalKwh: z.nullable(z.number()),
  period: z.string(),
  effectiveDate: z.string(),
  /** Codes to send back as `confirmed` when the customer agrees. */
  confirmations: z.array(z.string()),
});
export type ReadingOutcomeData = z.infer<typeof readingOutcomeSchema>;

/** Proof of a stored reading. Values and sums are of everything that stands for the meter and period after it. */
export const readingReceiptSchema = z.object({
  number: z.string(),
  submittedAt: z.string(),
  /** When the device says that the reading was taken. */
  takenAt: z.string(),
  effectiveDate: z.string(),
  period: z.string(),
  values: z.record(z.string(), z.number()),
  totalKwh: z.number(),
  /** null: no tariff is known. */
  sum: z.nullable(z.string()),
});
export type ReadingReceiptData = z.infer<typeof readingReceiptSchema>;

/** The reading that stands for the period. */
export const standingReadingSchema = z.object({
  receiptNumber: z.string(),
  submittedAt: z.string(),
  effectiveDate: z.string(),
  state: z.enum(['accepted', 'underReview']),
  values: z.record(z.string(), z.number()),
  totalKwh: z.number(),
  sum: z.nullable(z.string()),
  correctable: z.boolean(),
});
export type StandingReadingData = z.infer<typeof standingReadingSchema>;

const costSchema = z.object({
  kwh: z.number(),
  sum: z.string(),
  lines: z.array(
    z.object({
      kind: z.enum(['energy', 'recalculation', 'benefit']),
      zone,
      kwh: z.number(),
      price: z.string(),
      coefficient: z.string(),
      sum: z.string(),
      from: z.string(),
      to: z.string(),
      isEstimated: z.boolean(),
    }),
  ),
  /** To pay for the whole period with what is owed now; '0.00' when an overpayment covers it. */
  nextBill: z.string(),
});
export type ReadingCostData = z.infer<typeof costSchema>;

const values = z.partialRecord(zone, z.string());

const submission = {
  accountNumber: z.string(),
  /** May be left out when the account has one meter. */
  meterId: z.optional(z.string()),
  /** As typed, by zone. */
  values,
  /** Codes that the customer has answered with yes. */
  confirmed: z.array(z.string()),
  photoId: z.optional(z.string()),
  takenAt: z.optional(z.string()),
  requestId: z.string(),
};

const submitted = z.object({ outcome: readingOutcomeSchema, receipt: readingReceiptSchema });
export type SubmittedReadingData = z.infer<typeof submitted>;

const refusals = [
  'readings.sameAsPrevious',
  'readings.rollOver',
  'readings.deviation',
  'readings.digitCapacity',
  'readings.lowerThanPrevious',
  'readings.valueTooLarge',
  'readings.takenByOperator',
  'readings.substation',
  'readings.personInputBlocked',
  'readings.entityPeriodClosed',
  'readings.meterDisabled',
  'readings.severalMeters',
  'readings.meterNotFound',
  'readings.alreadySubmitted',
  'accounts.noContract',
  'field.required',
  'common.deviceClock',
  'common.notFound',
];

export const READING_PREVIEW = defineModule({
  name: 'READING_PREVIEW',
  summary: 'What a reading would count and cost, and what happens without one; nothing is stored.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), meterId: z.optional(z.string()), values }),
  output: z.object({
    outcome: readingOutcomeSchema,
    cost: z.nullable(costSchema),
    withoutReading: z.nullable(costSchema),
  }),
  failures: ['common.notFound'],
});

/** A refusal carries `{outcome, standing?}` as details. */
export const READING_SUBMIT = defineModule({
  name: 'READING_SUBMIT',
  summary:
    'Takes a reading of one meter; the same request id, or the same values again, get the first answer.',
  accountField: 'accountNumber',
  input: z.object(submission),
  output: submitted,
  failures: refusals,
});

export const READING_CORRECT = defineModule({
  name: 'READING_CORRECT',
  summary:
    'Replaces the reading that stands for the period until it closes; the old one is kept as superseded.',
  accountField: 'accountNumber',
  input: z.object({ ...submission, reason: z.string() }),
  output: submitted,
  failures: [...refusals, 'billing.periodClosing'],
});

export const READING_LIST = defineModule({
  name: 'READING_LIST',
  summary: 'Readings of an account, newest first, with what became of each.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    limit: z.optional(z.number()),
    /** Only readings of earlier days. */
    before: z.optional(z.string()),
  }),
  output: z.object({
    readings: z.array(
      z.object({
        meterSerial: z.string(),
        zone,
        value: z.number(),
        effectiveDate: z.string(),
        period: z.string(),
        submittedAt: z.string(),
        source: z.enum(['customer', 'operator', 'remote', 'import']),
        state: z.enum(['accepted', 'underReview', 'rejected', 'superseded']),
        receiptNumber: z.nullable(z.string()),
      }),
    ),
  }),
  failures: ['common.notFound'],
});
