import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  cursorField,
  eicField,
  exportFormatField,
  requestIdField,
  textField,
  uuidField,
} from './fields.ts';
import { costSchema, dateEffectSchema } from './values/charge-line.ts';
import { dateField } from './values/dates.ts';
import { meterEventSchema } from './values/meter-history.ts';
import { shownOutcomeSchema } from './values/outcome.ts';
import {
  blockedFields,
  listedReadingSchema,
  meterFields,
  readingFilterFields,
  receiptSchema,
  submissionFields,
  submissionWindowSchema,
  typedValuesField,
} from './values/reading.ts';

export const meterSchema = z.object({
  ...meterFields,
  /** Why input is blocked; null: it is not. */
  blocked: z.nullable(z.object({ ...blockedFields, message: z.string() })),
});

export const listMeters = defineCall({
  path: '/api/meters/list',
  summary:
    'The meters of an account with their registers, previous values, the window and the reading that stands.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({
    meters: z.array(meterSchema),
    window: submissionWindowSchema,
    /** The last day of a contract that has ended; absent: it has not. */
    contractEndedOn: z.optional(dateField),
  }),
  failures: ['common.notFound', 'accounts.noContract', 'common.serviceDown'],
});

export const meterHistory = defineCall({
  path: '/api/meters/history',
  summary:
    'The life of the meters of an account or of one point, newest first: installed, replaced, verified, rolled over, each reading with its source; in parts: `next` is the cursor of the following one.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    /** Absent: all points. */
    eic: z.optional(eicField),
    cursor: z.optional(cursorField),
  }),
  output: success({
    events: z.array(meterEventSchema),
    next: z.nullable(cursorField),
    /** The points of the account, by object. */
    points: z.array(z.object({ eic: z.string(), objectName: z.string() })),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const previewReading = defineCall({
  path: '/api/readings/preview',
  summary: 'What a reading would count and cost, and what happens without one; nothing is stored.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    meterId: z.optional(uuidField),
    values: typedValuesField,
    /** The values would replace the reading of the period, as of its day. */
    correcting: z.optional(z.boolean()),
  }),
  output: success({
    outcome: shownOutcomeSchema,
    /** null when the values can't be calculated. */
    cost: z.nullable(costSchema),
    /** The charge at closing by the existing readings and the average for the rest. */
    withoutReading: z.nullable(costSchema),
    /**
     * null in the window, where a reading counts as of the 1st, for a correction, and when the values can't be
     * calculated.
     */
    dateEffect: z.nullable(dateEffectSchema),
    /** Why there is no forecast: then there is neither cost nor bill; null: there is one. */
    noForecast: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

const submitFields = { account: accountNumberField, ...submissionFields };

const submitOutput = success({ outcome: shownOutcomeSchema, receipt: receiptSchema });

export const submitReading = defineCall({
  path: '/api/readings/submit',
  summary:
    'Takes a reading of one meter, a new one on each later day, and answers what became of it, with a receipt.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  changes: true,
  input: signedInput(submitFields),
  output: submitOutput,
  failures: [
    'readings.sameAsPrevious',
    'readings.digitCapacity',
    'readings.lowerThanPrevious',
    'readings.rollOver',
    'readings.valueTooLarge',
    'readings.deviation',
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
    'readings.readingFailed',
    'accounts.noContract',
    'field.required',
    'common.deviceClock',
    'common.requestReused',
    'common.notFound',
  ],
});

export const correctReading = defineCall({
  path: '/api/readings/correct',
  summary:
    'Replaces the reading that counts for the period, as of its day, until the period closes; the old one is kept as superseded.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  changes: true,
  input: signedInput({ ...submitFields, reason: textField(300) }),
  output: submitOutput,
  failures: [...submitReading.failures, 'billing.periodClosing'],
});

export const readingReceipt = defineCall({
  path: '/api/readings/receipt',
  summary: 'The receipt of a reading as a PDF, by its number.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({
    account: accountNumberField,
    receiptNumber: z.string().check(z.regex(/^\d{1,18}$/, 'field.invalid')),
  }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});

const readingFilter = { account: accountNumberField, ...readingFilterFields };

export const listReadings = defineCall({
  path: '/api/readings/history',
  summary:
    'Readings of an account, newest first, with what became of each; in parts: `next` is the cursor of the following one.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  input: signedInput({
    ...readingFilter,
    /** Rows; registers read together are not split, so there may be some more. */
    limit: z.optional(z.int().check(z.gte(1), z.lte(500))),
    before: z.optional(dateField),
    cursor: z.optional(cursorField),
  }),
  output: success({
    readings: z.array(listedReadingSchema),
    next: z.nullable(cursorField),
    /** Serial numbers of the account's meters, the newest first. */
    meters: z.array(z.string()),
    /** Readings of the whole filter; registers read together count as one. */
    count: z.number(),
  }),
  failures: ['common.notFound'],
});

export const exportReadings = defineCall({
  path: '/api/readings/export',
  summary: 'The readings of a filter as a table to keep, a row for each register, the newest 10,000 at most.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...readingFilter, format: exportFormatField }),
  output: z.unknown(),
  failures: ['common.notFound'],
});

/** Largest photo of a meter, megabytes. */
export const maxPhotoMb = 5;

export const addPhoto = defineCall({
  path: '/api/readings/add-photo',
  upload: { maxBytes: maxPhotoMb * 1024 * 1024, tooLarge: 'readings.photoRefused' },
  summary:
    'Stores a photo of the meter (JPEG, PNG or WebP), without its place, that a reading can then name.',
  audience: 'customer',
  area: 'points',
  ofPoints: true,
  accountField: 'account',
  changes: true,
  input: signedInput({
    account: accountNumberField,
    requestId: requestIdField,
  }),
  output: success({ photoId: uuidField }),
  failures: [
    'readings.photoRefused',
    'readings.photoHeic',
    'files.damaged',
    'files.tooManyPixels',
    'readings.tooManyPhotos',
    'common.requestReused',
    'common.notFound',
  ],
});
