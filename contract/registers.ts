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

/** Registers of banks and kiosks: what money came, and where it belongs (docs/registers.md). */

const registerField = z.int().check(z.gte(1), z.lte(2_147_483_647));
const lineField = registerField;
const totalSchema = z.object({ count: z.number(), sum: z.string() });

export const registerTotalsSchema = z.object({
  rows: totalSchema,
  matched: totalSchema,
  duplicate: totalSchema,
  unmatched: totalSchema,
  foreign: totalSchema,
});

export const registerStates = [
  'receiving',
  'reading',
  'checking',
  'checked',
  'booking',
  'done',
  'refused',
] as const;

export const registerOutcomes = ['matched', 'duplicate', 'unmatched', 'foreign'] as const;

export const registerSchema = z.object({
  register: registerField,
  formatName: z.string(),
  formatTitle: z.string(),
  fileName: z.string(),
  createdAt: instantField,
  finishedAt: z.nullable(instantField),
  /** receiving, reading, checking, booking go on by themselves; checked waits for a word. */
  state: z.enum(registerStates),
  /** Bytes while the file comes and is read, rows after that. */
  progress: z.object({ done: z.number(), total: z.number() }),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  skippedCount: z.number(),
  problemCount: z.number(),
  totals: registerTotalsSchema,
  /** What booking would do; null: not tried. */
  trial: z.nullable(registerTotalsSchema),
});

export const registerProblemSchema = z.object({
  line: z.number(),
  column: z.nullable(z.string()),
  code: z.string(),
  value: z.string(),
});

export const registerRowSchema = z.object({
  line: lineField,
  paidOn: z.string(),
  sum: moneyField,
  payer: z.string(),
  purpose: z.string(),
  accountText: z.string(),
  outcome: z.enum(registerOutcomes),
  /** By which rule it was matched, or why not. */
  reason: z.string(),
  accountNumber: z.nullable(z.string()),
  actNumber: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  canUndo: z.boolean(),
});

export const registerSuggestionSchema = z.object({
  accountNumber: z.string(),
  why: z.enum(['named', 'near', 'payer', 'sum']),
  customer: z.string(),
  address: z.string(),
});

/** An order that is on its way, whose money a row may be. */
export const registerOrderSchema = z.object({
  orderId: z.string(),
  accountNumber: z.string(),
  provider: z.string(),
  /** The day on which the provider confirmed it. */
  paidOn: z.string(),
  sum: moneyField,
});

/** Largest part in which a file is sent, bytes. */
export const registerPartBytes = 1024 * 1024;

const forBilling = { audience: 'admin', roles: ['billing'] } as const;
const ofRegister = { register: registerField };
const ofRow = { register: registerField, line: lineField };
const oneRegister = success({ register: registerSchema });
const oneRow = success({ register: registerSchema, row: registerRowSchema });

export const listRegisterFormats = defineCall({
  path: '/api/admin/registers/formats',
  summary: 'The formats in which registers of banks may come, and how large a file may be.',
  ...forBilling,
  input: signedInput({}),
  output: success({
    formats: z.array(z.object({ name: z.string(), title: z.string() })),
    largestBytes: z.number(),
  }),
  failures: [],
});

export const openRegister = defineCall({
  path: '/api/admin/registers/open',
  summary: 'Begins a register whose file is sent in parts.',
  ...forBilling,
  changes: true,
  input: signedInput({
    format: textField(40),
    fileName: textField(200).check(z.minLength(1)),
    byteCount: z.int().check(z.gte(1)),
  }),
  output: oneRegister,
  failures: ['common.notFound', 'registers.tooLarge'],
});

export const addRegisterPart = defineCall({
  path: '/api/admin/registers/add-part',
  summary:
    'Sends the next part of a file, at most 1 MiB, base64; after the last one it is read and judged on trial.',
  ...forBilling,
  changes: true,
  maxBytes: 2 * 1024 * 1024,
  input: signedInput({
    ...ofRegister,
    part: z.int().check(z.gte(1), z.lte(100_000)),
    content: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'field.invalid' })),
    isLast: z.boolean(),
  }),
  output: oneRegister,
  failures: ['common.notFound', 'registers.wrongState'],
});

export const bookRegister = defineCall({
  path: '/api/admin/registers/book',
  summary: 'Books a register that was judged on trial.',
  ...forBilling,
  changes: true,
  input: signedInput(ofRegister),
  output: oneRegister,
  failures: ['common.notFound', 'registers.wrongState'],
});

export const dropRegister = defineCall({
  path: '/api/admin/registers/drop',
  summary: 'Takes a register away of which nothing is booked.',
  ...forBilling,
  changes: true,
  input: signedInput(ofRegister),
  output: success({}),
  failures: ['common.notFound', 'registers.wrongState'],
});

export const listRegisters = defineCall({
  path: '/api/admin/registers/list',
  summary: 'Registers, newest first, by parts.',
  ...forBilling,
  input: signedInput({ cursor: z.optional(cursorField) }),
  output: success({ registers: z.array(registerSchema), cursor: z.nullable(z.string()) }),
  failures: [],
});

export const registerState = defineCall({
  path: '/api/admin/registers/state',
  summary: 'A register with its progress, its totals and the first of its problems.',
  ...forBilling,
  input: signedInput(ofRegister),
  output: success({ register: registerSchema, problems: z.array(registerProblemSchema) }),
  failures: ['common.notFound'],
});

export const listRegisterRows = defineCall({
  path: '/api/admin/registers/rows',
  summary:
    'Rows of a register of which the same became, by parts; of the unmatched with suggestions and orders on their way.',
  ...forBilling,
  input: signedInput({
    ...ofRegister,
    outcome: z.enum(registerOutcomes),
    /** Letters of the purpose, the payer or the account. */
    query: z.optional(textField(100)),
    cursor: z.optional(cursorField),
  }),
  output: success({
    rows: z.array(
      z.extend(registerRowSchema, {
        suggestions: z.array(registerSuggestionSchema),
        orders: z.array(registerOrderSchema),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  failures: ['common.notFound'],
});

export const assignRegisterRow = defineCall({
  path: '/api/admin/registers/assign',
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
    'registers.wrongState',
    'registers.unknownAccount',
    'registers.actNotOwed',
  ],
});

export const landRegisterRow = defineCall({
  path: '/api/admin/registers/land',
  summary: 'Lands an order on its way, all parts of it, by an unmatched row of its whole sum.',
  ...forBilling,
  changes: true,
  input: signedInput({ ...ofRow, orderId: textField(60).check(z.minLength(1)) }),
  output: oneRow,
  failures: [
    'common.notFound',
    'registers.wrongState',
    'registers.unknownOrder',
    'registers.orderLanded',
    'registers.orderReturned',
    'registers.orderAmount',
  ],
});

export const foreignRegisterRow = defineCall({
  path: '/api/admin/registers/foreign',
  summary: 'Says that the money of an unmatched row is not for this supplier.',
  ...forBilling,
  changes: true,
  input: signedInput(ofRow),
  output: oneRow,
  failures: ['common.notFound', 'registers.wrongState'],
});

export const undoRegisterRow = defineCall({
  path: '/api/admin/registers/undo',
  summary: 'Takes back what became of a row, by reversing entries; it waits for an operator again.',
  ...forBilling,
  changes: true,
  input: signedInput(ofRow),
  output: oneRow,
  failures: ['common.notFound', 'registers.wrongState', 'registers.notUndoable'],
});
