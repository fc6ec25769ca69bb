import * as z from 'zod/mini';
import { accountNumberField } from '../fields.ts';
import { instantField } from './dates.ts';
import { moneyField } from './money.ts';
import { wholeNumberField } from './whole-number.ts';

/** Number of a statement, and of a line in it. */
export const statementField = wholeNumberField(1);

/** A part of a file that is sent in parts. */
export const partNumberField = z.int().check(z.gte(1), z.lte(100_000));

/** Maximum size of an uploaded part, bytes. */
export const statementPartBytes = 1024 * 1024;

const totalSchema = z.object({ count: z.number(), sum: z.string() });

const statementTotalsSchema = z.object({
  rows: totalSchema,
  matched: totalSchema,
  duplicate: totalSchema,
  unmatched: totalSchema,
  foreign: totalSchema,
});

const statementOutcomes = ['matched', 'duplicate', 'unmatched', 'foreign'] as const;
export const statementOutcomeField = z.enum(statementOutcomes);

export const statementSchema = z.object({
  statement: statementField,
  formatName: z.string(),
  formatTitle: z.string(),
  fileName: z.string(),
  createdAt: instantField,
  finishedAt: z.nullable(instantField),
  /** receiving, reading, checking and booking proceed automatically; checked waits for an operator. */
  state: z.enum(['receiving', 'reading', 'checking', 'checked', 'booking', 'done', 'refused']),
  /** Bytes while the file is received and parsed, rows afterwards. */
  progress: z.object({ done: z.number(), total: z.number() }),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  skippedCount: z.number(),
  problemCount: z.number(),
  /** Totals of the booked rows. */
  totals: statementTotalsSchema,
  /** Totals of the dry run; null: there was none. */
  dryRun: z.nullable(statementTotalsSchema),
});
export type StatementData = z.infer<typeof statementSchema>;

export const statementProblemCodes = [
  'file.empty',
  'file.encoding',
  'file.kind',
  'file.allSkipped',
  'file.separator',
  'file.missingColumn',
  'file.quotes',
  'row.columnCount',
  'row.tooLong',
  'value.required',
  'value.date',
  'value.dateFuture',
  'value.sum',
  'value.sumZero',
  'value.unknownWord',
  'value.currency',
] as const;

export const statementProblemSchema = z.object({
  line: z.number(),
  column: z.nullable(z.string()),
  code: z.enum(statementProblemCodes),
  value: z.string(),
});

/** Rows that are no payments by the word in a column of the format. */
export const skippedRowsSchema = z.object({ word: z.string(), count: z.number(), firstLine: z.number() });

export const statementRowSchema = z.object({
  line: statementField,
  paidOn: z.string(),
  sum: moneyField,
  payer: z.string(),
  purpose: z.string(),
  /** The account column as written in the file. */
  accountText: z.string(),
  outcome: statementOutcomeField,
  /**
   * What matched the row: order, reference, accountColumn, purpose, act, operator; or why nothing did: row.differs, row.reversal,
   * order.*, account.*, act.*, undone; reversed: the bank took the money back; '' when there is none.
   */
  reason: z.string(),
  accountNumber: z.nullable(z.string()),
  actNumber: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  /** Whether an operator may undo the row. */
  canUndo: z.boolean(),
});
export type StatementRowData = z.infer<typeof statementRowSchema>;

const suggestionSchema = z.object({
  accountNumber: accountNumberField,
  /**
   * eic: the code of its metering point is named; near: one typing error away from the written number; payer: the same payer paid
   * for it before; sum: the same sum is owed.
   */
  why: z.enum(['named', 'eic', 'near', 'payer', 'sum']),
  customer: z.string(),
  address: z.string(),
});
export type SuggestionData = z.infer<typeof suggestionSchema>;

/** A confirmed order in transit that a row may pay. */
const orderInTransitSchema = z.object({
  orderId: z.string(),
  accountNumber: accountNumberField,
  provider: z.string(),
  /** Day of the provider's confirmation. */
  paidOn: z.string(),
  sum: moneyField,
});
export type OrderInTransitData = z.infer<typeof orderInTransitSchema>;

/** A booked row whose money a row below zero may take back; of another sum: a part of it. */
const reversibleSchema = z.object({
  statement: statementField,
  line: statementField,
  accountNumber: accountNumberField,
  paidOn: z.string(),
  sum: moneyField,
});
export type ReversibleData = z.infer<typeof reversibleSchema>;

/** A row of the list; an unmatched one has suggestions and orders, one below zero the rows that it may take back. */
export const suggestedRowSchema = z.extend(statementRowSchema, {
  suggestions: z.array(suggestionSchema),
  orders: z.array(orderInTransitSchema),
  reversible: z.array(reversibleSchema),
});
