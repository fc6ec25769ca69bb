import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, instantField, requestIdField, textField, uuidField } from './fields.ts';
import { paymentSchema, paymentStateField } from './payments.ts';

/** A payment as an operator sees it. */
export const adminPaymentSchema = z.object({
  payment: paymentSchema,
  /** The provider's own number of the order. */
  providerReference: z.nullable(z.string()),
  /** Money of the order is there, and nobody has asked for it back yet. */
  canRefund: z.boolean(),
  /** Who asked for the money back; null: nobody. */
  refund: z.nullable(z.object({ askedAt: instantField, reason: z.string() })),
  /** Every move and every word of the provider, in turn; `from` is null at the start. */
  events: z.array(
    z.object({
      from: z.nullable(paymentStateField),
      state: paymentStateField,
      happenedAt: instantField,
      evidence: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** The newest, when there are more. */
export const mostFoundPayments = 50;

export const findPayments = defineCall({
  path: '/api/admin/payments/find',
  summary: 'Payments of an account, of an order or of a provider’s number, newest first, fifty at most.',
  audience: 'admin',
  roles: ['operator', 'billing'],
  input: signedInput({
    /** Account, order number or the provider’s reference, whole. */
    query: textField(100).check(z.minLength(1)),
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
    reason: textField(500).check(z.minLength(1)),
    /** The same again has the first answer; while the provider is being asked, 'asked'. */
    requestId: requestIdField,
  }),
  output: success({
    /** 'refunded': the money went back; 'asked': the provider will say when it has, or an operator gives it back there. */
    outcome: z.enum(['refunded', 'asked']),
    payment: paymentSchema,
    message: z.string(),
  }),
  failures: ['common.notFound', 'common.requestReused', 'payments.notRefundable', 'payments.refundRefused'],
});
