import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const PERIOD_CLOSING_STATE = defineModule({
  name: 'PERIOD_CLOSING_STATE',
  summary:
    'How far the closing of the latest periods is, from what each chunk of accounts notes; counts nothing itself.',
  input: z.object({
    /** How many periods, the latest first. */
    limit: z.number(),
  }),
  output: z.object({
    periods: z.array(
      z.object({
        period: z.string(),
        state: z.enum(['open', 'closing', 'closed']),
        /** A process works on it now; a closing that is not running was cut off and goes on when it is started again. */
        isRunning: z.boolean(),
        /** Accounts that are done, and all of them; null: nobody has begun. */
        done: z.nullable(z.number()),
        total: z.nullable(z.number()),
        startedAt: z.nullable(z.string()),
        closedAt: z.nullable(z.string()),
        /** Accounts a second of the run that goes on, or of the last one; null: not known yet. */
        perSecond: z.nullable(z.number()),
      }),
    ),
  }),
  failures: [],
});
