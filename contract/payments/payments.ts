import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from '../define-call.ts';
import {
  accountNumberField,
  cursorField,
  exportFormatField,
  requestIdField,
  textField,
  uuidField,
} from '../fields.ts';
import { instantField } from '../values/dates.ts';
import { moneyField } from '../values/money.ts';
import {
  maxOrderParts,
  openMonthsFields,
  orderPartFields,
  paymentFields,
  paymentFilterFields,
  paymentPurposeField,
  paymentStateField,
  paymentTotalsSchema,
  settledMonthSchema,
  settledPaymentSchema,
  transferFields,
} from '../values/payment.ts';

/** Payment providers. */
export const paymentProviders = ['liqpay', 'monobank', 'portmone', 'easypay'] as const;

const providerField = z.enum(paymentProviders);
/** One part of an order: of one account, for energy or for one act. */
export const paymentSchema = z.object({
  ...paymentFields,
  /** Ukrainian text of the state, e.g. payments.pending; null when the state is enough. */
  message: z.nullable(z.string()),
});

export const startPayment = defineCall({
  path: '/api/payments/start',
  summary: 'Starts a payment of one or of several accounts and acts at once, and answers where it is paid.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  changes: true,
  input: signedInput({
    ...orderPartFields,
    provider: providerField,
    /** Further parts of the same order; every account must be the caller's. All parts are started, or none. */
    also: z.optional(z.array(z.object(orderPartFields)).check(z.maxLength(maxOrderParts - 1))),
    requestId: requestIdField,
  }),
  output: success({
    /** The first of the parts. */
    payment: paymentSchema,
    parts: z.array(paymentSchema),
    orderSum: moneyField,
    payUrl: z.string(),
    /** To be sent to `payUrl` as a form by POST; null: only the URL is opened. */
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
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, paymentId: uuidField }),
  output: success({
    payment: paymentSchema,
    /** The order's parts visible to the caller, `payment` included. */
    parts: z.array(paymentSchema),
    /** Its states, in order. */
    events: z.array(z.object({ state: paymentStateField, happenedAt: instantField })),
    /** Months settled by an energy payment. Empty: nothing is paid, or an act. */
    settles: z.array(settledMonthSchema),
    /** The part in excess of all debts. */
    advance: moneyField,
  }),
  failures: ['common.notFound'],
});

export const paymentOptions = defineCall({
  path: '/api/payments/options',
  summary: 'How something can be paid: providers, limits, bank details, codes for the apps of banks.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    purpose: paymentPurposeField,
    actNumber: z.optional(textField(40)),
    /** For the QR codes; by default what is due now. */
    sum: z.optional(moneyField),
  }),
  output: success({
    ...transferFields,
    ...openMonthsFields,
    providers: z.array(
      z.object({
        provider: providerField,
        /** 'sandbox': the test bank; 'off': payments are refused, and `message` says so. */
        mode: z.enum(['real', 'sandbox', 'off']),
        message: z.nullable(z.string()),
      }),
    ),
    /** Why there are no codes when the sum is outside the limits; null: it is within. */
    qrMessage: z.nullable(z.string()),
    /**
     * Codes of the National Bank; null: nothing to pay, outside the limits, or the supplier's details are invalid.
     */
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
    'The receipt of a payment that was confirmed, with its payer and all parts of its order, as a PDF.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({ account: accountNumberField, paymentId: uuidField }),
  output: z.any(),
  failures: ['common.notFound', 'payments.noReceipt'],
});

const paymentFilter = { account: accountNumberField, ...paymentFilterFields };

export const listPayments = defineCall({
  path: '/api/payments/list',
  summary: 'Payments of an account, newest first, in parts: `next` is the cursor of the following one.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({
    ...paymentFilter,
    /** Adds to each payment the months that it settled. */
    withSettled: z.optional(z.boolean()),
    cursor: z.optional(cursorField),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
  }),
  output: success({
    payments: z.array(paymentSchema),
    next: z.nullable(cursorField),
    totals: paymentTotalsSchema,
    /** Of these payments, those that the money of was counted for energy; absent unless asked for. */
    settled: z.optional(z.array(settledPaymentSchema)),
  }),
  failures: ['common.notFound'],
});

export const exportPayments = defineCall({
  path: '/api/payments/export',
  summary: 'The payments of a filter as a table to keep, the newest 10,000 at most.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...paymentFilter, format: exportFormatField }),
  output: z.unknown(),
  failures: ['common.notFound'],
});
