import * as z from 'zod/mini';
import { defineModule } from '../define-module.ts';

const zone = z.enum(['single', 'day', 'night', 'peak', 'halfPeak']);
const params = z.record(z.string(), z.union([z.string(), z.number()]));

/** Result of a submitted or previewed reading: codes with their parameters. kWh are null when unknown. */
const readingOutcomeSchema = z.object({
  kind: z.enum(['accepted', 'needsConfirmation', 'underReview', 'blocked', 'refused']),
  code: z.string(),
  params,
  advice: z.nullable(z.string()),
  /** Absent in results stored by earlier versions. */
  adviceParams: z.optional(params),
  registers: z.array(
    z.object({
      zone,
      previousValue: z.number(),
      value: z.nullable(z.number()),
      kwh: z.nullable(z.number()),
      /** The most severe problem of this register. */
      code: z.nullable(z.string()),
      params,
    }),
  ),
  missingZones: z.array(zone),
  totalKwh: z.nullable(z.number()),
  period: z.string(),
  effectiveDate: z.string(),
  /** Codes to send as `confirmed` after the customer agrees. */
  confirmations: z.array(z.string()),
});
export type ReadingOutcomeData = z.infer<typeof readingOutcomeSchema>;

/** Receipt of a stored reading. Values and sums cover all current readings of the meter and period after it. */
const readingReceiptSchema = z.object({
  number: z.string(),
  submittedAt: z.string(),
  /** Time of the reading by the device clock. */
  takenAt: z.string(),
  effectiveDate: z.string(),
  period: z.string(),
  values: z.record(z.string(), z.number()),
  totalKwh: z.number(),
  /** null: no tariff is known. */
  sum: z.nullable(z.string()),
});
export type ReadingReceiptData = z.infer<typeof readingReceiptSchema>;

/** The reading that counts for the period: the one with the latest day. */
export const currentReadingSchema = z.object({
  receiptNumber: z.string(),
  submittedAt: z.string(),
  effectiveDate: z.string(),
  state: z.enum(['accepted', 'underReview']),
  values: z.record(z.string(), z.number()),
  totalKwh: z.number(),
  sum: z.nullable(z.string()),
  correctable: z.boolean(),
});
export type CurrentReadingData = z.infer<typeof currentReadingSchema>;

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
  /** The bill of the account for the whole period, as closing would make it. */
  bill: z.object({
    /** Balance at the start of the period: debt (+) or overpayment (−). */
    opening: z.string(),
    charged: z.string(),
    recalculated: z.string(),
    paid: z.string(),
    /** opening + charged + recalculated − paid; '0.00' when an overpayment covers it. */
    toPay: z.string(),
  }),
});
export type ReadingCostData = z.infer<typeof costSchema>;

/**
 * Effect of the day for values submitted outside the window: the whole period with them as of that day, and as of the
 * 1st.
 */
const dateEffectSchema = z.object({
  /** As of today, with the rest of the period by average daily consumption. */
  today: costSchema,
  first: z.string(),
  onFirst: costSchema,
});

const values = z.partialRecord(zone, z.string());

const submission = {
  accountNumber: z.string(),
  /** Optional when the account has one meter. */
  meterId: z.optional(z.string()),
  /** As entered, by zone. */
  values,
  /** Codes that the customer has confirmed. */
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
  'readings.entityInputBlocked',
  'billing.commercialMetering',
  'readings.meterDisabled',
  'readings.severalMeters',
  'readings.meterNotFound',
  'readings.alreadySubmitted',
  'accounts.noContract',
  'field.required',
  'common.deviceClock',
  'common.requestReused',
  'common.notFound',
];

export const READING_PREVIEW = defineModule({
  name: 'READING_PREVIEW',
  summary: 'Consumption and cost of a reading, and the charge without one; stores nothing.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    meterId: z.optional(z.string()),
    values,
    /** The values would replace the reading that counts for the period, as of its day. */
    correcting: z.optional(z.boolean()),
  }),
  output: z.object({
    outcome: readingOutcomeSchema,
    cost: z.nullable(costSchema),
    /** What closing would charge by the current readings and the average for the rest. */
    withoutReading: z.nullable(costSchema),
    /**
     * null inside the window (a reading counts as of the 1st), for a correction, and when the values can't be counted.
     */
    dateEffect: z.nullable(dateEffectSchema),
    /** Message code of the reason why there is neither cost nor bill; null: both are known. */
    noForecast: z.nullable(z.string()),
  }),
  failures: ['common.notFound'],
});

/** A refusal carries `{outcome, standing?}` as details (`standing`: the current reading). */
export const READING_SUBMIT = defineModule({
  name: 'READING_SUBMIT',
  summary:
    'Submits a reading of one meter, at most one per day; a repeated request id, or the same values for the same day, returns the first answer.',
  accountField: 'accountNumber',
  input: z.object(submission),
  output: submitted,
  failures: refusals,
});

export const READING_CORRECT = defineModule({
  name: 'READING_CORRECT',
  summary:
    'Replaces the reading that counts for the period, as of its day, until the period closes; the old one is kept as superseded.',
  accountField: 'accountNumber',
  input: z.object({ ...submission, reason: z.string() }),
  output: submitted,
  failures: [...refusals, 'billing.periodClosing'],
});

export const READING_RECEIPT_PDF = defineModule({
  name: 'READING_RECEIPT_PDF',
  summary: 'The receipt of a reading with its current state, as a PDF.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), receiptNumber: z.string() }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});

const source = z.enum(['customer', 'operator', 'remote', 'import']);
const state = z.enum(['accepted', 'underReview', 'rejected', 'superseded']);

/** Cursor of the reading list; `submittedAt` has microseconds. */
const readingPlaceSchema = z.object({
  effectiveDate: z.string(),
  submittedAt: z.string(),
  meterSerial: z.string(),
});

export const READING_LIST = defineModule({
  name: 'READING_LIST',
  summary: 'Readings of an account with their states, newest first, paged by a cursor.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** Maximum rows; registers read together are never split. */
    limit: z.optional(z.number()),
    /** Only readings as of earlier days. */
    before: z.optional(z.string()),
    /** Inclusive days as of which the readings count. */
    from: z.optional(z.string()),
    to: z.optional(z.string()),
    source: z.optional(source),
    state: z.optional(state),
    meterSerial: z.optional(z.string()),
    /** `next` of the previous page. */
    after: z.optional(readingPlaceSchema),
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
        source,
        state,
        receiptNumber: z.nullable(z.string()),
        /** Since the previous accepted reading of the register, or of the register it replaced; null: not known. */
        kwhSincePrevious: z.nullable(z.number()),
        /** Why the customer corrected the previous value. */
        reason: z.nullable(z.string()),
        hasPhoto: z.boolean(),
      }),
    ),
    /** The last reading of the page; null: there are no older ones. */
    next: z.nullable(readingPlaceSchema),
    /** Serial numbers of the account's meters, newest first. */
    meters: z.array(z.string()),
    /** Number of readings for the whole filter; registers read together count as one. */
    count: z.number(),
  }),
  failures: ['common.notFound'],
});

export const READING_FIND_PHOTOS = defineModule({
  name: 'READING_FIND_PHOTOS',
  summary: 'Which of these photos belong to a reading.',
  input: z.object({ photoIds: z.array(z.uuid()).check(z.maxLength(500)) }),
  output: z.object({ named: z.array(z.string()) }),
  failures: [],
});
