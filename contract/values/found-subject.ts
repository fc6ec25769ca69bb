import * as z from 'zod/mini';
import { accountNumberField } from '../fields.ts';
import { instantField } from './dates.ts';
import { moneyField } from './money.ts';

/** What the billing finds, in the order in which it is shown. */
export const subjectKinds = ['customer', 'account', 'point', 'meter', 'payment'] as const;

/** A customer, account, metering point, meter or payment that was found. */
export const foundSubjectSchema = z.object({
  kind: z.enum(subjectKinds),
  /** Id of a customer or payment, number of an account, EIC of a point, serial number of a meter. */
  id: z.string(),
  /** The account that it is of; of a customer with several the first. */
  account: accountNumberField,
  holder: z.string(),
  address: z.string(),
  /** Of a customer; null: not known. */
  phone: z.nullable(z.string()),
  /** Of a customer: how many accounts. */
  accountCount: z.number(),
  /** The contract has ended, the meter is removed. */
  isPast: z.boolean(),
  payment: z.nullable(
    z.object({
      orderId: z.string(),
      sum: moneyField,
      startedAt: instantField,
    }),
  ),
});
export type FoundSubject = z.infer<typeof foundSubjectSchema>;
