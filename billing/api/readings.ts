import * as z from 'zod/mini';
import { costSchema, dateEffectSchema } from '#contract/values/charge-line.ts';
import { dateField } from '#contract/values/dates.ts';
import { meterEventSchema } from '#contract/values/meter-history.ts';
import { messageParamsField, readingOutcomeSchema } from '#contract/values/outcome.ts';
import {
  blockedFields,
  listedReadingSchema,
  meterFields,
  readingFilterFields,
  receiptSchema,
  submissionFields,
  submissionWindowSchema,
  typedValuesField,
} from '#contract/values/reading.ts';
import {
  assessedRowSchema,
  commitModeField,
  pointRulesSchema,
  pointsReportSchema,
  readingPointFields,
  rowCountFields,
  submittedRowsField,
} from '#contract/values/reading-points.ts';
import { latestReviewSchema } from '#contract/values/reading-review.ts';
import { defineModule } from './define-module.ts';

/** EIC codes of the metering points that the caller is limited to, the others are as if they were not there; absent: all. */
export const pointsLimit = { points: z.optional(z.array(z.string()).check(z.maxLength(1000))) };

const submission = { accountNumber: z.string(), ...pointsLimit, ...submissionFields };

const submitted = z.object({ outcome: readingOutcomeSchema, receipt: receiptSchema });
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

export const METER_HISTORY = defineModule({
  name: 'METER_HISTORY',
  summary:
    'The life of the meters of an account or of one point, newest first, with each reading and its source.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    ...pointsLimit,
    /** null: all points. */
    eic: z.nullable(z.string()),
    /** The place of the last event of the part before; null: from the newest. */
    after: z.nullable(z.object({ date: z.string(), key: z.string() })),
    limit: z.int().check(z.gte(1), z.lte(500)),
  }),
  output: z.object({
    events: z.array(meterEventSchema),
    /** The place of the last of these events; null: there are no more. */
    next: z.nullable(z.object({ date: z.string(), key: z.string() })),
    points: z.array(z.object({ eic: z.string(), objectName: z.string() })),
  }),
  failures: ['common.notFound'],
});

export const READING_PREVIEW = defineModule({
  name: 'READING_PREVIEW',
  summary: 'Consumption and cost of a reading, and the charge without one; stores nothing.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    ...pointsLimit,
    meterId: submissionFields.meterId,
    values: typedValuesField,
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

/** A refusal carries `{outcome, currentReading?}` as details. */
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
  input: z.object({ accountNumber: z.string(), ...pointsLimit, receiptNumber: z.string() }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});

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
    ...pointsLimit,
    /** Maximum rows; registers read together are never split. */
    limit: z.optional(z.number()),
    /** Only readings as of earlier days. */
    before: z.optional(z.string()),
    ...readingFilterFields,
    /** `next` of the previous page. */
    after: z.optional(readingPlaceSchema),
  }),
  output: z.object({
    readings: z.array(listedReadingSchema),
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

export const METER_LIST = defineModule({
  name: 'METER_LIST',
  summary: 'Installed meters of an account with previous values, the window and the current reading.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), ...pointsLimit }),
  output: z.object({
    meters: z.array(
      z.object({
        ...meterFields,
        /** Why input is blocked, with the parameters of its text; null: it is not. */
        blocked: z.nullable(z.object({ ...blockedFields, params: messageParamsField })),
      }),
    ),
    window: submissionWindowSchema,
    /** The last day of a contract that has ended. */
    contractEndedOn: z.optional(dateField),
  }),
  failures: ['common.notFound'],
});

export const READING_ASK_LIST = defineModule({
  name: 'READING_ASK_LIST',
  summary: 'What the holders of accounts can do about readings now.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    /** In the requested order; unknown accounts are omitted. */
    accounts: z.array(
      z.object({
        accountNumber: z.string(),
        /** give: a new reading would add information; sendPhoto: input is blocked; wait, closed: nothing to do now. */
        ask: z.enum(['give', 'sendPhoto', 'wait', 'closed']),
      }),
    ),
  }),
  failures: [],
});

const rowsOfAccount = { accountNumber: z.string(), ...pointsLimit, rows: submittedRowsField };

/** In the order of the request. */
const assessedRows = z.object({ ...rowCountFields, rows: z.array(assessedRowSchema) });

export const READING_POINTS = defineModule({
  name: 'READING_POINTS',
  summary: 'All points of an account with registers, channels, previous values, prices and the rules.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), ...pointsLimit }),
  output: z.object({
    customerType: z.enum(['person', 'entity']),
    window: submissionWindowSchema,
    rules: pointRulesSchema,
    /** Of what was submitted last of each meter, when an operator had to look at it lately. */
    reviews: z.array(latestReviewSchema),
    points: z.array(
      z.object({
        ...readingPointFields,
        /** Why input is blocked, with the parameters of its text; null: it is not. */
        blocked: z.nullable(z.object({ ...blockedFields, params: messageParamsField })),
      }),
    ),
  }),
  failures: ['common.notFound'],
});

export const READING_CHECK_POINTS = defineModule({
  name: 'READING_CHECK_POINTS',
  summary: 'What would become of readings of many meters; stores nothing.',
  accountField: 'accountNumber',
  input: z.object(rowsOfAccount),
  output: assessedRows,
  failures: ['readings.rowTwice', 'common.notFound'],
});

export const READING_SUBMIT_POINTS = defineModule({
  name: 'READING_SUBMIT_POINTS',
  summary:
    'Submits readings of many meters in one transaction: the right ones, or none when one is wrong; a repeated request id returns the first answers.',
  accountField: 'accountNumber',
  input: z.object({ ...rowsOfAccount, requestId: z.string(), mode: commitModeField }),
  output: assessedRows,
  failures: ['readings.rowTwice', 'common.requestReused', 'common.notFound'],
});

export const READING_POINTS_REPORT = defineModule({
  name: 'READING_POINTS_REPORT',
  summary: 'The report of readings of all points for the open period.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), ...pointsLimit }),
  output: pointsReportSchema,
  failures: ['common.notFound'],
});

export const READING_POINTS_PDF = defineModule({
  name: 'READING_POINTS_PDF',
  summary: 'The result of READING_POINTS_REPORT as a PDF, to be signed.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), ...pointsLimit }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});
