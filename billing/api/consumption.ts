import * as z from 'zod/mini';
import { consumptionMonthSchema } from '#contract/values/energy.ts';
import { defineModule } from './define-module.ts';

export const CONSUMPTION_HISTORY = defineModule({
  name: 'CONSUMPTION_HISTORY',
  summary: 'Consumption of the last 13 months, oldest first, including the current month so far.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    months: z.array(consumptionMonthSchema),
  }),
  failures: ['common.notFound'],
});
