import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

/** What a register counted in a month, with what the energy of it was charged. */
export const usageIntervalSchema = z.object({
  period: z.string(),
  meterSerial: z.string(),
  meterType: z.string(),
  zoneScheme: z.enum(['single', 'two', 'three']),
  zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
  from: z.string(),
  /** The first day that is not counted any more. */
  to: z.string(),
  openingValue: z.number(),
  closingValue: z.number(),
  energyWh: z.number(),
  basis: z.enum(['actual', 'brought', 'estimated']),
  cost: z.string(),
});

/** A bill in figures: closing = opening + charged + recalculated − paid. */
export const usageBillSchema = z.object({
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
  summary: 'What every register of an account counted month by month, and the bills, the oldest first.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** Days, both included; months that have one of them come whole. */
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
