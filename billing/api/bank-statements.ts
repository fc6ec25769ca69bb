import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

/** A column: its name in the header line, or its 1-based position when there is no header. */
const columnField = z.union([
  z.string().check(z.minLength(1), z.maxLength(120)),
  z.int().check(z.gte(1), z.lte(200)),
]);

/** Statement format of a bank or a kiosk network. */
export const statementFormatSchema = z.object({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  title: z.string().check(z.minLength(1), z.maxLength(120)),
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
  /** Only rows with one of these words in this column are payments; other rows are skipped and counted. */
  only: z.optional(z.object({ column: columnField, words: z.array(z.string()) })),
  /** YYYY, MM, DD, HH, mm, ss are placeholders; other characters are literal. Only the date is used. */
  dateFormat: z.string().check(z.regex(/^(?=.*DD)(?=.*MM)(?=.*YYYY).{8,30}$/)),
  /** Separator of hryvnias and kopiykas; 'none': the sum is in kopiykas. */
  decimalMark: z.enum([',', '.', 'none']),
  /** Thousands separator. */
  groupMark: z.optional(z.enum([' ', ',', '.', "'"])),
});

/** Statement format of a bank or a kiosk network (docs/bank-statements.md). */
export type StatementFormat = z.infer<typeof statementFormatSchema>;

const totalSchema = z.object({ count: z.number(), sum: z.string() });

const totalsSchema = z.object({
  rows: totalSchema,
  matched: totalSchema,
  duplicate: totalSchema,
  unmatched: totalSchema,
  foreign: totalSchema,
});

export const statementProblemCodes = [
  'file.empty',
  'file.encoding',
  'file.separator',
  'file.missingColumn',
  'file.quotes',
  'row.columnCount',
  'row.tooLong',
  'value.required',
  'value.date',
  'value.dateFuture',
  'value.sum',
  'value.sumNotPositive',
  'value.currency',
] as const;

export const statementRecordSchema = z.object({
  statementNumber: z.int(),
  formatName: z.string(),
  formatTitle: z.string(),
  fileName: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  state: z.enum(['receiving', 'reading', 'checking', 'checked', 'booking', 'done', 'refused']),
  /** Progress of the current state: bytes of the file, or its rows. */
  progress: z.object({ done: z.number(), total: z.number() }),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  skippedCount: z.number(),
  problemCount: z.number(),
  /** Totals of the booked rows. */
  totals: totalsSchema,
  /** Totals of the dry run; null: there was none. */
  dryRun: z.nullable(totalsSchema),
});

const problemSchema = z.object({
  line: z.number(),
  column: z.nullable(z.string()),
  code: z.enum(statementProblemCodes),
  value: z.string(),
});

const statementNumberInput = z.object({ statementNumber: z.int().check(z.gte(1), z.lte(2_147_483_647)) });
const rowInput = z.extend(statementNumberInput, { line: z.int().check(z.gte(1), z.lte(2_147_483_647)) });
const oneStatement = z.object({ statement: statementRecordSchema });

export const statementRowSchema = z.object({
  line: z.int(),
  paidOn: z.string(),
  sum: z.string(),
  payer: z.string(),
  purpose: z.string(),
  /** The account column as written in the file. */
  accountText: z.string(),
  outcome: z.enum(['matched', 'duplicate', 'unmatched', 'foreign']),
  /**
   * What matched the row: order, reference, accountColumn, purpose, act, operator; or why nothing did: row.differs,
   * order.*, account.*, act.*, undone; '' when there is none.
   */
  reason: z.string(),
  accountNumber: z.nullable(z.string()),
  actNumber: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  /** Whether an operator may undo the row. */
  canUndo: z.boolean(),
});

export const suggestionSchema = z.object({
  accountNumber: z.string(),
  /**
   * near: one typing error away from the written number; payer: the same payer paid for it before; sum: the same sum is
   * owed.
   */
  why: z.enum(['named', 'near', 'payer', 'sum']),
  customer: z.string(),
  address: z.string(),
});

/** A confirmed order in transit that a row may belong to. */
export const orderOnItsWaySchema = z.object({
  orderId: z.string(),
  accountNumber: z.string(),
  provider: z.string(),
  /** Day of the provider's confirmation. */
  paidOn: z.string(),
  sum: z.string(),
});

const rowWithSuggestions = z.extend(statementRowSchema, {
  suggestions: z.array(suggestionSchema),
  orders: z.array(orderOnItsWaySchema),
});

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
    fileName: z.string().check(z.minLength(1), z.maxLength(200)),
    byteCount: z.int().check(z.gte(1)),
  }),
  output: oneStatement,
  failures: ['common.notFound'],
});

export const BANK_STATEMENT_ADD_PART = defineModule({
  name: 'BANK_STATEMENT_ADD_PART',
  upload: { field: 'content', maxBytes: 1024 * 1024 },
  summary:
    'Uploads the next part of a file; a repeated part changes nothing. The last part starts parsing and the dry run.',
  input: z.extend(statementNumberInput, {
    partNumber: z.int().check(z.gte(1), z.lte(100_000)),
    content: z.instanceof(Uint8Array),
    isLast: z.boolean(),
  }),
  output: oneStatement,
  failures: ['common.notFound', 'statements.wrongState'],
});

export const BANK_STATEMENT_BOOK = defineModule({
  name: 'BANK_STATEMENT_BOOK',
  summary: "Books a statement after its dry run, on an operator's decision.",
  input: statementNumberInput,
  output: oneStatement,
  failures: ['common.notFound', 'statements.wrongState'],
});

export const BANK_STATEMENT_DROP = defineModule({
  name: 'BANK_STATEMENT_DROP',
  summary: 'Deletes a statement without booked rows.',
  input: statementNumberInput,
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
  output: z.object({ statements: z.array(statementRecordSchema), hasMore: z.boolean() }),
  failures: [],
});

export const BANK_STATEMENT_GET = defineModule({
  name: 'BANK_STATEMENT_GET',
  summary: 'One statement with its totals, its progress and the first of its problems.',
  input: statementNumberInput,
  output: z.extend(oneStatement, { problems: z.array(problemSchema) }),
  failures: ['common.notFound'],
});

export const BANK_STATEMENT_ROWS = defineModule({
  name: 'BANK_STATEMENT_ROWS',
  summary:
    'Rows of a statement in a given state, after a line; unmatched rows with suggestions and orders in transit.',
  input: z.extend(statementNumberInput, {
    outcome: z.enum(['matched', 'duplicate', 'unmatched', 'foreign']),
    after: z.int(),
    limit: z.int().check(z.gte(1), z.lte(100)),
    /** Text searched in the purpose, the payer and the account. */
    query: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: z.object({ rows: z.array(rowWithSuggestions), hasMore: z.boolean() }),
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
