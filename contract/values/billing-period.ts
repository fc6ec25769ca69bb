import * as z from 'zod/mini';
import { instantField, periodField } from './dates.ts';

/** A period and the progress of its closing. */
export const periodClosingFields = {
  period: periodField,
  state: z.enum(['open', 'closing', 'closed']),
  /** Whether a process works on it now; an interrupted closing resumes when it is started again. */
  isRunning: z.boolean(),
  /** Accounts done and in total; null: not started. */
  done: z.nullable(z.number()),
  total: z.nullable(z.number()),
  startedAt: z.nullable(instantField),
  closedAt: z.nullable(instantField),
  /** Accounts per second of the current or the last run; null: not known yet. */
  perSecond: z.nullable(z.number()),
};
