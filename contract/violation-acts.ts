import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { accountNumberField, dateField, moneyField, textField } from './fields.ts';

/** Documents that can be made from the supplier's record of an act. */
const actPaperField = z.enum(['act', 'calculation', 'bill']);

/** The current state of a violation act (facts 2.5). What is unknown is null or empty. */
const violationActSchema = z.object({
  actNumber: z.string(),
  drawnOn: dateField,
  state: z.enum([
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
  ]),
  /** With VAT. */
  sum: moneyField,
  vat: moneyField,
  /** Payments for it, including those in transit. */
  paid: moneyField,
  inTransit: moneyField,
  /** Due now: nothing before the bill, and nothing for an act that is cancelled or disputed. */
  owed: moneyField,
  dueOn: z.nullable(dateField),
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
  /** Payload of the NBU QR code (format 003); null when nothing is owed. */
  qr: z.nullable(z.string()),
  paymentPurpose: z.string(),
});

export const listActs = defineCall({
  path: '/api/acts/list',
  summary: 'Violation acts of an account, newest first; they are owed and paid apart from energy.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    /** Only acts with a sum due. */
    state: z.optional(z.enum(['unpaid'])),
  }),
  output: success({
    acts: z.array(violationActSchema),
    /** Number of all acts, regardless of the filter. */
    count: z.number(),
    unpaidCount: z.number(),
    owed: moneyField,
    /** documents.unpaidViolationActs, documents.violationActs or documents.noViolationActs. */
    message: z.string(),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const actPdf = defineCall({
  path: '/api/acts/pdf',
  summary: 'A paper of a violation act as a PDF, drawn from its record.',
  audience: 'customer',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({ account: accountNumberField, actNumber: textField(40), kind: actPaperField }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});
