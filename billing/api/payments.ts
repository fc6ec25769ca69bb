import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

const providerField = z.string().check(z.minLength(1), z.maxLength(40));
const evidenceField = z.record(z.string(), z.unknown());

export const paymentRecordSchema = z.object({
  accountNumber: z.string(),
  paymentId: z.string(),
  /** Our own number of the payment, as the provider knows it. */
  orderId: z.string(),
  provider: z.string(),
  purpose: z.enum(['energy', 'violationAct']),
  actNumber: z.nullable(z.string()),
  amount: z.string(),
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
  startedAt: z.string(),
  confirmedAt: z.nullable(z.string()),
  expectedOn: z.nullable(z.string()),
  landedOn: z.nullable(z.string()),
  /** Where the customer pays it; null: the provider has not been asked yet. */
  payUrl: z.nullable(z.string()),
  /** The provider's own number of it; null: not told yet. */
  providerReference: z.nullable(z.string()),
});

/** A place in the order of payments; `startedAt` to the microsecond. */
const paymentPlaceSchema = z.object({ startedAt: z.string(), paymentId: z.string() });

const onePayment = z.object({ payment: paymentRecordSchema });

export const PAYMENT_START = defineModule({
  name: 'PAYMENT_START',
  summary: 'Writes down that a customer begins to pay; the same request id again gives the same payment.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    provider: providerField,
    purpose: z.enum(['energy', 'violationAct']),
    /** The act that is paid; only with the purpose violationAct. */
    actNumber: z.nullable(z.string()),
    amount: z.string(),
    requestId: z.string(),
  }),
  output: onePayment,
  failures: ['payments.wrongAmount', 'common.notFound'],
});

export const PAYMENT_SENT = defineModule({
  name: 'PAYMENT_SENT',
  summary: 'Writes down where the provider takes the payment; the first address stays.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    paymentId: z.string(),
    payUrl: z.string(),
    providerReference: z.nullable(z.string()),
  }),
  output: onePayment,
  failures: ['common.notFound'],
});

export const PAYMENT_CONFIRM = defineModule({
  name: 'PAYMENT_CONFIRM',
  summary: 'A provider has taken the money: the debt falls at once, the money is on its way.',
  input: z.object({
    provider: providerField,
    orderId: z.string(),
    amount: z.string(),
    currency: z.string(),
    providerReference: z.nullable(z.string()),
    /** What the provider said, kept with the move. */
    evidence: evidenceField,
  }),
  output: z.object({
    /** 'mismatch': another sum or currency than was started; kept as evidence, nothing is booked. */
    outcome: z.enum(['confirmed', 'already', 'mismatch', 'ignored']),
    payment: paymentRecordSchema,
  }),
  failures: ['common.notFound'],
});

export const PAYMENT_FAIL = defineModule({
  name: 'PAYMENT_FAIL',
  summary: 'A provider has refused the payment; one that is confirmed stays confirmed.',
  input: z.object({
    provider: providerField,
    orderId: z.string(),
    providerReference: z.nullable(z.string()),
    evidence: evidenceField,
  }),
  output: z.object({ outcome: z.enum(['failed', 'already', 'ignored']), payment: paymentRecordSchema }),
  failures: ['common.notFound'],
});

export const PAYMENT_LAND = defineModule({
  name: 'PAYMENT_LAND',
  summary: 'The bank register shows the money of payments confirmed up to a moment: landed and matched.',
  input: z.object({
    provider: providerField,
    confirmedUntil: z.string(),
    limit: z.int().check(z.gte(1), z.lte(1000)),
  }),
  output: z.object({ landed: z.number() }),
  failures: [],
});

export const PAYMENT_EXPIRE = defineModule({
  name: 'PAYMENT_EXPIRE',
  summary: 'Ends payments that were started before a moment and never answered by the provider.',
  input: z.object({ startedUntil: z.string(), limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({ expired: z.number() }),
  failures: [],
});

export const PAYMENT_LIST_WAITING = defineModule({
  name: 'PAYMENT_LIST_WAITING',
  summary: 'Payments started before a moment of which the provider has said nothing, newest first.',
  input: z.object({ startedUntil: z.string(), limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({ payments: z.array(paymentRecordSchema) }),
  failures: [],
});

export const PAYMENT_GET = defineModule({
  name: 'PAYMENT_GET',
  summary: 'One payment of an account.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), paymentId: z.string() }),
  output: onePayment,
  failures: ['common.notFound'],
});

export const PAYMENT_LIST = defineModule({
  name: 'PAYMENT_LIST',
  summary: 'Payments of an account, newest first, from a place on; without a filter all of them.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    limit: z.int().check(z.gte(1), z.lte(10_000)),
    /** Kyiv days on which they began, both included. */
    from: z.optional(z.string()),
    to: z.optional(z.string()),
    purpose: z.optional(z.enum(['energy', 'violationAct'])),
    /** inTransit: confirmed; done: landed, matched; failed: also expired, reversed and refunded. */
    state: z.optional(z.enum(['inTransit', 'done', 'failed'])),
    /** What `next` of the part before was. */
    after: z.optional(paymentPlaceSchema),
  }),
  output: z.object({
    payments: z.array(paymentRecordSchema),
    /** The last of these payments, when older ones follow. */
    next: z.nullable(paymentPlaceSchema),
    /** Of the whole filter: how many, and the sum of those that are in transit or done. */
    totals: z.object({ count: z.number(), amount: z.string() }),
  }),
  failures: [],
});

export const PAYMENT_FIND_BY_ORDER = defineModule({
  name: 'PAYMENT_FIND_BY_ORDER',
  summary: 'The payment that a provider knows by an order number.',
  input: z.object({ provider: providerField, orderId: z.string() }),
  output: onePayment,
  failures: ['common.notFound'],
});
