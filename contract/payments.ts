import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  dateField,
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

export const listPayments = defineCall({
  path: '/api/payments/list',
  summary: 'Payments of an account, newest first.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ payments: z.array(paymentSchema) }),
  failures: ['common.notFound'],
});
