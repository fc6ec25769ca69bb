import * as z from 'zod/mini';
import { basisFields } from '#contract/values/energy.ts';
import { defineModule } from './define-module.ts';

/** Consumption of a register in a month and its charge. */
const usageIntervalSchema = z.object({
  period: z.string(),
  meterSerial: z.string(),
  meterType: z.string(),
  zoneScheme: z.enum(['single', 'two', 'three']),
  zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
  from: z.string(),
  /** Exclusive end day. */
  to: z.string(),
  openingValue: z.number(),
  closingValue: z.number(),
  energyWh: z.number(),
  ...basisFields,
  cost: z.string(),
});

/** Totals of a bill: closing = opening + charged + recalculated − paid. */
const usageBillSchema = z.object({
  period: z.string(),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  energyWh: z.number(),
  opening: z.string(),
  charged: z.string(),
  recalculated: z.string(),
  paid: z.string(),
  /** Debt (+) or overpayment (−). */
  closing: z.string(),
  isEstimated: z.boolean(),
});

export const USAGE_INTERVALS = defineModule({
  name: 'USAGE_INTERVALS',
  summary: 'Monthly consumption of every register of an account, and its bills, oldest first.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** Inclusive days; a month with at least one of them is returned whole. */
    from: z.optional(z.string()),
    to: z.optional(z.string()),
  }),
  output: z.object({
    tariffTitle: z.string(),
    intervals: z.array(usageIntervalSchema),
    bills: z.array(usageBillSchema),
  }),
  failures: ['common.notFound'],
});
