import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

const side = z.object({
  period: z.string(),
  /** What the bill leaves: debt (+) or overpayment (−). */
  closing: z.string(),
  /** What it asks for of its own: energy, recalculations and corrections, benefits taken off. */
  cost: z.string(),
  kwh: z.number(),
  /** Days that were measured. */
  days: z.number(),
});

/** `from`: of the bill that is compared with; `to`: of the bill explained. */
const change = z.object({ from: z.number(), to: z.number(), kwh: z.number() });
const sums = z.object({ from: z.string(), to: z.string() });

const part = z.discriminatedUnion('kind', [
  /** Days; `kwh`: what they make at the daily consumption of the other bill. */
  z.object({ kind: z.literal('days'), sum: z.string(), facts: change }),
  /** kWh of a zone; `kwh`: the change without that of the days. */
  z.object({
    kind: z.literal('kwh'),
    zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
    sum: z.string(),
    facts: change,
  }),
  /** Prices of a kWh before coefficients, as the lines of each bill have them. */
  z.object({
    kind: z.literal('tariff'),
    sum: z.string(),
    facts: z.object({ from: z.array(z.string()), to: z.array(z.string()) }),
  }),
  z.object({ kind: z.literal('recalculation'), sum: z.string(), facts: sums }),
  z.object({ kind: z.literal('benefit'), sum: z.string(), facts: sums }),
  /** Debt (+) or overpayment (−) from before, payments taken off. */
  z.object({ kind: z.literal('debt'), sum: z.string(), facts: sums }),
]);

export const BILL_EXPLAIN = defineModule({
  name: 'BILL_EXPLAIN',
  summary:
    'Why a bill differs from the one before or from that of the same month a year ago: parts that add up to it.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    period: z.string(),
    against: z.enum(['previous', 'lastYear']),
  }),
  output: z.object({
    base: side,
    bill: side,
    /** In the order days, kWh by zone, tariff, recalculation, benefit, debt; parts of nothing too. */
    parts: z.array(part),
    /** The closing of the bill less that of the base: Σ of the parts. */
    difference: z.string(),
    /** The bills that it can be compared with; null: there is none. */
    available: z.object({ previous: z.nullable(z.string()), lastYear: z.nullable(z.string()) }),
  }),
  /** `billing.noComparison` has `available` as its details. */
  failures: ['common.notFound', 'billing.noCharges', 'billing.noComparison', 'billing.invoiceByCallCentre'],
});
