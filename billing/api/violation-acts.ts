import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

const actStateSchema = z.enum([
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
export type ActState = z.infer<typeof actStateSchema>;

const actPaperSchema = z.enum(['act', 'calculation', 'bill']);
export type ActPaper = z.infer<typeof actPaperSchema>;

/** The current state of a violation act (facts 2.5). Unknown dates and texts are null or empty. */
const accountActSchema = z.object({
  actNumber: z.string(),
  drawnOn: z.string(),
  state: actStateSchema,
  /** Including VAT. */
  amount: z.string(),
  vat: z.string(),
  /** Payments for the act, including those in transit. */
  paid: z.string(),
  /** Part of `paid` confirmed by the provider, not yet in the bank. */
  inTransit: z.string(),
  /** Due now; "0.00" when the act is not billed, cancelled or disputed. */
  owed: z.string(),
  dueOn: z.nullable(z.string()),
  /** Something is owed after the due date. */
  isOverdue: z.boolean(),
  clause: z.string(),
  kwh: z.number(),
  periodFrom: z.nullable(z.string()),
  periodTo: z.nullable(z.string()),
  days: z.nullable(z.number()),
  protocolNumber: z.nullable(z.string()),
  protocolOn: z.nullable(z.string()),
  servedOn: z.nullable(z.string()),
  hearingOn: z.nullable(z.string()),
  paidOn: z.nullable(z.string()),
  /** Documents that can be drawn. */
  files: z.array(actPaperSchema),
});
export type AccountAct = z.infer<typeof accountActSchema>;

export const ACT_LIST = defineModule({
  name: 'ACT_LIST',
  summary: 'Violation acts of an account, newest first; energy is not included.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** null: all; 'unpaid': acts with a sum owed. */
    state: z.nullable(z.enum(['unpaid'])),
  }),
  output: z.object({
    acts: z.array(
      z.object({
        ...accountActSchema.shape,
        /** URL of the payment code; null: nothing is owed. */
        qr: z.nullable(z.string()),
        paymentPurpose: z.string(),
      }),
    ),
    /** Number of all acts, regardless of the filter. */
    count: z.number(),
    unpaidCount: z.number(),
    owed: z.string(),
  }),
  failures: ['common.notFound'],
});

export const ACT_PDF = defineModule({
  name: 'ACT_PDF',
  summary: 'A document of a violation act as a PDF, drawn from its record.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), actNumber: z.string(), kind: actPaperSchema }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});
