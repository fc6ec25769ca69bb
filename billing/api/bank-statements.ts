import * as z from 'zod/mini';
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
} from '#contract/values/bank-statement.ts';
import { maxText, minText } from '#contract/values/text-length.ts';
import { defineModule } from './define-module.ts';

/** A column: its name in the header line, or its 1-based position when there is no header. */
const columnField = z.union([
  z.string().check(minText(1), maxText(120)),
  z.int().check(z.gte(1), z.lte(200)),
]);

/** Statement format of a bank or a kiosk network. */
export const statementFormatSchema = z.object({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  title: z.string().check(minText(1), maxText(120)),
  encoding: z.enum(['utf-8', 'windows-1251']),
  delimiter: z.enum([';', ',', '|', '\t']),
  /** Lines before the header. */
  linesBefore: z.optional(z.int().check(z.gte(0), z.lte(50))),
  /** Whether the statement has a header line. */
  hasHeader: z.boolean(),
  columns: z.object({
    date: columnField,
    sum: columnField,
    /** Column with the account number alone. */
    account: z.optional(columnField),
    purpose: z.optional(columnField),
    /** Payer; several columns are joined. */
    payer: z.optional(z.array(columnField).check(z.maxLength(4))),
    /** The bank's row number, unique within a day. */
    rowId: z.optional(columnField),
    /** Document number of the payer: not unique by itself, distinguishes rows together with the other columns. */
    documentNumber: z.optional(columnField),
    currency: z.optional(columnField),
  }),
  /** Rows with one of `words` in this column are payments; those with one of `skip` are not: they are skipped and counted. */
  only: z.optional(
    z.object({ column: columnField, words: z.array(z.string()), skip: z.optional(z.array(z.string())) }),
  ),
  /** YYYY, MM, DD, HH, mm, ss are placeholders; other characters are literal. Only the date is used. */
  dateFormat: z.string().check(z.regex(/^(?=.*DD)(?=.*MM)(?=.*YYYY).{8,30}$/)),
  /** Separator of hryvnias and kopiykas; 'none': the sum is in kopiykas. */
  decimalMark: z.enum([',', '.', 'none']),
  /** Thousands separator. */
  groupMark: z.optional(z.enum([' ', ',', '.', "'"])),
});

/** Statement format of a bank or a kiosk network (docs/bank-statements.md). */
export type StatementFormat = z.infer<typeof statementFormatSchema>;

const statementInput = z.object({ statement: statementField });
const rowInput = z.extend(statementInput, { line: statementField });
const oneStatement = z.object({ statement: statementSchema });

export const BANK_STATEMENT_FORMATS = defineModule({
  name: 'BANK_STATEMENT_FORMATS',
  summary: 'The supported statement formats.',
  input: z.object({}),
  output: z.object({ formats: z.array(statementFormatSchema) }),
  failures: [],
});

export const BANK_STATEMENT_OPEN = defineModule({
  name: 'BANK_STATEMENT_OPEN',
  summary: 'Creates a statement whose file is uploaded in parts.',
  input: z.object({
    formatName: z.string(),
    fileName: z.string().check(minText(1), maxText(200)),
    byteCount: z.int().check(z.gte(1)),
  }),
  output: oneStatement,
  failures: ['common.notFound'],
});

export const BANK_STATEMENT_ADD_PART = defineModule({
  name: 'BANK_STATEMENT_ADD_PART',
  upload: { field: 'content', maxBytes: statementPartBytes },
  summary:
    'Uploads the next part of a file; a repeated part changes nothing. The last part starts parsing and the dry run.',
  input: z.extend(statementInput, {
    part: partNumberField,
    content: z.instanceof(Uint8Array),
    isLast: z.boolean(),
  }),
  output: oneStatement,
  failures: ['common.notFound', 'statements.wrongState'],
});

export const BANK_STATEMENT_BOOK = defineModule({
  name: 'BANK_STATEMENT_BOOK',
  summary: "Books a statement after its dry run, on an operator's decision.",
  input: statementInput,
  output: oneStatement,
  failures: ['common.notFound', 'statements.wrongState'],
});

export const BANK_STATEMENT_DROP = defineModule({
  name: 'BANK_STATEMENT_DROP',
  summary: 'Deletes a statement without booked rows.',
  input: statementInput,
  output: z.object({}),
  failures: ['common.notFound', 'statements.wrongState'],
});

export const BANK_STATEMENT_LIST = defineModule({
  name: 'BANK_STATEMENT_LIST',
  summary: 'Lists statements before a number, newest first.',
  input: z.object({
    limit: z.int().check(z.gte(1), z.lte(100)),
    before: z.optional(z.int()),
  }),
  output: z.object({ statements: z.array(statementSchema), hasMore: z.boolean() }),
  failures: [],
});

export const BANK_STATEMENT_GET = defineModule({
  name: 'BANK_STATEMENT_GET',
  summary:
    'One statement with its totals, its progress, the first of its problems and the words because of which rows were skipped.',
  input: statementInput,
  output: z.extend(oneStatement, {
    problems: z.array(statementProblemSchema),
    skipped: z.array(skippedRowsSchema),
  }),
  failures: ['common.notFound'],
});

export const BANK_STATEMENT_ROWS = defineModule({
  name: 'BANK_STATEMENT_ROWS',
  summary:
    'Rows of a statement in a given state, after a line; unmatched rows with suggestions and orders in transit.',
  input: z.extend(statementInput, {
    outcome: statementOutcomeField,
    after: z.int(),
    limit: z.int().check(z.gte(1), z.lte(100)),
    /** Text searched in the purpose, the payer and the account. */
    query: z.optional(z.string().check(maxText(100))),
  }),
  output: z.object({ rows: z.array(suggestedRowSchema), hasMore: z.boolean() }),
  failures: ['common.notFound'],
});

export const BANK_STATEMENT_ASSIGN = defineModule({
  name: 'BANK_STATEMENT_ASSIGN',
  summary: 'Books an unmatched row to an account, or to a violation act of it.',
  accountField: 'accountNumber',
  input: z.extend(rowInput, {
    accountNumber: z.string(),
    actNumber: z.nullable(z.string()),
    /** A repeated id returns the current row; null: a repeated call is refused with statements.wrongState. */
    requestId: z.nullable(z.string()),
  }),
  output: z.extend(oneStatement, { row: statementRowSchema }),
  failures: [
    'common.notFound',
    'common.requestReused',
    'statements.wrongState',
    'statements.isReversal',
    'statements.unknownAccount',
    'statements.actNotOwed',
  ],
});

export const BANK_STATEMENT_MATCH_ORDER = defineModule({
  name: 'BANK_STATEMENT_MATCH_ORDER',
  summary: 'Lands all parts of an order by an unmatched row with the sum of the order.',
  input: z.extend(rowInput, { orderId: z.string() }),
  output: z.extend(oneStatement, { row: statementRowSchema }),
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

export const BANK_STATEMENT_FOREIGN = defineModule({
  name: 'BANK_STATEMENT_FOREIGN',
  summary: 'Marks an unmatched row as not addressed to this supplier.',
  input: rowInput,
  output: z.extend(oneStatement, { row: statementRowSchema }),
  failures: ['common.notFound', 'statements.wrongState'],
});

export const BANK_STATEMENT_UNDO = defineModule({
  name: 'BANK_STATEMENT_UNDO',
  summary: 'Undoes a row by reversing entries; the row becomes unmatched again.',
  input: rowInput,
  output: z.extend(oneStatement, { row: statementRowSchema }),
  failures: ['common.notFound', 'statements.wrongState', 'statements.notUndoable'],
});

export const BANK_STATEMENT_REVERSE = defineModule({
  name: 'BANK_STATEMENT_REVERSE',
  summary:
    'Takes back the row of the opposite sum that a row below zero reverses: entries are reversed, neither row waits any longer.',
  input: z.extend(rowInput, { ofStatement: statementField, ofLine: statementField }),
  output: z.extend(oneStatement, { row: statementRowSchema }),
  failures: [
    'common.notFound',
    'statements.wrongState',
    'statements.reversalAmount',
    'statements.notUndoable',
  ],
});
