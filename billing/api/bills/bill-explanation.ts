import * as z from 'zod/mini';
import { defineModule } from '../define-module.ts';

const side = z.object({
  period: z.string(),
  /** Closing balance of the bill: debt (+) or overpayment (−). */
  closing: z.string(),
  /** Own charges of the bill: energy, recalculations and corrections, less benefits. */
  cost: z.string(),
  kwh: z.number(),
  /** Number of measured days. */
  days: z.number(),
});

/** `from`: the base bill; `to`: the explained bill. */
const change = z.object({ from: z.number(), to: z.number(), kwh: z.number() });
const sums = z.object({ from: z.string(), to: z.string() });

const part = z.discriminatedUnion('kind', [
  /** Change in days; `kwh`: their consumption at the daily rate of the base bill. */
  z.object({ kind: z.literal('days'), sum: z.string(), facts: change }),
  /** Change in kWh of a zone; `kwh`: the change without the effect of days. */
  z.object({
    kind: z.literal('kwh'),
    zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
    sum: z.string(),
    facts: change,
  }),
  /** Prices per kWh before coefficients, as in the lines of each bill. */
  z.object({
    kind: z.literal('tariff'),
    sum: z.string(),
    facts: z.object({ from: z.array(z.string()), to: z.array(z.string()) }),
  }),
  z.object({ kind: z.literal('recalculation'), sum: z.string(), facts: sums }),
  z.object({ kind: z.literal('benefit'), sum: z.string(), facts: sums }),
  /** Opening debt (+) or overpayment (−), less payments. */
  z.object({ kind: z.literal('debt'), sum: z.string(), facts: sums }),
]);

export const BILL_EXPLAIN = defineModule({
  name: 'BILL_EXPLAIN',
  summary:
    'Explains the difference to the previous bill or to the same month a year ago as parts that add up to it.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    period: z.string(),
    against: z.enum(['previous', 'lastYear']),
  }),
  output: z.object({
    base: side,
    bill: side,
    /** Ordered: days, kWh by zone, tariff, recalculation, benefit, debt; zero parts are included. */
    parts: z.array(part),
    /** Closing balance of the bill less that of the base; equals Σ of the parts. */
    difference: z.string(),
    /** Bills it can be compared with; null: none. */
    available: z.object({ previous: z.nullable(z.string()), lastYear: z.nullable(z.string()) }),
  }),
  /** `billing.noComparison` carries `available` as its details. */
  failures: ['common.notFound', 'billing.noCharges', 'billing.noComparison', 'billing.invoiceByCallCentre'],
});
