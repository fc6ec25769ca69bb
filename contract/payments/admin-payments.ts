import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, requestIdField, textField, uuidField } from '../fields.ts';
import { paymentEventSchema, refundRequestSchema } from '../values/payment.ts';
import { minText } from '../values/text-length.ts';
import { paymentSchema } from './payments.ts';

/** A payment for an operator. */
const adminPaymentSchema = z.object({
  payment: paymentSchema,
  /** The provider's own order number. */
  providerReference: z.nullable(z.string()),
  /** The order was paid and no refund was requested yet. */
  canRefund: z.boolean(),
  /** The refund request; null: none. */
  refund: z.nullable(refundRequestSchema),
  events: z.array(paymentEventSchema),
});

/** Maximum found payments, the newest first. */
export const maxFoundPayments = 50;

export const findPayments = defineCall({
  path: '/api/admin/payments/find',
  summary: 'Payments of an account, of an order or of a provider’s number, newest first, fifty at most.',
  audience: 'admin',
  roles: ['operator', 'billing'],
  input: signedInput({
    /** Complete account, order number or provider reference. */
    query: textField(100).check(minText(1)),
  }),
  output: success({ payments: z.array(adminPaymentSchema) }),
  failures: [],
});

export const refundPayment = defineCall({
  path: '/api/admin/payments/refund',
  summary: 'Asks the provider to give the money of a whole order back.',
  audience: 'admin',
  roles: ['billing'],
  changes: true,
  input: signedInput({
    account: accountNumberField,
    paymentId: uuidField,
    reason: textField(500).check(minText(1)),
    /** A repeated id returns the first answer; while the provider is being queried, 'asked'. */
    requestId: requestIdField,
  }),
  output: success({
    /** 'refunded': the money was returned; 'asked': the provider will report it, or an operator refunds it there. */
    outcome: z.enum(['refunded', 'asked']),
    payment: paymentSchema,
    message: z.string(),
  }),
  failures: ['common.notFound', 'common.requestReused', 'payments.notRefundable', 'payments.refundRefused'],
});
