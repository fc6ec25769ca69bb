import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const CONSUMPTION_HISTORY = defineModule({
  name: 'CONSUMPTION_HISTORY',
  summary: 'Consumption of the last 13 months, oldest first, including the current month so far.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    months: z.array(
      z.object({
        period: z.string(),
        /** kWh by zone; zones that no meter has are absent. */
        zones: z.record(z.string(), z.number()),
        totalKwh: z.number(),
        sum: z.string(),
        isEstimated: z.boolean(),
        /** The month is not closed: consumption so far. */
        isCurrent: z.boolean(),
        /** Same month of the previous year; null: not known. */
        lastYearKwh: z.nullable(z.number()),
      }),
    ),
  }),
  failures: ['common.notFound'],
});
