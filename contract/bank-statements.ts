import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  cursorField,
  instantField,
  moneyField,
  requestIdField,
  textField,
} from './fields.ts';

/** Statements of banks and payment kiosks (docs/bank-statements.md). */

const statementField = z.int().check(z.gte(1), z.lte(2_147_483_647));
const lineField = statementField;
const totalSchema = z.object({ count: z.number(), sum: z.string() });

const statementTotalsSchema = z.object({
  rows: totalSchema,
  matched: totalSchema,
  duplicate: totalSchema,
  unmatched: totalSchema,
  foreign: totalSchema,
});

const statementStates = [
  'receiving',
  'reading',
  'checking',
  'checked',
  'booking',
  'done',
  'refused',
] as const;

export const statementOutcomes = ['matched', 'duplicate', 'unmatched', 'foreign'] as const;

const statementSchema = z.object({
  statement: statementField,
  formatName: z.string(),
  formatTitle: z.string(),
  fileName: z.string(),
  createdAt: instantField,
  finishedAt: z.nullable(instantField),
  /** receiving, reading, checking and booking proceed automatically; checked waits for an operator. */
  state: z.enum(statementStates),
  /** Bytes while the file is received and parsed, rows afterwards. */
  progress: z.object({ done: z.number(), total: z.number() }),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  skippedCount: z.number(),
  problemCount: z.number(),
  totals: statementTotalsSchema,
  /** Result of the dry run; null: not run. */
  dryRun: z.nullable(statementTotalsSchema),
});

const statementProblemSchema = z.object({
  line: z.number(),
  column: z.nullable(z.string()),
  code: z.string(),
  value: z.string(),
});

const statementRowSchema = z.object({
  line: lineField,
  paidOn: z.string(),
  sum: moneyField,
  payer: z.string(),
  purpose: z.string(),
  accountText: z.string(),
  outcome: z.enum(statementOutcomes),
  /** The matching rule, or why the row is not matched. */
  reason: z.string(),
  accountNumber: z.nullable(z.string()),
  actNumber: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  canUndo: z.boolean(),
});

const statementSuggestionSchema = z.object({
  accountNumber: z.string(),
  why: z.enum(['named', 'near', 'payer', 'sum']),
  customer: z.string(),
  address: z.string(),
});

/** An order in transit that a row may pay. */
const statementOrderSchema = z.object({
  orderId: z.string(),
  accountNumber: z.string(),
  provider: z.string(),
  /** The day on which the provider confirmed it. */
  paidOn: z.string(),
  sum: moneyField,
});

/** Maximum size of an uploaded part, bytes. */
export const statementPartBytes = 1024 * 1024;

const forBilling = { audience: 'admin', roles: ['billing'] } as const;
const ofStatement = { statement: statementField };
const ofRow = { statement: statementField, line: lineField };
const oneStatement = success({ statement: statementSchema });
const oneRow = success({ statement: statementSchema, row: statementRowSchema });

export const listStatementFormats = defineCall({
  path: '/api/admin/bank-statements/formats',
  summary: 'The formats in which statements of banks may come, and how large a file may be.',
  ...forBilling,
  input: signedInput({}),
  output: success({
    formats: z.array(z.object({ name: z.string(), title: z.string() })),
    largestBytes: z.number(),
  }),
  failures: [],
});

export const openStatement = defineCall({
  path: '/api/admin/bank-statements/open',
  summary: 'Begins a statement whose file is sent in parts.',
  ...forBilling,
  changes: true,
  input: signedInput({
    format: textField(40),
    fileName: textField(200).check(z.minLength(1)),
    byteCount: z.int().check(z.gte(1)),
  }),
  output: oneStatement,
  failures: ['common.notFound', 'statements.tooLarge'],
});

export const addStatementPart = defineCall({
  path: '/api/admin/bank-statements/add-part',
  summary:
    'Sends the next part of a file, at most 1 MiB; after the last one it is read and checked by a dry run.',
  ...forBilling,
  changes: true,
  upload: { maxBytes: statementPartBytes },
  input: signedInput({
    ...ofStatement,
    part: z.int().check(z.gte(1), z.lte(100_000)),
    isLast: z.boolean(),
  }),
  output: oneStatement,
  failures: ['common.notFound', 'statements.wrongState'],
});

export const bookStatement = defineCall({
  path: '/api/admin/bank-statements/book',
  summary: 'Books a statement that was checked by a dry run.',
  ...forBilling,
  changes: true,
  input: signedInput(ofStatement),
  output: oneStatement,
  failures: ['common.notFound', 'statements.wrongState'],
});

export const dropStatement = defineCall({
  path: '/api/admin/bank-statements/drop',
  summary: 'Takes a statement away of which nothing is booked.',
  ...forBilling,
  changes: true,
  input: signedInput(ofStatement),
  output: success({}),
  failures: ['common.notFound', 'statements.wrongState'],
});

export const listStatements = defineCall({
  path: '/api/admin/bank-statements/list',
  summary: 'Statements, newest first, by parts.',
  ...forBilling,
  input: signedInput({ cursor: z.optional(cursorField) }),
  output: success({ statements: z.array(statementSchema), cursor: z.nullable(z.string()) }),
  failures: [],
});

export const statementState = defineCall({
  path: '/api/admin/bank-statements/state',
  summary: 'A statement with its progress, its totals and the first of its problems.',
  ...forBilling,
  input: signedInput(ofStatement),
  output: success({ statement: statementSchema, problems: z.array(statementProblemSchema) }),
  failures: ['common.notFound'],
});

export const listStatementRows = defineCall({
  path: '/api/admin/bank-statements/rows',
  summary:
    'Rows of a statement of which the same became, by parts; of the unmatched with suggestions and orders on their way.',
  ...forBilling,
  input: signedInput({
    ...ofStatement,
    outcome: z.enum(statementOutcomes),
    /** Part of the purpose, the payer or the account. */
    query: z.optional(textField(100)),
    cursor: z.optional(cursorField),
  }),
  output: success({
    rows: z.array(
      z.extend(statementRowSchema, {
        suggestions: z.array(statementSuggestionSchema),
        orders: z.array(statementOrderSchema),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  failures: ['common.notFound'],
});

export const assignStatementRow = defineCall({
  path: '/api/admin/bank-statements/assign',
  summary: 'Books an unmatched row to an account, or to a violation act of it.',
  ...forBilling,
  changes: true,
  input: signedInput({
    ...ofRow,
    account: accountNumberField,
    actNumber: z.optional(textField(60)),
    requestId: z.optional(requestIdField),
  }),
  output: oneRow,
  failures: [
    'common.notFound',
    'common.requestReused',
    'statements.wrongState',
    'statements.unknownAccount',
    'statements.actNotOwed',
  ],
});

export const matchRowToOrder = defineCall({
  path: '/api/admin/bank-statements/land',
  summary: 'Lands an order on its way, all parts of it, by an unmatched row of its whole sum.',
  ...forBilling,
  changes: true,
  input: signedInput({ ...ofRow, orderId: textField(60).check(z.minLength(1)) }),
  output: oneRow,
  failures: [
    'common.notFound',
    'statements.wrongState',
    'statements.unknownOrder',
    'statements.orderLanded',
    'statements.orderReturned',
    'statements.orderAmount',
  ],
});

export const markRowForeign = defineCall({
  path: '/api/admin/bank-statements/foreign',
  summary: 'Says that the money of an unmatched row is not for this supplier.',
  ...forBilling,
  changes: true,
  input: signedInput(ofRow),
  output: oneRow,
  failures: ['common.notFound', 'statements.wrongState'],
});

export const undoStatementRow = defineCall({
  path: '/api/admin/bank-statements/undo',
  summary: 'Takes back what became of a row, by reversing entries; it waits for an operator again.',
  ...forBilling,
  changes: true,
  input: signedInput(ofRow),
  output: oneRow,
  failures: ['common.notFound', 'statements.wrongState', 'statements.notUndoable'],
});
