import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  cursorField,
  dateField,
  exportFormatField,
  instantField,
  moneyField,
  requestIdField,
  textField,
  uuidField,
} from './fields.ts';

export const paymentSchema = z.object({
  paymentId: uuidField,
  account: accountNumberField,
  provider: z.string(),
  purpose: z.enum(['energy', 'violationAct']),
  actNumber: z.nullable(z.string()),
  sum: moneyField,
  state: z.enum([
    'started',
    'sent',
    'confirmed',
    'landed',
    'matched',
    'failed',
    'expired',
    'reversed',
    'refunded',
  ]),
  startedAt: instantField,
  confirmedAt: z.nullable(instantField),
  expectedOn: z.nullable(dateField),
  /** Ukrainian words for the state, e.g. payments.pending; null when the state says enough. */
  message: z.nullable(z.string()),
});

export const startPayment = defineCall({
  path: '/api/payments/start',
  summary: 'Starts a payment and answers where the customer pays it.',
  audience: 'customer',
  accountField: 'account',
  changes: true,
  input: signedInput({
    account: accountNumberField,
    provider: z.enum(['sandbox']),
    purpose: z.enum(['energy', 'violationAct']),
    actNumber: z.optional(textField(40)),
    sum: moneyField,
    requestId: requestIdField,
  }),
  output: success({ payment: paymentSchema, payUrl: z.string() }),
  failures: ['payments.wrongAmount', 'payments.providerOff', 'common.notFound'],
});

export const paymentState = defineCall({
  path: '/api/payments/state',
  summary: 'Where a payment stands.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, paymentId: uuidField }),
  output: success({ payment: paymentSchema }),
  failures: ['common.notFound', 'payments.declined'],
});

/** Which payments of a history; days are Kyiv days on which they began, both included. */
const paymentFilter = {
  account: accountNumberField,
  from: z.optional(dateField),
  to: z.optional(dateField),
  purpose: z.optional(z.enum(['energy', 'violationAct'])),
  /** 'done': at the supplier; 'failed': no money came, or it went back. Without it those that wait for their bank too. */
  state: z.optional(z.enum(['inTransit', 'done', 'failed'])),
};

export const listPayments = defineCall({
  path: '/api/payments/list',
  summary: 'Payments of an account, newest first, in parts: `next` is the cursor of the following one.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({
    ...paymentFilter,
    cursor: z.optional(cursorField),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
  }),
  output: success({
    payments: z.array(paymentSchema),
    next: z.nullable(cursorField),
    /** Of the whole filter: how many, and the sum of those on their way or at the supplier. */
    totals: z.object({ count: z.number(), sum: moneyField }),
  }),
  failures: ['common.notFound'],
});

export const exportPayments = defineCall({
  path: '/api/payments/export',
  summary: 'The payments of a filter as a table to keep, the newest 10,000 at most.',
  audience: 'customer',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...paymentFilter, format: exportFormatField }),
  output: z.unknown(),
  failures: ['common.notFound'],
});
