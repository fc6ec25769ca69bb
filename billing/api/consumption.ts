import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const CONSUMPTION_HISTORY = defineModule({
  name: 'CONSUMPTION_HISTORY',
  summary: 'Consumption of the last 13 months, oldest first, the month in progress so far included.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    months: z.array(
      z.object({
        period: z.string(),
        /** kWh by zone; zones that the meters don't have are absent. */
        zones: z.record(z.string(), z.number()),
        totalKwh: z.number(),
        sum: z.string(),
        isEstimated: z.boolean(),
        /** Not closed yet: what is known so far. */
        isCurrent: z.boolean(),
        /** The same month of the year before; null: not known. */
        lastYearKwh: z.nullable(z.number()),
      }),
    ),
  }),
  failures: ['common.notFound'],
});
