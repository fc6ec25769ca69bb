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
