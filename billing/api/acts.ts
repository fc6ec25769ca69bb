import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const actStateSchema = z.enum([
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

export const actPaperSchema = z.enum(['act', 'calculation', 'bill']);
export type ActPaper = z.infer<typeof actPaperSchema>;

/** A violation act as it stands (facts 2.5). Dates and texts that the supplier was not told are null or empty. */
export const accountActSchema = z.object({
  actNumber: z.string(),
  drawnOn: z.string(),
  state: actStateSchema,
  /** With VAT. */
  amount: z.string(),
  vat: z.string(),
  /** What came for it, also what is still on its way. */
  paid: z.string(),
  /** Of `paid`: confirmed by the provider, not yet at the bank. */
  inTransit: z.string(),
  /** What is asked for now; "0.00" of an act that is not billed, is cancelled or disputed. */
  owed: z.string(),
  dueOn: z.nullable(z.string()),
  /** Owed, and its day is over. */
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
  /** Papers that can be drawn of it. */
  files: z.array(actPaperSchema),
});
export type AccountAct = z.infer<typeof accountActSchema>;

export const ACT_LIST = defineModule({
  name: 'ACT_LIST',
  summary: 'Violation acts of an account, newest first, apart from its energy.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** null: all; 'unpaid': those that something is owed for. */
    state: z.nullable(z.enum(['unpaid'])),
  }),
  output: z.object({
    acts: z.array(
      z.object({
        ...accountActSchema.shape,
        /** Address that the payment code carries; null: nothing is owed. */
        qr: z.nullable(z.string()),
        paymentPurpose: z.string(),
      }),
    ),
    /** Of all acts, whatever is asked for. */
    count: z.number(),
    unpaidCount: z.number(),
    owed: z.string(),
  }),
  failures: ['common.notFound'],
});

export const ACT_PDF = defineModule({
  name: 'ACT_PDF',
  summary: 'A paper of a violation act, drawn from its record.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), actNumber: z.string(), kind: actPaperSchema }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});
