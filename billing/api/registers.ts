import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

/** A column by its name in the first line, or by its place from 1 where there is no such line. */
const columnField = z.union([
  z.string().check(z.minLength(1), z.maxLength(120)),
  z.int().check(z.gte(1), z.lte(200)),
]);

/** How a bank or a network of kiosks writes its registers. */
export const registerFormatSchema = z.object({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  title: z.string().check(z.minLength(1), z.maxLength(120)),
  encoding: z.enum(['utf-8', 'windows-1251']),
  delimiter: z.enum([';', ',', '|', '\t']),
  /** Lines before the one that names the columns. */
  linesBefore: z.optional(z.int().check(z.gte(0), z.lte(50))),
  /** Whether a line names the columns. */
  hasHeader: z.boolean(),
  columns: z.object({
    date: columnField,
    sum: columnField,
    /** The personal account in a column of its own. */
    account: z.optional(columnField),
    purpose: z.optional(columnField),
    /** Who paid; several columns are put together. */
    payer: z.optional(z.array(columnField).check(z.maxLength(4))),
    /** The bank's own number of the row, which it never gives twice on a day. */
    rowId: z.optional(columnField),
    /** The payer's number of the document: not unique, but it tells rows apart together with everything else. */
    documentNumber: z.optional(columnField),
    currency: z.optional(columnField),
  }),
  /** Only rows with one of these words in this column are payments; the rest is left out and counted. */
  only: z.optional(z.object({ column: columnField, words: z.array(z.string()) })),
  /** Letters YYYY, MM, DD, HH, mm, ss; everything else stands as it is. Only the day counts. */
  dateFormat: z.string().check(z.regex(/^(?=.*DD)(?=.*MM)(?=.*YYYY).{8,30}$/)),
  /** What parts hryvnias from kopiykas; 'none': the sum is in kopiykas. */
  decimalMark: z.enum([',', '.', 'none']),
  /** What groups thousands. */
  groupMark: z.optional(z.enum([' ', ',', '.', "'"])),
});

/** How a bank or a network of kiosks writes its registers (docs/registers.md). */
export type RegisterFormat = z.infer<typeof registerFormatSchema>;

const totalSchema = z.object({ count: z.number(), sum: z.string() });

const totalsSchema = z.object({
  rows: totalSchema,
  matched: totalSchema,
  duplicate: totalSchema,
  unmatched: totalSchema,
  foreign: totalSchema,
});

export const registerProblemCodes = [
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

export const registerRecordSchema = z.object({
  registerNumber: z.int(),
  formatName: z.string(),
  formatTitle: z.string(),
  fileName: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  state: z.enum(['receiving', 'reading', 'checking', 'checked', 'booking', 'done', 'refused']),
  /** Of what the state does now: bytes of the file, or its rows. */
  progress: z.object({ done: z.number(), total: z.number() }),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  skippedCount: z.number(),
  problemCount: z.number(),
  /** Of what is booked. */
  totals: totalsSchema,
  /** Of the trial; null: there was none. */
  trial: z.nullable(totalsSchema),
});

const problemSchema = z.object({
  line: z.number(),
  column: z.nullable(z.string()),
  code: z.enum(registerProblemCodes),
  value: z.string(),
});

const registerNumberInput = z.object({ registerNumber: z.int().check(z.gte(1), z.lte(2_147_483_647)) });
const rowInput = z.extend(registerNumberInput, { line: z.int().check(z.gte(1), z.lte(2_147_483_647)) });
const oneRegister = z.object({ register: registerRecordSchema });

/** Why a row waits for an operator. */
export const unmatchedReasons = [
  'row.differs',
  'order.landed',
  'order.returned',
  'order.amount',
  'order.several',
  'order.mayBeOnItsWay',
  'account.none',
  'account.unknown',
  'account.several',
  'act.unknown',
  'act.several',
  'act.notOwed',
  'act.amount',
  'undone',
] as const;

/** By what a row was matched. */
export const matchRules = ['order', 'reference', 'accountColumn', 'purpose', 'act', 'operator'] as const;

export const registerRowSchema = z.object({
  line: z.int(),
  paidOn: z.string(),
  sum: z.string(),
  payer: z.string(),
  purpose: z.string(),
  /** The column of its own, as it is written. */
  accountText: z.string(),
  outcome: z.enum(['matched', 'duplicate', 'unmatched', 'foreign']),
  /** One of `matchRules` or `unmatchedReasons`; '' where there is none. */
  reason: z.string(),
  accountNumber: z.nullable(z.string()),
  actNumber: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  /** An operator may take it back. */
  canUndo: z.boolean(),
});

export const suggestionSchema = z.object({
  accountNumber: z.string(),
  /** near: a slip of the hand away from what is written; payer: the same payer paid for it; sum: as much is owed. */
  why: z.enum(['named', 'near', 'payer', 'sum']),
  customer: z.string(),
  address: z.string(),
});

/** An order that is on its way, whose money a row may be. */
export const orderOnItsWaySchema = z.object({
  orderId: z.string(),
  accountNumber: z.string(),
  provider: z.string(),
  /** The day on which the provider confirmed it. */
  paidOn: z.string(),
  sum: z.string(),
});

const rowWithSuggestions = z.extend(registerRowSchema, {
  suggestions: z.array(suggestionSchema),
  orders: z.array(orderOnItsWaySchema),
});

/** Largest part of a file, bytes. */
export const largestRegisterPart = 1024 * 1024;

export const REGISTER_FORMATS = defineModule({
  name: 'REGISTER_FORMATS',
  summary: 'The formats in which registers may come.',
  input: z.object({}),
  output: z.object({ formats: z.array(registerFormatSchema) }),
  failures: [],
});

export const REGISTER_OPEN = defineModule({
  name: 'REGISTER_OPEN',
  summary: 'Begins a register whose file comes in parts.',
  input: z.object({
    formatName: z.string(),
    fileName: z.string().check(z.minLength(1), z.maxLength(200)),
    byteCount: z.int().check(z.gte(1)),
  }),
  output: oneRegister,
  failures: ['common.notFound'],
});

export const REGISTER_ADD_PART = defineModule({
  name: 'REGISTER_ADD_PART',
  summary:
    'Takes the next part of a file; the same part again changes nothing. After the last one the file is read and tried.',
  input: z.extend(registerNumberInput, {
    partNumber: z.int().check(z.gte(1), z.lte(100_000)),
    /** Base64. */
    content: z.string(),
    isLast: z.boolean(),
  }),
  output: oneRegister,
  failures: ['common.notFound', 'registers.wrongState'],
});

export const REGISTER_BOOK = defineModule({
  name: 'REGISTER_BOOK',
  summary: 'The word of an operator that a register which was tried is to be booked.',
  input: registerNumberInput,
  output: oneRegister,
  failures: ['common.notFound', 'registers.wrongState'],
});

export const REGISTER_DROP = defineModule({
  name: 'REGISTER_DROP',
  summary: 'Takes a register away of which nothing is booked.',
  input: registerNumberInput,
  output: z.object({}),
  failures: ['common.notFound', 'registers.wrongState'],
});

export const REGISTER_LIST = defineModule({
  name: 'REGISTER_LIST',
  summary: 'Registers, newest first, those before a number.',
  input: z.object({
    limit: z.int().check(z.gte(1), z.lte(100)),
    before: z.optional(z.int()),
  }),
  output: z.object({ registers: z.array(registerRecordSchema), hasMore: z.boolean() }),
  failures: [],
});

export const REGISTER_GET = defineModule({
  name: 'REGISTER_GET',
  summary: 'One register with its totals, its progress and the first of its problems.',
  input: registerNumberInput,
  output: z.extend(oneRegister, { problems: z.array(problemSchema) }),
  failures: ['common.notFound'],
});

export const REGISTER_ROWS = defineModule({
  name: 'REGISTER_ROWS',
  summary:
    'Rows of a register by what became of them, after a line; of the unmatched with suggestions and orders on their way.',
  input: z.extend(registerNumberInput, {
    outcome: z.enum(['matched', 'duplicate', 'unmatched', 'foreign']),
    after: z.int(),
    limit: z.int().check(z.gte(1), z.lte(100)),
    /** Letters in the purpose, the payer or the account. */
    query: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: z.object({ rows: z.array(rowWithSuggestions), hasMore: z.boolean() }),
  failures: ['common.notFound'],
});

export const REGISTER_ASSIGN = defineModule({
  name: 'REGISTER_ASSIGN',
  summary: 'Books an unmatched row to an account, or to a violation act of it.',
  accountField: 'accountNumber',
  input: z.extend(rowInput, {
    accountNumber: z.string(),
    actNumber: z.nullable(z.string()),
    /** The same id again answers the row as it stands now; null: repeated, it is refused registers.wrongState. */
    requestId: z.nullable(z.string()),
  }),
  output: z.extend(oneRegister, { row: registerRowSchema }),
  failures: [
    'common.notFound',
    'common.requestReused',
    'registers.wrongState',
    'registers.unknownAccount',
    'registers.actNotOwed',
  ],
});

export const REGISTER_LAND = defineModule({
  name: 'REGISTER_LAND',
  summary: 'Lands an order, all parts of it, by an unmatched row of its whole sum.',
  input: z.extend(rowInput, { orderId: z.string() }),
  output: z.extend(oneRegister, { row: registerRowSchema }),
  failures: [
    'common.notFound',
    'registers.wrongState',
    'registers.unknownOrder',
    'registers.orderLanded',
    'registers.orderReturned',
    'registers.orderAmount',
  ],
});

export const REGISTER_FOREIGN = defineModule({
  name: 'REGISTER_FOREIGN',
  summary: 'Says that the money of an unmatched row is not for this supplier.',
  input: rowInput,
  output: z.extend(oneRegister, { row: registerRowSchema }),
  failures: ['common.notFound', 'registers.wrongState'],
});

export const REGISTER_UNDO = defineModule({
  name: 'REGISTER_UNDO',
  summary: 'Takes back what became of a row, by reversing entries; the row waits for an operator again.',
  input: rowInput,
  output: z.extend(oneRegister, { row: registerRowSchema }),
  failures: ['common.notFound', 'registers.wrongState', 'registers.notUndoable'],
});
