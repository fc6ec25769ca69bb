import * as z from 'zod/mini';
import { dateField } from '#contract/values/dates.ts';
import { moneyField } from '#contract/values/money.ts';
import {
  maxOrderParts,
  openMonthsFields,
  orderPartFields,
  paymentEventSchema,
  paymentFields,
  paymentFilterFields,
  paymentPurposeField,
  paymentTotalsSchema,
  refundRequestSchema,
  settledMonthSchema,
  settledPaymentSchema,
  transferFields,
} from '#contract/values/payment.ts';
import { maxText, minText } from '#contract/values/text-length.ts';
import { defineModule } from './define-module.ts';

const providerField = z.string().check(minText(1), maxText(40));
const evidenceField = z.record(z.string(), z.unknown());

/** A payment as the billing knows it; a customer sees `paymentFields`. */
const paymentSchema = z.object({
  ...paymentFields,
  landedOn: z.nullable(dateField),
  /** Payment page; null: the provider has not been called yet. */
  payUrl: z.nullable(z.string()),
  /** Form fields to POST to `payUrl`; null: open the URL. */
  payFields: z.nullable(z.record(z.string(), z.string())),
  /** Payment number of the provider; null: not known yet. */
  providerReference: z.nullable(z.string()),
});
export type PaymentData = z.infer<typeof paymentSchema>;

/** Cursor of the payment list; `startedAt` has microseconds. */
const paymentPlaceSchema = z.object({ startedAt: z.string(), paymentId: z.string() });

const onePayment = z.object({ payment: paymentSchema });
/** A payment with all parts of its order. */
const paymentOfOrder = z.object({ payment: paymentSchema, parts: z.array(paymentSchema) });

export const PAYMENT_START = defineModule({
  name: 'PAYMENT_START',
  summary: 'Starts an order; a repeated request id returns the same order.',
  accountField: 'account',
  input: z.object({
    ...orderPartFields,
    provider: providerField,
    /** Further parts of the order, started all or none. */
    also: z.optional(z.array(z.object(orderPartFields)).check(z.maxLength(maxOrderParts - 1))),
    requestId: z.string(),
  }),
  output: paymentOfOrder,
  failures: [
    'payments.wrongAmount',
    'payments.outsideLimits',
    /** `details.retryAfterSeconds`: when the next order can be started. */
    'payments.tooManyUnderWay',
    'payments.tooManyToday',
    'common.requestReused',
    'common.notFound',
  ],
});

export const PAYMENT_SENT = defineModule({
  name: 'PAYMENT_SENT',
  summary: 'Stores the payment URL of an order; the first one is final.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    paymentId: z.string(),
    payUrl: z.string(),
    payFields: z.optional(z.nullable(z.record(z.string(), z.string()))),
    providerReference: z.nullable(z.string()),
  }),
  output: paymentOfOrder,
  failures: ['common.notFound'],
});

/** A status report of a provider. */
const statusFields = {
  provider: providerField,
  orderId: z.string(),
  providerReference: z.nullable(z.string()),
  /** Time of the status by the provider; older reports are not applied. */
  reportedAt: z.optional(z.nullable(z.string())),
  /** The report is the answer to a status query: it is the current status. */
  isAnswer: z.optional(z.boolean()),
  /** Raw report, stored with the transition. */
  evidence: evidenceField,
};
/** Sum of the whole order. */
const orderSum = { amount: z.string(), currency: z.string() };

/**
 * 'already': a replay; 'ignored': no longer possible in the current state; 'stale': older than the known status, the
 * provider is queried again; 'mismatch': another sum or currency than started, stored as evidence and reported to an
 * operator.
 */
const unappliedOutcomes = ['already', 'ignored', 'stale', 'mismatch'] as const;

export const PAYMENT_CONFIRM = defineModule({
  name: 'PAYMENT_CONFIRM',
  summary:
    'Records that the provider received the money of an order: debts decrease at once, the money is in transit.',
  input: z.object({ ...statusFields, ...orderSum }),
  output: z.object({ outcome: z.enum(['confirmed', ...unappliedOutcomes]), payment: paymentSchema }),
  failures: ['common.notFound'],
});

export const PAYMENT_FAIL = defineModule({
  name: 'PAYMENT_FAIL',
  summary: 'Records that the provider refused or expired an order; a confirmed order does not change.',
  input: z.object({ ...statusFields, kind: z.optional(z.enum(['refused', 'expired'])) }),
  output: z.object({
    outcome: z.enum(['failed', 'expired', ...unappliedOutcomes]),
    payment: paymentSchema,
  }),
  failures: ['common.notFound'],
});

export const PAYMENT_RETURN = defineModule({
  name: 'PAYMENT_RETURN',
  summary: 'Records that the whole sum of an order was returned to the payer: its bookings are reversed.',
  input: z.object({ ...statusFields, ...orderSum }),
  output: z.object({
    /** 'refunded': the supplier had requested the refund. */
    outcome: z.enum(['reversed', 'refunded', ...unappliedOutcomes]),
    payment: paymentSchema,
  }),
  failures: ['common.notFound'],
});

export const PAYMENT_LAND = defineModule({
  name: 'PAYMENT_LAND',
  summary:
    'Marks orders confirmed up to a given time as landed and matched: their money is in the bank statement.',
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
  summary: 'Expires orders started before a given time without a status from the provider.',
  input: z.object({
    startedUntil: z.string(),
    /** Only orders of this provider. */
    provider: z.optional(providerField),
    /** Excluded providers. */
    butOf: z.optional(z.array(providerField)),
    limit: z.int().check(z.gte(1), z.lte(1000)),
  }),
  output: z.object({ expired: z.number() }),
  failures: [],
});

export const PAYMENT_PICK_QUERIES = defineModule({
  name: 'PAYMENT_PICK_QUERIES',
  summary: 'Selects orders whose status is to be queried now; the pause grows with each query.',
  input: z.object({ provider: providerField, limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({
    orders: z.array(
      z.object({
        orderId: z.string(),
        providerReference: z.nullable(z.string()),
        amount: z.string(),
        /**
         * Refund in progress: the claim of the caller, who repeats the request to a provider that still has the money;
         * null: none.
         */
        refundClaim: z.nullable(z.string()),
      }),
    ),
  }),
  failures: [],
});

/**
 * Result of a refund request to a provider. 'asked': pending, a report follows or it is queried again; 'byHand': the
 * provider has no refund API; 'refused': refused by the provider.
 */
const refundOutcomeField = z.enum(['asked', 'byHand', 'refunded', 'refused']);

export const PAYMENT_REFUND_ASK = defineModule({
  name: 'PAYMENT_REFUND_ASK',
  summary:
    'Requests the refund of a whole order for an operator; only the holder of the claim calls the provider.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    paymentId: z.string(),
    reason: z.string().check(minText(1), maxText(500)),
    /** A repeated id returns the same result. */
    requestId: z.string(),
  }),
  output: z.object({
    ...paymentOfOrder.shape,
    /**
     * The caller requests the refund from the provider and reports with PAYMENT_REFUND_SETTLE; null: another caller has
     * or had the claim.
     */
    claim: z.nullable(z.string()),
    /** Without a claim: the result so far. */
    outcome: z.nullable(refundOutcomeField),
    /** Why the provider refused. */
    refusal: z.nullable(z.string()),
  }),
  failures: ['common.notFound', 'common.requestReused', 'payments.notRefundable'],
});

export const PAYMENT_REFUND_SETTLE = defineModule({
  name: 'PAYMENT_REFUND_SETTLE',
  summary: "Records the provider's answer to the claim holder; a refusal ends the refund request.",
  input: z.object({
    provider: providerField,
    orderId: z.string(),
    claim: z.string(),
    outcome: refundOutcomeField,
    /** Why the provider refused; only with 'refused'. */
    refusal: z.nullable(z.string()),
  }),
  output: onePayment,
  failures: ['common.notFound'],
});

export const PAYMENT_GET = defineModule({
  name: 'PAYMENT_GET',
  summary: 'One payment of an account: its order, its state transitions, and the months it settles.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), paymentId: z.string() }),
  output: z.object({
    ...paymentOfOrder.shape,
    events: z.array(paymentEventSchema),
    /** For energy: the month chosen by the payer, then the oldest debt. */
    settles: z.array(settledMonthSchema),
    /** The part that exceeds all debts. */
    advance: z.string(),
  }),
  failures: ['common.notFound'],
});

export const PAYMENT_FIND = defineModule({
  name: 'PAYMENT_FIND',
  summary: 'Payments by account, order number or the provider’s reference, newest first, fifty at most.',
  input: z.object({ query: z.string().check(minText(1), maxText(100)) }),
  output: z.object({
    payments: z.array(
      z.object({
        payment: paymentSchema,
        refund: z.nullable(refundRequestSchema),
        canRefund: z.boolean(),
        events: z.array(paymentEventSchema),
      }),
    ),
  }),
  failures: [],
});

export const PAYMENT_LIST = defineModule({
  name: 'PAYMENT_LIST',
  summary: 'Payments of an account, newest first, paged by a cursor, with an optional filter.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    limit: z.int().check(z.gte(1), z.lte(10_000)),
    ...paymentFilterFields,
    /** What each payment settled is answered too. */
    withSettled: z.optional(z.boolean()),
    /** `next` of the previous page. */
    after: z.optional(paymentPlaceSchema),
  }),
  output: z.object({
    payments: z.array(paymentSchema),
    /** The last payment of the page; null: there are no older ones. */
    next: z.nullable(paymentPlaceSchema),
    totals: paymentTotalsSchema,
    /** Those of the page whose money counts for energy; [] unless asked for. */
    settled: z.array(settledPaymentSchema),
  }),
  failures: [],
});

export const PAYMENT_FIND_BY_ORDER = defineModule({
  name: 'PAYMENT_FIND_BY_ORDER',
  summary: 'Finds an order by its number and provider; returns its first part.',
  input: z.object({ provider: providerField, orderId: z.string() }),
  output: onePayment,
  failures: ['common.notFound'],
});

export const PAYMENT_OPTIONS = defineModule({
  name: 'PAYMENT_OPTIONS',
  summary: 'Payment without a provider: limits, bank details, QR codes of the National Bank.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    purpose: paymentPurposeField,
    actNumber: z.optional(z.string()),
    /** Sum for the codes; absent: what is due now. */
    sum: z.optional(moneyField),
  }),
  output: z.object({
    ...transferFields,
    ...openMonthsFields,
    /** The sum is outside the payment limits, so there is no code. */
    isOutsideLimits: z.boolean(),
    /** null: nothing is due, the sum is outside the limits, or the details don't fit a code. */
    qr: z.nullable(z.object({ url: z.string(), url002: z.nullable(z.string()) })),
  }),
  failures: ['common.notFound'],
});

export const PAYMENT_RECEIPT_PDF = defineModule({
  name: 'PAYMENT_RECEIPT_PDF',
  summary: 'The receipt of a confirmed payment with the parts of its order, as a PDF.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    paymentId: z.string(),
    /** Accounts whose parts of the order may be shown besides the account itself. */
    mayShow: z.array(z.string()),
    /** Providers without real money. */
    testProviders: z.array(providerField),
    /** Public verification page, printed as a QR code; absent: no code. */
    proofUrl: z.optional(z.string()),
  }),
  output: z.object({ fileName: z.string(), content: z.string() }),
  failures: ['common.notFound', 'payments.noReceipt'],
});
