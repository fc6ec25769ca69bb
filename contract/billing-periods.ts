import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { periodClosingFields } from './values/billing-period.ts';

export const periodStates = defineCall({
  path: '/api/admin/periods/state',
  summary: 'The latest periods and how far the closing of each is, the newest first.',
  audience: 'admin',
  roles: ['billing', 'operator'],
  input: signedInput({}),
  output: success({
    periods: z.array(
      z.object({
        ...periodClosingFields,
        /** Remaining time at that rate; null: not running, or the rate is unknown. */
        secondsLeft: z.nullable(z.number()),
      }),
    ),
  }),
  failures: [],
});
