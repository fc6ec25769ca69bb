import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  cursorField,
  dateField,
  exportFormatField,
  instantField,
  moneyField,
  periodField,
  requestIdField,
  textField,
  uuidField,
} from './fields.ts';

/** Who takes payments. */
export const paymentProviders = ['liqpay', 'monobank', 'portmone', 'easypay'] as const;

export const providerField = z.enum(paymentProviders);
export const purposeField = z.enum(['energy', 'violationAct']);
export const paymentStateField = z.enum([
  'started',
  'sent',
  'confirmed',
  'landed',
  'matched',
  'failed',
  'expired',
  'reversed',
  'refunded',
]);

/** One part of what is paid at once: of one account, for energy or for one act. */
export const paymentSchema = z.object({
  paymentId: uuidField,
  /** The order that the part belongs to, as the provider knows it. */
  orderId: z.string(),
  account: accountNumberField,
  /** One of `paymentProviders`, or 'bank': it came by a register. */
  provider: z.string(),
  purpose: purposeField,
  actNumber: z.nullable(z.string()),
  /** The month that the payer named; null: the oldest debt. */
  period: z.nullable(periodField),
  /** Of this part. */
  sum: moneyField,
  /** Of the whole order, and of how many parts it is. */
  orderSum: moneyField,
  partCount: z.number(),
  state: paymentStateField,
  startedAt: instantField,
  confirmedAt: z.nullable(instantField),
  expectedOn: z.nullable(dateField),
  /** Ukrainian words for the state, e.g. payments.pending; null when the state says enough. */
  message: z.nullable(z.string()),
});

/** What one part of an order pays. */
const partFields = {
  account: accountNumberField,
  purpose: purposeField,
  /** The act that is paid; only with the purpose violationAct. */
  actNumber: z.optional(textField(40)),
  /** The month that energy is paid for first; without it the oldest debt. */
  period: z.optional(periodField),
  sum: moneyField,
};

export const mostParts = 20;

export const startPayment = defineCall({
  path: '/api/payments/start',
  summary: 'Starts a payment of one or of several accounts and acts at once, and answers where it is paid.',
  audience: 'customer',
  accountField: 'account',
  changes: true,
  input: signedInput({
    ...partFields,
    provider: providerField,
    /** What else the same order pays; every account must be the caller's. All of it begins, or nothing. */
    also: z.optional(z.array(z.object(partFields)).check(z.maxLength(mostParts - 1))),
    requestId: requestIdField,
  }),
  output: success({
    /** The first of the parts. */
    payment: paymentSchema,
    parts: z.array(paymentSchema),
    orderSum: moneyField,
    payUrl: z.string(),
    /** To be sent to `payUrl` as a form by POST; null: the address alone is opened. */
    payFields: z.nullable(z.record(z.string(), z.string())),
  }),
  failures: [
    'payments.wrongAmount',
    'payments.outsideLimits',
    'payments.tooManyUnderWay',
    'payments.tooManyToday',
    'payments.providerOff',
    'common.requestReused',
    'common.notFound',
  ],
});

export const paymentState = defineCall({
  path: '/api/payments/state',
  summary: 'Where a payment stands, and what of it settles which month.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, paymentId: uuidField }),
  output: success({
    payment: paymentSchema,
    /** The order's parts that the caller may see, `payment` among them. */
    parts: z.array(paymentSchema),
    /** Every state it went through, in turn. */
    events: z.array(z.object({ state: paymentStateField, happenedAt: instantField })),
    /** Of energy that is paid: what settles which month. Empty: nothing is paid, or an act. */
    settles: z.array(z.object({ period: periodField, sum: moneyField })),
    /** What of it is over all debts. */
    advance: moneyField,
  }),
  failures: ['common.notFound'],
});

export const paymentOptions = defineCall({
  path: '/api/payments/options',
  summary: 'How something can be paid: providers, limits, bank details, codes for the apps of banks.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    purpose: purposeField,
    actNumber: z.optional(textField(40)),
    /** For the codes; without it what is due now. */
    sum: z.optional(moneyField),
  }),
  output: success({
    limits: z.object({ least: moneyField, most: moneyField }),
    providers: z.array(
      z.object({
        provider: providerField,
        /** 'sandbox': the test bank plays it; 'off': it takes nothing, and `message` says so. */
        mode: z.enum(['real', 'sandbox', 'off']),
        message: z.nullable(z.string()),
      }),
    ),
    /** Details to copy. */
    transfer: z.object({
      recipient: z.string(),
      iban: z.string(),
      bank: z.string(),
      edrpou: z.string(),
      purpose: z.string(),
    }),
    /** Why there are no codes where the sum is outside the limits; null: it is not. */
    qrMessage: z.nullable(z.string()),
    /** Codes of the National Bank; null: nothing to pay, outside the limits, or the supplier's details don't make one. */
    qr: z.nullable(
      z.object({
        version: z.literal('003'),
        url: z.string(),
        url002: z.nullable(z.string()),
        bankApps: z.array(
          z.object({ bank: z.enum(['privat24', 'monobank', 'pumb', 'raiffeisen']), url: z.string() }),
        ),
      }),
    ),
  }),
  failures: ['common.notFound'],
});

export const paymentReceipt = defineCall({
  path: '/api/payments/receipt',
  summary:
    'The receipt of a payment that was confirmed, with all parts of its order and a QR code, as a PDF.',
  audience: 'customer',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({ account: accountNumberField, paymentId: uuidField }),
  output: z.any(),
  failures: ['common.notFound', 'payments.noReceipt'],
});

/** Which payments of a history; days are Kyiv days on which they began, both included. */
const paymentFilter = {
  account: accountNumberField,
  from: z.optional(dateField),
  to: z.optional(dateField),
  purpose: z.optional(purposeField),
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
