import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

const rowSchema = z.object({
  /** Of a charge or a recalculation the last day of its month. */
  date: z.string(),
  kind: z.enum(['opening', 'charge', 'recalculation', 'benefit', 'correction', 'payment', 'reversal']),
  period: z.string(),
  /** Of a charge. */
  billNumber: z.nullable(z.string()),
  /** Of a payment and its reversal; empty: it came past the cabinet. */
  provider: z.nullable(z.string()),
  /** What the customer owes more by it; "0.00" when it is a credit. */
  debit: z.string(),
  credit: z.string(),
  /** Debt (+) or overpayment (−) after it. */
  balance: z.string(),
});

const reconciliationFields = {
  supplier: z.object({ name: z.string(), edrpou: z.string(), address: z.string() }),
  customer: z.object({
    name: z.string(),
    taxCode: z.string(),
    address: z.string(),
    contractNumber: z.string(),
    contractDate: z.string(),
  }),
  /** Debt (+) or overpayment (−) before the first month. */
  opening: z.string(),
  /** What moved on the receivable for energy, in the order of the days. */
  rows: z.array(rowSchema),
  turnover: z.object({ debit: z.string(), credit: z.string() }),
  /** opening + turnover.debit − turnover.credit. */
  closing: z.string(),
};

export type ReconciliationRow = z.infer<typeof rowSchema>;
const reconciliationSchema = z.object(reconciliationFields);
export type ReconciliationData = z.infer<typeof reconciliationSchema>;

export const RECONCILIATION_MONTHS = defineModule({
  name: 'RECONCILIATION_MONTHS',
  summary:
    'The months of which an act of reconciliation can be made: from the first entry to the last closed month.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  /** Both null: there is none yet. */
  output: z.object({ first: z.nullable(z.string()), last: z.nullable(z.string()) }),
  failures: ['common.notFound'],
});

export const RECONCILIATION_GET = defineModule({
  name: 'RECONCILIATION_GET',
  summary:
    'What was charged and paid for energy in some months, entry by entry, and the balance at both ends.',
  accountField: 'accountNumber',
  /** Months 'YYYY-MM', both included. */
  input: z.object({
    accountNumber: z.string(),
    from: z.string(),
    to: z.string(),
    /** It goes on from the month before: a balance that was brought in with its first month is a row and no opening. */
    isContinued: z.boolean(),
  }),
  output: reconciliationSchema,
  failures: ['common.notFound'],
});

export const RECONCILIATION_PDF = defineModule({
  name: 'RECONCILIATION_PDF',
  summary:
    'Draws an act of reconciliation from what RECONCILIATION_GET told of its months; the same act is the same paper.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    from: z.string(),
    to: z.string(),
    /** The date of the act. */
    drawnOn: z.string(),
    act: reconciliationSchema,
  }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: [],
});
