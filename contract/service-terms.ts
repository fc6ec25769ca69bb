import * as z from 'zod/mini';
import { defineCall, success } from './define-call.ts';
import { textField } from './fields.ts';
import { dateField } from './values/dates.ts';
import { moneyField } from './values/money.ts';

/** Sums of one breach by class of the customer. Source: NEURC № 375, clause 4.3. */
const compensationSchema = z.object({ household: moneyField, smallBusiness: moneyField, other: moneyField });

export const listServiceTerms = defineCall({
  path: '/api/service-terms/list',
  summary:
    'How soon the supplier answers, by the kind of request: the term in force, the last day for a request made now, the compensation of a breach.',
  audience: 'public',
  input: z.object({ token: z.optional(textField(4096)) }),
  output: success({
    standards: z.array(
      z.object({
        code: z.string(),
        days: z.number(),
        unit: z.enum(['working', 'calendar']),
        basis: z.string(),
        /** In force since. */
        validFrom: dateField,
        /** Of a request that is received now: the day it counts as received, and the last day of the term. */
        receivedOn: dateField,
        dueOn: dateField,
        /** Calendar days from today to the last one. */
        daysLeft: z.number(),
        /** The day to which it may be extended with notice; null: it may not. */
        extendableTo: z.nullable(dateField),
        compensation: z.nullable(compensationSchema),
      }),
    ),
  }),
  failures: [],
});
