import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const PERIOD_CLOSING_STATE = defineModule({
  name: 'PERIOD_CLOSING_STATE',
  summary: 'Progress of closing the latest periods, from the counters stored by each chunk of accounts.',
  input: z.object({
    /** Number of periods, latest first. */
    limit: z.number(),
  }),
  output: z.object({
    periods: z.array(
      z.object({
        period: z.string(),
        state: z.enum(['open', 'closing', 'closed']),
        /** Whether a process works on it now; an interrupted closing resumes when it is started again. */
        isRunning: z.boolean(),
        /** Accounts done and in total; null: not started. */
        done: z.nullable(z.number()),
        total: z.nullable(z.number()),
        startedAt: z.nullable(z.string()),
        closedAt: z.nullable(z.string()),
        /** Accounts per second of the current or the last run; null: not known yet. */
        perSecond: z.nullable(z.number()),
      }),
    ),
  }),
  failures: [],
});
