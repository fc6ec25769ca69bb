import * as z from 'zod/mini';
import { dateField } from './dates.ts';
import { moneyField } from './money.ts';

export const actStateField = z.enum([
  'drawn',
  'served',
  'hearingSet',
  'decided',
  'cancelled',
  'billed',
  'paid',
  'partPaid',
  'instalments',
  'disputed',
  'overdue',
]);
export type ActState = z.infer<typeof actStateField>;

/** Documents that can be made from the supplier's record of an act. */
export const actPaperField = z.enum(['act', 'calculation', 'bill']);
export type ActPaper = z.infer<typeof actPaperField>;

/** A part of a schedule: what of it is not paid yet, the earliest parts first. All that is left adds up to the debt. */
const instalmentSchema = z.object({ dueOn: dateField, sum: moneyField, left: moneyField });

/** The current state of a violation act (facts 2.5). Unknown dates and texts are null or empty. */
export const violationActFields = {
  actNumber: z.string(),
  drawnOn: dateField,
  state: actStateField,
  /** Including VAT. */
  sum: moneyField,
  vat: moneyField,
  /** Payments for the act, including those in transit. */
  paid: moneyField,
  /** Part of `paid` confirmed by the provider, not yet in the bank. */
  inTransit: moneyField,
  /** Due now, of a schedule the parts whose day has come or the next one; "0.00" when the act is not billed, cancelled or disputed. */
  owed: moneyField,
  /** All that is not paid of it, which may be paid at once; above `owed` while later parts are not due. "0.00" as of `owed`. */
  unpaid: moneyField,
  /** Of an act with a schedule the day of its next part. */
  dueOn: z.nullable(dateField),
  /** The schedule by which it is paid, by day; absent: it is paid at once. */
  instalments: z.optional(z.array(instalmentSchema)),
  /** The next part of the schedule that is due; absent: there is none. */
  nextPart: z.optional(instalmentSchema),
  /** Something is owed after the due date. */
  isOverdue: z.boolean(),
  clause: z.string(),
  kwh: z.number(),
  periodFrom: z.nullable(dateField),
  periodTo: z.nullable(dateField),
  days: z.nullable(z.number()),
  protocolNumber: z.nullable(z.string()),
  protocolOn: z.nullable(dateField),
  servedOn: z.nullable(dateField),
  hearingOn: z.nullable(dateField),
  paidOn: z.nullable(dateField),
  files: z.array(actPaperField),
};
export const violationActSchema = z.object(violationActFields);
export type ViolationActData = z.infer<typeof violationActSchema>;

/** Violation acts of an account, newest first. */
export const violationActListFields = {
  acts: z.array(
    z.object({
      ...violationActFields,
      /** Payload of the NBU QR code (format 003); null when nothing is owed. */
      qr: z.nullable(z.string()),
      paymentPurpose: z.string(),
    }),
  ),
  /** Number of all acts, regardless of the filter. */
  count: z.number(),
  unpaidCount: z.number(),
  owed: moneyField,
};

/** An act that is not fully paid, in the balance. */
export const unpaidActSchema = z.object({
  number: z.string(),
  date: dateField,
  /** Due now: what is owed, of a schedule the parts whose day has come or the next one. */
  sum: moneyField,
  /** All that is not paid of it, which may be paid at once. */
  unpaid: moneyField,
  due: z.nullable(dateField),
});
