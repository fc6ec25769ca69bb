import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, requestIdField, textField, uuidField } from './fields.ts';
import { instantField, periodField } from './values/dates.ts';
import { moneyField } from './values/money.ts';
import {
  actLedgerField,
  customerRowSchema,
  entityActSchema,
  maxCustomerRows,
} from './values/reconciliation-act.ts';

/**
 * 'queued', 'making', 'failed': of its making; 'made': it waits for the company; 'disagreement': the supplier has to answer;
 * 'answered': it has.
 */
const actStateField = z.enum([
  'queued',
  'making',
  'failed',
  'made',
  'signedBySupplier',
  'signedByCustomer',
  'signedByBoth',
  'disagreement',
  'answered',
]);

/** A reconciliation act in a list. */
export const reconciliationActSchema = z.object({
  documentId: uuidField,
  ledger: actLedgerField,
  from: periodField,
  to: periodField,
  state: actStateField,
  /** Percent of its making. */
  progress: z.number(),
  requestedAt: instantField,
  /** null: not ready. */
  readyAt: z.nullable(instantField),
  /** Why its making failed; null: no reason known. */
  reason: z.nullable(z.string()),
});

export const outcomeField = z.enum(['stays', 'newAct']);

/** The customer's half of an act that differs, and the supplier's answer. */
export const disagreementSchema = z.object({
  /** Debt (+) or overpayment (−) before the first month in the customer's books, as the supplier counts. */
  opening: moneyField,
  rows: z.array(customerRowSchema),
  comment: z.string(),
  /** Name of who sent it; '' when it is not known. */
  by: z.string(),
  sentAt: instantField,
  /** 'stays': the act is right; 'newAct': it is made anew; null: no answer yet. */
  outcome: z.nullable(outcomeField),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(instantField),
  newDocumentId: z.nullable(uuidField),
});

export const listReconciliationActs = defineCall({
  path: '/api/reconciliation-acts/list',
  summary: 'Reconciliation acts of a legal entity with their states, newest first, a hundred at most.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({
    acts: z.array(reconciliationActSchema),
    /** Documents are exchanged with signatures. */
    hasSignatures: z.boolean(),
  }),
  failures: ['common.notFound'],
});

export const oneAct = { account: accountNumberField, documentId: uuidField };

export const getReconciliationAct = defineCall({
  path: '/api/reconciliation-acts/get',
  summary: 'What a reconciliation act says, as its PDF does, and the disagreement with it.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  input: signedInput(oneAct),
  output: success({
    act: reconciliationActSchema,
    /** null: it is not made yet, or its making failed. */
    contents: z.nullable(entityActSchema),
    disagreement: z.nullable(disagreementSchema),
  }),
  failures: ['common.notFound'],
});

/** Longest comment of a disagreement, and longest answer. */
export const maxDisagreementText = 1000;

export const disagreeWithAct = defineCall({
  path: '/api/reconciliation-acts/disagree',
  summary: 'Sends the rows of the customer’s books, which are compared with the act; the supplier answers.',
  audience: 'entity',
  area: 'documents',
  accountField: 'account',
  changes: true,
  maxBytes: 512 * 1024,
  input: signedInput({
    ...oneAct,
    opening: moneyField,
    rows: z.array(customerRowSchema).check(z.maxLength(maxCustomerRows)),
    comment: textField(maxDisagreementText),
    requestId: requestIdField,
  }),
  output: success({ act: reconciliationActSchema, disagreement: disagreementSchema, message: z.string() }),
  failures: [
    'documents.nothingDiffers',
    'documents.actClosed',
    'documents.notReady',
    'common.requestReused',
    'common.notFound',
  ],
});
