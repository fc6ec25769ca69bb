import * as z from 'zod/mini';
import { billedMonthSchema, consumptionMonthSchema } from '#contract/values/energy.ts';
import { defineModule } from './define-module.ts';
import { pointsLimit } from './readings.ts';

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

export const ENTITY_CONSUMPTION = defineModule({
  name: 'ENTITY_CONSUMPTION',
  summary:
    'Energy that the invoices of the last 13 months bill to these accounts together, or of that the energy of some points, oldest first.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)), ...pointsLimit }),
  output: z.object({ months: z.array(billedMonthSchema) }),
  failures: [],
});
