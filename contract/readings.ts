import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  dateField,
  instantField,
  moneyField,
  periodField,
  requestIdField,
  textField,
  uuidField,
  zoneField,
} from './fields.ts';

const kwhField = z.number();

export const registerSchema = z.object({
  zone: zoneField,
  previousValue: z.number(),
  previousDate: dateField,
  /** The value that stands for the period already, when one was accepted or is under review; else null. */
  currentValue: z.nullable(z.number()),
});

/** The reading that stands for the period. */
export const standingReadingSchema = z.object({
  receiptNumber: z.string(),
  submittedAt: instantField,
  effectiveDate: dateField,
  state: z.enum(['accepted', 'underReview']),
  values: z.record(z.string(), z.number()),
  totalKwh: kwhField,
  sum: z.nullable(moneyField),
  correctable: z.boolean(),
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
  registers: z.array(registerSchema),
  /** Why nothing can be entered; null: it can. */
  blocked: z.nullable(z.object({ code: z.string(), message: z.string() })),
  standing: z.nullable(standingReadingSchema),
});

export const windowSchema = z.object({
  isOpen: z.boolean(),
  opensOn: dateField,
  /** The moment the window closes. */
  closesAt: instantField,
  /** Where a reading given now belongs. */
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

/** What became, or would become, of a reading. */
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
  /** Hryvnias per kWh before the coefficient. */
  price: z.string(),
  coefficient: z.string(),
  sum: moneyField,
  from: dateField,
  to: dateField,
  isEstimated: z.boolean(),
});

/** What a consumption costs and the bill that it would make. */
export const costSchema = z.object({
  kwh: kwhField,
  sum: moneyField,
  lines: z.array(chargeLineSchema),
  /** To pay on the next bill with what is owed now; "0.00" when there is an overpayment that covers it. */
  nextBill: moneyField,
});

export const previewReading = defineCall({
  path: '/api/readings/preview',
  summary: 'What a reading would count and cost, and what happens without one; nothing is stored.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, meterId: z.optional(uuidField), values: valuesField }),
  output: success({
    outcome: outcomeSchema,
    /** null when the values can't be counted. */
    cost: z.nullable(costSchema),
    withoutReading: z.nullable(costSchema),
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
  /** Codes that the customer has confirmed. */
  confirmed: z.optional(z.array(textField(60)).check(z.maxLength(10))),
  photoId: z.optional(uuidField),
  /** When the reading was taken, by the device. */
  takenAt: z.optional(instantField),
  requestId: requestIdField,
};

const submitOutput = success({ outcome: outcomeSchema, receipt: receiptSchema });

export const submitReading = defineCall({
  path: '/api/readings/submit',
  summary: 'Takes a reading of one meter and answers what became of it, with a receipt.',
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
    'readings.meterDisabled',
    'readings.severalMeters',
    'readings.meterNotFound',
    'readings.alreadySubmitted',
    'readings.readingFailed',
    'accounts.noContract',
    'field.required',
    'common.deviceClock',
    'common.notFound',
  ],
});

export const correctReading = defineCall({
  path: '/api/readings/correct',
  summary:
    'Replaces the reading that stands for the period, until the period closes; the old one is kept as superseded.',
  audience: 'customer',
  accountField: 'account',
  changes: true,
  input: signedInput({ ...submitFields, reason: textField(300) }),
  output: submitOutput,
  failures: [...submitReading.failures, 'billing.periodClosing'],
});

export const listReadings = defineCall({
  path: '/api/readings/history',
  summary: 'Readings of an account, newest first, with what became of each.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    limit: z.optional(z.int().check(z.gte(1), z.lte(500))),
    before: z.optional(dateField),
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
        source: z.enum(['customer', 'operator', 'remote', 'import']),
        state: z.enum(['accepted', 'underReview', 'rejected', 'superseded']),
        receiptNumber: z.nullable(z.string()),
      }),
    ),
  }),
  failures: ['common.notFound'],
});

export const addPhoto = defineCall({
  path: '/api/readings/add-photo',
  maxBytes: 8_000_000,
  summary: 'Stores a photo of the meter (JPEG, PNG or WebP, base64) that a reading can then name.',
  audience: 'customer',
  accountField: 'account',
  changes: true,
  input: signedInput({
    account: accountNumberField,
    requestId: requestIdField,
    /** Longer than the largest photo, so that one that is too large is refused in its own words. */
    content: z.string().check(z.maxLength(7_990_000)),
  }),
  output: success({ photoId: uuidField }),
  failures: ['readings.photoRefused', 'common.notFound'],
});
