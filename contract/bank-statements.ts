import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, cursorField, requestIdField, textField } from './fields.ts';
import {
  partNumberField,
  skippedRowsSchema,
  statementField,
  statementOutcomeField,
  statementPartBytes,
  statementProblemSchema,
  statementRowSchema,
  statementSchema,
  suggestedRowSchema,
} from './values/bank-statement.ts';
import { minText } from './values/text-length.ts';

/** Statements of banks and payment kiosks (docs/bank-statements.md). */

const forBilling = { audience: 'admin', roles: ['billing'] } as const;
const ofStatement = { statement: statementField };
const ofRow = { statement: statementField, line: statementField };
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
    fileName: textField(200).check(minText(1)),
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
    part: partNumberField,
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
  summary:
    'A statement with its progress, its totals, the first of its problems and the words because of which rows were skipped.',
  ...forBilling,
  input: signedInput(ofStatement),
  output: success({
    statement: statementSchema,
    problems: z.array(statementProblemSchema),
    skipped: z.array(skippedRowsSchema),
  }),
  failures: ['common.notFound'],
});

export const listStatementRows = defineCall({
  path: '/api/admin/bank-statements/rows',
  summary:
    'Rows of a statement of which the same became, by parts; of the unmatched with suggestions and orders on their way.',
  ...forBilling,
  input: signedInput({
    ...ofStatement,
    outcome: statementOutcomeField,
    /** Part of the purpose, the payer or the account. */
    query: z.optional(textField(100)),
    cursor: z.optional(cursorField),
  }),
  output: success({
    rows: z.array(suggestedRowSchema),
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
    'statements.isReversal',
    'statements.unknownAccount',
    'statements.actNotOwed',
  ],
});

export const matchRowToOrder = defineCall({
  path: '/api/admin/bank-statements/land',
  summary: 'Lands an order on its way, all parts of it, by an unmatched row of its whole sum.',
  ...forBilling,
  changes: true,
  input: signedInput({ ...ofRow, orderId: textField(60).check(minText(1)) }),
  output: oneRow,
  failures: [
    'common.notFound',
    'statements.wrongState',
    'statements.isReversal',
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

export const reverseStatementRow = defineCall({
  path: '/api/admin/bank-statements/reverse',
  summary: 'Takes back the row of the opposite sum that a row below zero reverses, by reversing entries.',
  ...forBilling,
  changes: true,
  input: signedInput({ ...ofRow, ofStatement: statementField, ofLine: statementField }),
  output: oneRow,
  failures: [
    'common.notFound',
    'statements.wrongState',
    'statements.reversalAmount',
    'statements.notUndoable',
  ],
});
