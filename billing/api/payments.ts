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
  /** The month that the payer named; null: the oldest debt. */
  period: z.nullable(z.string()),
  amount: z.string(),
  /** Of the whole order, and of how many parts it is. */
  orderAmount: z.string(),
  partCount: z.number(),
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
  /** To be sent there as a form; null: the address alone is opened. */
  payFields: z.nullable(z.record(z.string(), z.string())),
  /** The provider's own number of it; null: not told yet. */
  providerReference: z.nullable(z.string()),
});

/** A place in the order of payments; `startedAt` to the microsecond. */
const paymentPlaceSchema = z.object({ startedAt: z.string(), paymentId: z.string() });

const onePayment = z.object({ payment: paymentRecordSchema });
/** A payment, and all parts of its order. */
const paymentOfOrder = z.object({ payment: paymentRecordSchema, parts: z.array(paymentRecordSchema) });

const partFields = {
  accountNumber: z.string(),
  purpose: z.enum(['energy', 'violationAct']),
  /** The act that is paid; only with the purpose violationAct. */
  actNumber: z.nullable(z.string()),
  /** The month that energy is paid for first; without it the oldest debt. */
  period: z.optional(z.nullable(z.string())),
  amount: z.string(),
};

export const PAYMENT_START = defineModule({
  name: 'PAYMENT_START',
  summary:
    'Writes down that a customer begins to pay an order; the same request id again gives the same order.',
  accountField: 'accountNumber',
  input: z.object({
    ...partFields,
    provider: providerField,
    /** What else the order pays: all of it begins, or nothing. */
    also: z.optional(z.array(z.object(partFields)).check(z.maxLength(19))),
    requestId: z.string(),
  }),
  output: paymentOfOrder,
  failures: [
    'payments.wrongAmount',
    'payments.outsideLimits',
    /** `details.retryAfterSeconds` says when there is room again. */
    'payments.tooManyUnderWay',
    'payments.tooManyToday',
    'common.requestReused',
    'common.notFound',
  ],
});

export const PAYMENT_SENT = defineModule({
  name: 'PAYMENT_SENT',
  summary: 'Writes down where the provider takes the order of a payment; the first address stays.',
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

/** What a provider says of an order. */
const wordFields = {
  provider: providerField,
  orderId: z.string(),
  providerReference: z.nullable(z.string()),
  /** When it became so, as the provider says; older words undo nothing. */
  saidAt: z.optional(z.nullable(z.string())),
  /** The provider was asked: this is how it stands now. */
  isAnswer: z.optional(z.boolean()),
  /** What the provider said, kept with the move. */
  evidence: evidenceField,
};
/** Of the whole order. */
const wordSum = { amount: z.string(), currency: z.string() };

/**
 * 'already': said before; 'ignored': it can not be so any more; 'stale': older than what is known, the provider is asked
 * anew; 'mismatch': another sum or currency than was started, kept as evidence and told to an operator.
 */
const unmoved = ['already', 'ignored', 'stale', 'mismatch'] as const;

export const PAYMENT_CONFIRM = defineModule({
  name: 'PAYMENT_CONFIRM',
  summary: 'A provider has taken the money of an order: the debts fall at once, the money is on its way.',
  input: z.object({ ...wordFields, ...wordSum }),
  output: z.object({ outcome: z.enum(['confirmed', ...unmoved]), payment: paymentRecordSchema }),
  failures: ['common.notFound'],
});

export const PAYMENT_FAIL = defineModule({
  name: 'PAYMENT_FAIL',
  summary: 'A provider has refused an order, or its time is over; one that is confirmed stays confirmed.',
  input: z.object({ ...wordFields, kind: z.optional(z.enum(['refused', 'expired'])) }),
  output: z.object({ outcome: z.enum(['failed', 'expired', ...unmoved]), payment: paymentRecordSchema }),
  failures: ['common.notFound'],
});

export const PAYMENT_RETURN = defineModule({
  name: 'PAYMENT_RETURN',
  summary: 'The money of an order went back to the payer, whole: what was booked is undone.',
  input: z.object({ ...wordFields, ...wordSum }),
  output: z.object({
    /** 'refunded': we had asked for it. */
    outcome: z.enum(['reversed', 'refunded', ...unmoved]),
    payment: paymentRecordSchema,
  }),
  failures: ['common.notFound'],
});

export const PAYMENT_LAND = defineModule({
  name: 'PAYMENT_LAND',
  summary: 'The bank register shows the money of orders confirmed up to a moment: landed and matched.',
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
  summary: 'Ends orders that were started before a moment and never answered by the provider.',
  input: z.object({
    startedUntil: z.string(),
    /** Of this provider only. */
    provider: z.optional(providerField),
    /** Of all but these. */
    butOf: z.optional(z.array(providerField)),
    limit: z.int().check(z.gte(1), z.lte(1000)),
  }),
  output: z.object({ expired: z.number() }),
  failures: [],
});

export const PAYMENT_PICK_QUERIES = defineModule({
  name: 'PAYMENT_PICK_QUERIES',
  summary: 'Orders about which a provider is to be asked now; each is asked again after a longer pause.',
  input: z.object({ provider: providerField, limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({
    orders: z.array(
      z.object({
        orderId: z.string(),
        providerReference: z.nullable(z.string()),
        amount: z.string(),
        /** The money is asked back: a provider that still has it is asked for it again by the holder; null: it is not. */
        refundClaim: z.nullable(z.string()),
      }),
    ),
  }),
  failures: [],
});

/**
 * What came of asking a provider for money back. 'asked': it will say later, or is asked again; 'byHand': it takes no refunds by
 * a call; 'refused': it has said no.
 */
const refundOutcomeField = z.enum(['asked', 'byHand', 'refunded', 'refused']);

export const PAYMENT_REFUND_ASK = defineModule({
  name: 'PAYMENT_REFUND_ASK',
  summary:
    'An operator asks for the money of a whole order to be given back; who has the claim asks the provider, nobody else.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    paymentId: z.string(),
    reason: z.string().check(z.minLength(1), z.maxLength(500)),
    /** The same again has the same answer. */
    requestId: z.string(),
  }),
  output: z.object({
    ...paymentOfOrder.shape,
    /** The caller asks the provider and says by PAYMENT_REFUND_SETTLE what came of it; null: another one does, or did. */
    claim: z.nullable(z.string()),
    /** Without a claim: what is known by now. */
    outcome: z.nullable(refundOutcomeField),
    /** Why the provider refused. */
    refusal: z.nullable(z.string()),
  }),
  failures: ['common.notFound', 'common.requestReused', 'payments.notRefundable'],
});

export const PAYMENT_REFUND_SETTLE = defineModule({
  name: 'PAYMENT_REFUND_SETTLE',
  summary:
    'The holder of a claim says what came of asking the provider; refused, the money of the order is asked back no more.',
  input: z.object({
    provider: providerField,
    orderId: z.string(),
    claim: z.string(),
    outcome: refundOutcomeField,
    /** Of 'refused': why. */
    refusal: z.nullable(z.string()),
  }),
  output: onePayment,
  failures: ['common.notFound'],
});

/** Every move of a payment, and every word that was kept, in turn. */
const paymentEventsField = z.array(
  z.object({
    from: z.nullable(paymentRecordSchema.shape.state),
    state: paymentRecordSchema.shape.state,
    happenedAt: z.string(),
    evidence: evidenceField,
  }),
);

export const PAYMENT_GET = defineModule({
  name: 'PAYMENT_GET',
  summary: 'One payment of an account: its order, its moves, and what of it settles which month.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), paymentId: z.string() }),
  output: z.object({
    ...paymentOfOrder.shape,
    events: paymentEventsField,
    /** Of energy that is paid, the month that the payer named first, then the oldest debt. */
    settles: z.array(z.object({ period: z.string(), amount: z.string() })),
    /** What is over all debts. */
    advance: z.string(),
  }),
  failures: ['common.notFound'],
});

export const PAYMENT_FIND = defineModule({
  name: 'PAYMENT_FIND',
  summary: 'Payments by account, order number or the provider’s reference, newest first, fifty at most.',
  input: z.object({ query: z.string().check(z.minLength(1), z.maxLength(100)) }),
  output: z.object({
    payments: z.array(
      z.object({
        payment: paymentRecordSchema,
        refund: z.nullable(z.object({ askedAt: z.string(), reason: z.string() })),
        canRefund: z.boolean(),
        events: paymentEventsField,
      }),
    ),
  }),
  failures: [],
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
  summary: 'The order that a provider knows by a number: its first part.',
  input: z.object({ provider: providerField, orderId: z.string() }),
  output: onePayment,
  failures: ['common.notFound'],
});

export const PAYMENT_OPTIONS = defineModule({
  name: 'PAYMENT_OPTIONS',
  summary: 'How something can be paid past the providers: limits, bank details, codes of the National Bank.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    purpose: z.enum(['energy', 'violationAct']),
    actNumber: z.nullable(z.string()),
    /** For the codes; null: what is due now. */
    amount: z.nullable(z.string()),
  }),
  output: z.object({
    limits: z.object({ least: z.string(), most: z.string() }),
    transfer: z.object({
      recipient: z.string(),
      iban: z.string(),
      bank: z.string(),
      edrpou: z.string(),
      purpose: z.string(),
    }),
    /** The sum is less or more than may be paid at once: there is no code of it. */
    isOutsideLimits: z.boolean(),
    /** null: there is nothing to pay, it is outside the limits, or the details make no code. */
    qr: z.nullable(z.object({ url: z.string(), url002: z.nullable(z.string()) })),
  }),
  failures: ['common.notFound'],
});

export const PAYMENT_RECEIPT_PDF = defineModule({
  name: 'PAYMENT_RECEIPT_PDF',
  summary: 'The receipt of a payment that was confirmed, with the parts of its order, as a PDF.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    paymentId: z.string(),
    /** Whose parts of the order may be shown beside those of the account itself. */
    mayShow: z.array(z.string()),
    /** Providers through which no real money moves. */
    testProviders: z.array(providerField),
  }),
  output: z.object({ fileName: z.string(), content: z.string() }),
  failures: ['common.notFound', 'payments.noReceipt'],
});
