import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField } from './fields.ts';
import { instantField } from './values/dates.ts';

const accountEventSchema = z.object({
  eventId: z.string(),
  /** Concept and event: 'reading.accepted', 'payment.confirmed', … */
  kind: z.string(),
  happenedAt: instantField,
  /** Facts from billing, depending on the kind. Sums are '1234.56'. */
  facts: z.record(z.string(), z.unknown()),
});

export const listEvents = defineCall({
  path: '/api/events/list',
  summary: 'The latest 20 things that happened to an account, newest first.',
  audience: 'customer',
  area: 'money',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ events: z.array(accountEventSchema) }),
  failures: ['common.notFound'],
});
