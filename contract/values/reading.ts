import * as z from 'zod/mini';
import { requestIdField, textField, uuidField } from '../fields.ts';
import { dateField, instantField, periodField } from './dates.ts';
import { byZoneField, zoneField, zoneSchemeField } from './energy.ts';
import { moneyField } from './money.ts';
import { latestReviewSchema, reviewSchema } from './reading-review.ts';

/** Values by zone, as typed. */
export const typedValuesField = z.partialRecord(zoneField, textField(20));

/** A reading that a customer submits for one meter of an account; the same from the browser to the billing. */
export const submissionFields = {
  /** Optional when the account has one meter. */
  meterId: z.optional(uuidField),
  values: typedValuesField,
  /** Codes that the customer has confirmed. */
  confirmed: z.optional(z.array(textField(60)).check(z.maxLength(10))),
  photoId: z.optional(uuidField),
  /** When the reading was taken, by the clock of the device. */
  takenAt: z.optional(instantField),
  /** When this request was sent, by the clock of the device; absent: when the reading was taken. */
  sentAt: z.optional(instantField),
  /** A repeated id returns the first answer. */
  requestId: requestIdField,
};

/**
 * Receipt of a stored reading. Values are of its day alone, those of registers given as of that day before it among them; kWh and sum are
 * what these registers count in the period up to that day.
 */
export const receiptSchema = z.object({
  number: z.string(),
  submittedAt: instantField,
  /** Time of the reading by the device clock. */
  takenAt: instantField,
  effectiveDate: dateField,
  period: periodField,
  values: byZoneField,
  totalKwh: z.number(),
  /** null: no tariff is known. */
  sum: z.nullable(moneyField),
});
export type ReadingReceiptData = z.infer<typeof receiptSchema>;

/** The reading that counts for the period: that of the latest day. */
export const currentReadingSchema = z.object({
  receiptNumber: z.string(),
  submittedAt: instantField,
  effectiveDate: dateField,
  state: z.enum(['accepted', 'underReview']),
  values: byZoneField,
  totalKwh: z.number(),
  sum: z.nullable(moneyField),
  correctable: z.boolean(),
});
export type CurrentReadingData = z.infer<typeof currentReadingSchema>;

/** Passed by a difference from last year beyond both the per cent and the floor: kWh plus hours of the contracted power. */
const deviationThresholdFields = { percent: z.number(), floorKwh: z.number(), floorHours: z.number() };
const deviationRulesSchema = z.object({
  first: z.object(deviationThresholdFields),
  /** Passed too by more than `kwh`, whatever the per cent; null: per cent and floor alone decide. */
  second: z.object({ ...deviationThresholdFields, kwh: z.nullable(z.number()) }),
});

/** Rules of the supplier with which values are assessed. */
export const assessmentRulesSchema = z.object({
  deviation: z.object({ person: deviationRulesSchema, entity: deviationRulesSchema }),
  verificationAtDeviation: z.number(),
  rollOverFromPercent: z.number(),
  commercialWorkingDays: z.number(),
  holidays: z.array(dateField),
});

/**
 * Accepted values that a new one has to fit, oldest first: the last of an earlier period, then those of the period as of days other
 * than that of a reading submitted now.
 */
export const knownValuesField = z.array(z.object({ value: z.number(), date: dateField }));

const registerSchema = z.object({
  zone: zoneField,
  /** The last accepted value before a reading submitted now, and its day. */
  previousValue: z.number(),
  previousDate: dateField,
  known: knownValuesField,
  /** The latest value of the period, accepted or under review, and its day; null: none. */
  currentValue: z.nullable(z.number()),
  currentDate: z.nullable(dateField),
});

/** A meter with the facts and rules for a reading; why input is blocked is added with its text or parameters. */
export const meterFields = {
  meterId: uuidField,
  serialNumber: z.string(),
  meterType: z.string(),
  eic: z.string(),
  zoneScheme: zoneSchemeField,
  digitCapacity: z.number(),
  coefficient: z.number(),
  contractedPowerKw: z.number(),
  installedOn: dateField,
  /** With what values are assessed, before they are sent too. */
  rules: assessmentRulesSchema,
  customerType: z.enum(['person', 'entity']),
  registers: z.array(registerSchema),
  currentReading: z.nullable(currentReadingSchema),
  /** What became of the last submission when an operator had to look at it; null: nobody had to, or long ago. */
  review: z.nullable(latestReviewSchema),
};

/** Why input is blocked. */
export const blockedFields = {
  code: z.string(),
  /** The day of the next window, when the closed window is the only obstacle; else null. */
  opensOn: z.nullable(dateField),
};

export const submissionWindowSchema = z.object({
  isOpen: z.boolean(),
  opensOn: dateField,
  /** The moment the window closes. */
  closesAt: instantField,
  /** Period of a reading given now. */
  period: periodField,
  effectiveDate: dateField,
});

const readingSourceField = z.enum(['customer', 'operator', 'remote', 'import']);
const readingStateField = z.enum(['accepted', 'underReview', 'rejected', 'superseded']);

/** What all registers of a meter that were read together have in common. */
export const wholeReadingFields = {
  meterSerial: z.string(),
  effectiveDate: dateField,
  period: periodField,
  submittedAt: instantField,
  source: readingSourceField,
  state: readingStateField,
  receiptNumber: z.nullable(z.string()),
  hasPhoto: z.boolean(),
};

/** A register of a reading in the list. */
export const listedReadingSchema = z.object({
  ...wholeReadingFields,
  zone: zoneField,
  value: z.number(),
  /** Since the previous accepted reading of the register, or of the register it replaced; null: not known. */
  kwhSincePrevious: z.nullable(z.number()),
  /** Why the customer corrected the previous value. */
  reason: z.nullable(z.string()),
  /** null: nobody had to look at it. */
  review: z.nullable(reviewSchema),
});

/** Filter of the list; days are effective dates, both included. */
export const readingFilterFields = {
  from: z.optional(dateField),
  to: z.optional(dateField),
  source: z.optional(readingSourceField),
  state: z.optional(readingStateField),
  meterSerial: z.optional(textField(60)),
};
