import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  cursorField,
  dateField,
  exportFormatField,
  instantField,
  moneyField,
  periodField,
  requestIdField,
  textField,
  uuidField,
  zoneField,
} from './fields.ts';

const kwhField = z.number();

const registerSchema = z.object({
  zone: zoneField,
  previousValue: z.number(),
  previousDate: dateField,
  /** Accepted readings of the period as of other days, oldest first. */
  known: z.array(z.object({ value: z.number(), date: dateField })),
  /** The latest value of the period, accepted or under review, and its day; null: none. */
  currentValue: z.nullable(z.number()),
  currentDate: z.nullable(dateField),
});

/** The reading of the period: that of the latest day. */
export const currentReadingSchema = z.object({
  receiptNumber: z.string(),
  submittedAt: instantField,
  effectiveDate: dateField,
  state: z.enum(['accepted', 'underReview']),
  values: z.record(z.string(), z.number()),
  totalKwh: kwhField,
  sum: z.nullable(moneyField),
  correctable: z.boolean(),
});

/** Rules of readings with which values are assessed. */
const readingRulesSchema = z.object({
  deviation: z.object({
    first: z.object({ percent: z.number(), kwh: z.number() }),
    second: z.object({ percent: z.number(), kwh: z.number(), floorKwh: z.number() }),
  }),
  verificationAtDeviation: z.number(),
  rollOverFromPercent: z.number(),
  commercialWorkingDays: z.number(),
  holidays: z.array(dateField),
});

export const meterSchema = z.object({
  meterId: uuidField,
  serialNumber: z.string(),
  meterType: z.string(),
  eic: z.string(),
  zoneScheme: z.enum(['single', 'two', 'three']),
  digitCapacity: z.number(),
  coefficient: z.number(),
  contractedPowerKw: z.number(),
  installedOn: dateField,
  /** With what values are assessed, before they are sent too. */
  rules: readingRulesSchema,
  customerType: z.enum(['person', 'entity']),
  registers: z.array(registerSchema),
  /** Why input is blocked; null: it is not. */
  blocked: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      /** The day of the next window, when the closed window is the only obstacle; else null. */
      opensOn: z.nullable(dateField),
    }),
  ),
  standing: z.nullable(currentReadingSchema),
});

const windowSchema = z.object({
  isOpen: z.boolean(),
  opensOn: dateField,
  /** The moment the window closes. */
  closesAt: instantField,
  /** Period of a reading given now. */
  period: periodField,
  effectiveDate: dateField,
});

export const listMeters = defineCall({
  path: '/api/meters/list',
  summary:
    'The meters of an account with their registers, previous values, the window and the reading that stands.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ meters: z.array(meterSchema), window: windowSchema }),
  failures: ['common.notFound', 'accounts.noContract', 'common.serviceDown'],
});

/** Values by zone, as typed. */
const valuesField = z.partialRecord(zoneField, textField(20));

const registerOutcomeSchema = z.object({
  zone: zoneField,
  previousValue: z.number(),
  value: z.nullable(z.number()),
  kwh: z.nullable(kwhField),
  code: z.nullable(z.string()),
});

/** The outcome of a reading, submitted or checked. */
export const outcomeSchema = z.object({
  kind: z.enum(['accepted', 'needsConfirmation', 'underReview', 'blocked', 'refused']),
  code: z.string(),
  message: z.string(),
  advice: z.nullable(z.object({ code: z.string(), message: z.string() })),
  registers: z.array(registerOutcomeSchema),
  missingZones: z.array(zoneField),
  totalKwh: z.nullable(kwhField),
  period: periodField,
  effectiveDate: dateField,
});

export const chargeLineSchema = z.object({
  kind: z.enum(['energy', 'recalculation', 'benefit']),
  zone: zoneField,
  kwh: kwhField,
  /** UAH per kWh before the coefficient. */
  price: z.string(),
  coefficient: z.string(),
  sum: moneyField,
  from: dateField,
  to: dateField,
  isEstimated: z.boolean(),
});

/** Cost of a consumption and the resulting bill. */
export const costSchema = z.object({
  kwh: kwhField,
  sum: moneyField,
  lines: z.array(chargeLineSchema),
  /** The bill of the account for the whole period. */
  bill: z.object({
    /** Opening balance: positive is debt, negative an overpayment. */
    opening: moneyField,
    charged: moneyField,
    /** Returned for overcharged months: negative or zero. */
    recalculated: moneyField,
    paid: moneyField,
    /** opening + charged + recalculated − paid; "0.00" when an overpayment covers it. */
    toPay: moneyField,
  }),
});

/** Effect of the day on values given outside the window. */
export const dateEffectSchema = z.object({
  /** The whole period with the values as of today, the rest by average daily consumption. */
  today: costSchema,
  /** The 1st of the next month, and the whole period with the values as of that day. */
  first: dateField,
  onFirst: costSchema,
});

export const previewReading = defineCall({
  path: '/api/readings/preview',
  summary: 'What a reading would count and cost, and what happens without one; nothing is stored.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    meterId: z.optional(uuidField),
    values: valuesField,
    /** The values would replace the reading of the period, as of its day. */
    correcting: z.optional(z.boolean()),
  }),
  output: success({
    outcome: outcomeSchema,
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

export const receiptSchema = z.object({
  number: z.string(),
  submittedAt: instantField,
  takenAt: instantField,
  effectiveDate: dateField,
  period: periodField,
  values: z.record(z.string(), z.number()),
  totalKwh: kwhField,
  sum: z.nullable(moneyField),
});

const submitFields = {
  account: accountNumberField,
  meterId: z.optional(uuidField),
  values: valuesField,
  /** Codes confirmed by the customer. */
  confirmed: z.optional(z.array(textField(60)).check(z.maxLength(10))),
  photoId: z.optional(uuidField),
  /** When the reading was taken, by the clock of the device. */
  takenAt: z.optional(instantField),
  requestId: requestIdField,
};

const submitOutput = success({ outcome: outcomeSchema, receipt: receiptSchema });

export const submitReading = defineCall({
  path: '/api/readings/submit',
  summary:
    'Takes a reading of one meter, a new one on each later day, and answers what became of it, with a receipt.',
  audience: 'customer',
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
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({
    account: accountNumberField,
    receiptNumber: z.string().check(z.regex(/^\d{1,18}$/, 'field.invalid')),
  }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});

const sourceField = z.enum(['customer', 'operator', 'remote', 'import']);
const readingStateField = z.enum(['accepted', 'underReview', 'rejected', 'superseded']);

/** Filter of a history; days are effective dates, both included. */
const readingFilter = {
  account: accountNumberField,
  from: z.optional(dateField),
  to: z.optional(dateField),
  source: z.optional(sourceField),
  state: z.optional(readingStateField),
  meterSerial: z.optional(textField(60)),
};

export const listReadings = defineCall({
  path: '/api/readings/history',
  summary:
    'Readings of an account, newest first, with what became of each; in parts: `next` is the cursor of the following one.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({
    ...readingFilter,
    /** Rows; registers read together are not split, so there may be some more. */
    limit: z.optional(z.int().check(z.gte(1), z.lte(500))),
    before: z.optional(dateField),
    cursor: z.optional(cursorField),
  }),
  output: success({
    readings: z.array(
      z.object({
        meterSerial: z.string(),
        zone: zoneField,
        value: z.number(),
        effectiveDate: dateField,
        period: periodField,
        submittedAt: instantField,
        source: sourceField,
        state: readingStateField,
        receiptNumber: z.nullable(z.string()),
        /** Since the previous accepted reading; null when this one is not accepted, or the first. */
        kwhSincePrevious: z.nullable(kwhField),
        /** The customer's reason for a correction. */
        reason: z.nullable(z.string()),
        hasPhoto: z.boolean(),
      }),
    ),
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
    'readings.tooManyPhotos',
    'common.requestReused',
    'common.notFound',
  ],
});
