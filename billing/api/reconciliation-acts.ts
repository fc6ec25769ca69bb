import * as z from 'zod/mini';
import { actLedgerField, entityActSchema } from '#contract/values/reconciliation-act.ts';
import { defineModule } from './define-module.ts';

const rowSchema = z.object({
  /** For a charge or a recalculation: the last day of its month. */
  date: z.string(),
  kind: z.enum([
    'opening',
    'charge',
    'recalculation',
    'benefit',
    'correction',
    'compensation',
    'payment',
    'reversal',
  ]),
  period: z.string(),
  /** Only of a charge. */
  billNumber: z.nullable(z.string()),
  /** Only of a payment or its reversal; empty: paid outside the cabinet. */
  provider: z.nullable(z.string()),
  /** Increase of the debt; "0.00" for a credit. */
  debit: z.string(),
  credit: z.string(),
  /** Debt (+) or overpayment (−) after the entry. */
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
  /** Entries on the energy receivable, by day. */
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
  summary: 'The months available for a reconciliation act: from the first entry to the last closed month.',
  accountField: 'accountNumber',
  /** Without a ledger: of energy. */
  input: z.object({ accountNumber: z.string(), ledger: z.optional(actLedgerField) }),
  /** Both null: there are no months yet. */
  output: z.object({ first: z.nullable(z.string()), last: z.nullable(z.string()) }),
  failures: ['common.notFound'],
});

export const RECONCILIATION_GET = defineModule({
  name: 'RECONCILIATION_GET',
  summary:
    'Energy charges and payments of a range of months, entry by entry, with opening and closing balance.',
  accountField: 'accountNumber',
  /** Inclusive months 'YYYY-MM'. */
  input: z.object({
    accountNumber: z.string(),
    from: z.string(),
    to: z.string(),
    /**
     * The act continues the previous month: a balance loaded with its first month is a row, not the opening balance.
     */
    isContinued: z.boolean(),
  }),
  output: reconciliationSchema,
  failures: ['common.notFound'],
});

export const RECONCILIATION_PDF = defineModule({
  name: 'RECONCILIATION_PDF',
  summary:
    'Draws a reconciliation act from the result of RECONCILIATION_GET; equal input gives an equal PDF.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    from: z.string(),
    to: z.string(),
    /** Date of the act. */
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

export const ENTITY_ACT_GET = defineModule({
  name: 'ENTITY_ACT_GET',
  summary:
    'What a reconciliation act of a legal entity says: documents of one ledger in a range of months, parties, balances.',
  accountField: 'accountNumber',
  /** Inclusive months 'YYYY-MM'. */
  input: z.object({
    accountNumber: z.string(),
    ledger: actLedgerField,
    from: z.string(),
    to: z.string(),
    madeOn: z.string(),
  }),
  output: z.object({ act: entityActSchema }),
  failures: ['common.notFound'],
});

export const ENTITY_ACT_PDF = defineModule({
  name: 'ENTITY_ACT_PDF',
  summary:
    'Draws a reconciliation act of a legal entity from the result of ENTITY_ACT_GET; equal input gives an equal PDF.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), act: entityActSchema }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: [],
});
