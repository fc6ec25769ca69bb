import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { instantField, periodField } from './fields.ts';

export const periodStates = defineCall({
  path: '/api/admin/periods/state',
  summary: 'The latest periods and how far the closing of each is, the newest first.',
  audience: 'admin',
  roles: ['billing', 'operator'],
  input: signedInput({}),
  output: success({
    periods: z.array(
      z.object({
        period: periodField,
        state: z.enum(['open', 'closing', 'closed']),
        /** A process is working on it now. */
        isRunning: z.boolean(),
        done: z.nullable(z.number()),
        total: z.nullable(z.number()),
        startedAt: z.nullable(instantField),
        closedAt: z.nullable(instantField),
        /** Accounts per second. */
        perSecond: z.nullable(z.number()),
        /** Remaining time at that rate; null: not running, or the rate is unknown. */
        secondsLeft: z.nullable(z.number()),
      }),
    ),
  }),
  failures: [],
});
