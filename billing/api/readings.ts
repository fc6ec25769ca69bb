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

/** The reading that counts for the period: that of the latest day. */
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
  /** The bill of the account for the whole period, as closing it would make it. */
  bill: z.object({
    /** Balance when the period began: positive is debt, negative an overpayment. */
    opening: z.string(),
    charged: z.string(),
    recalculated: z.string(),
    paid: z.string(),
    /** opening + charged + recalculated − paid; '0.00' when an overpayment covers it. */
    toPay: z.string(),
  }),
});
export type ReadingCostData = z.infer<typeof costSchema>;

/** What the day makes of values given outside the window: the whole period with them as of that day, and as of the 1st. */
const dateEffectSchema = z.object({
  /** Today's, with the rest of the period by average daily consumption. */
  today: costSchema,
  first: z.string(),
  onFirst: costSchema,
});

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
  'common.requestReused',
  'common.notFound',
];

export const READING_PREVIEW = defineModule({
  name: 'READING_PREVIEW',
  summary: 'What a reading would count and cost, and what happens without one; nothing is stored.',
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
    /** What closing would charge by the readings that stand and the average for the rest. */
    withoutReading: z.nullable(costSchema),
    /** null in the window, where a reading counts as of the 1st, for a correction, and when the values can't be counted. */
    dateEffect: z.nullable(dateEffectSchema),
    /** Code of the message why no sum can be told: then there is neither cost nor bill; null: nothing stands in the way. */
    noForecast: z.nullable(z.string()),
  }),
  failures: ['common.notFound'],
});

/** A refusal carries `{outcome, standing?}` as details. */
export const READING_SUBMIT = defineModule({
  name: 'READING_SUBMIT',
  summary:
    'Takes a reading of one meter, as many in a period as there are days; the same request id, or the same values of the same day again, get the first answer.',
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
  summary: 'The receipt of a reading as a document, with what became of the reading since.',
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

/** A place in the order of readings; `submittedAt` to the microsecond. */
const readingPlaceSchema = z.object({
  effectiveDate: z.string(),
  submittedAt: z.string(),
  meterSerial: z.string(),
});

export const READING_LIST = defineModule({
  name: 'READING_LIST',
  summary: 'Readings of an account, newest first, with what became of each, from a place on.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** Rows; registers that were read together are never parted. */
    limit: z.optional(z.number()),
    /** Only readings of earlier days. */
    before: z.optional(z.string()),
    /** Days as of which they count, both included. */
    from: z.optional(z.string()),
    to: z.optional(z.string()),
    source: z.optional(source),
    state: z.optional(state),
    meterSerial: z.optional(z.string()),
    /** What `next` of the part before was. */
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
        /** Since the accepted reading of the register before, or of the register that it replaced; null: not known. */
        kwhSincePrevious: z.nullable(z.number()),
        /** Why the customer corrected what stood before. */
        reason: z.nullable(z.string()),
        hasPhoto: z.boolean(),
      }),
    ),
    /** The last of these readings, when older ones follow. */
    next: z.nullable(readingPlaceSchema),
    /** Serial numbers of the account's meters, the newest first. */
    meters: z.array(z.string()),
    /** Readings of the whole filter; registers that were read together are one. */
    count: z.number(),
  }),
  failures: ['common.notFound'],
});

export const READING_FIND_PHOTOS = defineModule({
  name: 'READING_FIND_PHOTOS',
  summary: 'Which of these photos a reading names.',
  input: z.object({ photoIds: z.array(z.uuid()).check(z.maxLength(500)) }),
  output: z.object({ named: z.array(z.string()) }),
  failures: [],
});
