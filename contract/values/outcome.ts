import * as z from 'zod/mini';
import { dateField, periodField } from './dates.ts';
import { zoneField } from './energy.ts';

/** Parameters of the text of a code. */
export const messageParamsField = z.record(z.string(), z.union([z.string(), z.number()]));

/** A register of an outcome. */
const registerFields = {
  zone: zoneField,
  /** The last accepted value before it, which it is compared with, and its day. */
  previousValue: z.number(),
  /** Absent in answers stored before it was recorded. */
  previousDate: z.optional(dateField),
  value: z.nullable(z.number()),
  /** Since the previous value; null: unknown. */
  kwh: z.nullable(z.number()),
  /** The most severe problem of this register. */
  code: z.nullable(z.string()),
};

/** What both the stored outcome and the answer of a call have. */
const outcomeFields = {
  kind: z.enum(['accepted', 'needsConfirmation', 'underReview', 'blocked', 'refused']),
  code: z.string(),
  missingZones: z.array(zoneField),
  /** Of the period up to these values; null: unknown. */
  totalKwh: z.nullable(z.number()),
  period: periodField,
  effectiveDate: dateField,
  /** The last day on which an operator decides, of what is under review. */
  reviewDueOn: z.optional(dateField),
};

/** Outcome of a submitted or previewed reading, as it is decided and stored: codes with their parameters. */
export const readingOutcomeSchema = z.object({
  ...outcomeFields,
  params: messageParamsField,
  advice: z.nullable(z.string()),
  adviceParams: messageParamsField,
  registers: z.array(z.object({ ...registerFields, params: messageParamsField })),
  /** Codes to send as `confirmed` after the customer agrees. */
  confirmations: z.array(z.string()),
});
export type ReadingOutcomeData = z.infer<typeof readingOutcomeSchema>;

/** The same with texts instead of parameters, for a customer. */
export const shownOutcomeSchema = z.object({
  ...outcomeFields,
  message: z.string(),
  /** Parameters are absent in answers stored before they were given. */
  advice: z.nullable(
    z.object({ code: z.string(), message: z.string(), params: z.optional(messageParamsField) }),
  ),
  registers: z.array(z.object(registerFields)),
});
export type ShownOutcome = z.infer<typeof shownOutcomeSchema>;
