import * as z from 'zod/mini';
import { defineCall, signedInput, success } from './define-call.ts';
import { accountNumberField, moneyField, periodField } from './fields.ts';

/** A month of consumption; zones that the meter lacks are absent. */
const monthSchema = z.object({
  period: periodField,
  zones: z.record(z.string(), z.number()),
  totalKwh: z.number(),
  sum: moneyField,
  isEstimated: z.boolean(),
  /** The month in progress: partial data. */
  isCurrent: z.boolean(),
  /** The same month of the year before; null: unknown. */
  lastYearKwh: z.nullable(z.number()),
});

export const consumptionHistory = defineCall({
  path: '/api/consumption/history',
  summary: 'Consumption of the last 13 months, oldest first, with the same months of the year before.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField }),
  output: success({ months: z.array(monthSchema) }),
  failures: ['common.notFound', 'common.serviceDown'],
});
