import * as z from 'zod/mini';
import { periodClosingFields } from '#contract/values/billing-period.ts';
import { defineModule } from './define-module.ts';

export const PERIOD_CLOSING_STATE = defineModule({
  name: 'PERIOD_CLOSING_STATE',
  summary: 'Progress of closing the latest periods, from the counters stored by each chunk of accounts.',
  input: z.object({
    /** Number of periods, latest first. */
    limit: z.number(),
  }),
  output: z.object({
    periods: z.array(z.object(periodClosingFields)),
  }),
  failures: [],
});

/** Work over many accounts or rows, with how far it is. */
const runSchema = z.object({
  kind: z.enum(['closing', 'import', 'bankStatement']),
  /** The period of a closing, the folder of an import, the file of a bank statement. */
  subject: z.string(),
  step: z.enum(['reading', 'checking', 'loading', 'booking', 'closing']),
  /** 'interrupted': its process is gone; started again it goes on, or begins anew. */
  state: z.enum(['running', 'interrupted', 'done', 'refused', 'failed']),
  /** Accounts, rows or bytes, by the step. */
  done: z.number(),
  total: z.number(),
});

export const PROGRESS_LIST = defineModule({
  name: 'PROGRESS_LIST',
  summary: 'Closings and imports that are running, were interrupted, or ended a few minutes ago.',
  input: z.object({}),
  output: z.object({ runs: z.array(runSchema) }),
  failures: [],
});
