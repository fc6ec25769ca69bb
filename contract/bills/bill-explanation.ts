import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { accountNumberField, moneyField, periodField, zoneField } from '../fields.ts';

const side = z.object({
  period: periodField,
  /** Closing balance: debt (+) or overpayment (−). */
  closing: moneyField,
  /** What the bill itself asks for: energy, recalculations and corrections, less benefits. */
  cost: moneyField,
  kwh: z.number(),
  /** Measured days. */
  days: z.number(),
});

/** `from`: of the base bill; `to`: of the explained bill. */
const change = z.object({ from: z.number(), to: z.number(), kwh: z.number() });
const sums = z.object({ from: moneyField, to: moneyField });

/** A part of the difference; each sum is what the part adds (+) or takes away (−). */
const differencePartSchema = z.discriminatedUnion('kind', [
  /** Days; `kwh`: their kWh at the daily consumption of the other bill. */
  z.object({ kind: z.literal('days'), sum: moneyField, facts: change }),
  /** kWh of a zone; `kwh`: the change without the effect of days. */
  z.object({ kind: z.literal('kwh'), zone: zoneField, sum: moneyField, facts: change }),
  /** Prices of a kWh before coefficients, as the lines of each bill have them. */
  z.object({
    kind: z.literal('tariff'),
    sum: moneyField,
    facts: z.object({ from: z.array(z.string()), to: z.array(z.string()) }),
  }),
  z.object({ kind: z.literal('recalculation'), sum: moneyField, facts: sums }),
  z.object({ kind: z.literal('benefit'), sum: moneyField, facts: sums }),
  /** Opening debt (+) or overpayment (−), less payments. */
  z.object({ kind: z.literal('debt'), sum: moneyField, facts: sums }),
]);

export const explainBill = defineCall({
  path: '/api/bills/explain',
  summary:
    'Why a bill differs from the one before or from that of a year ago: parts that add up to the difference.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({
    account: accountNumberField,
    period: periodField,
    against: z.enum(['previous', 'lastYear']),
  }),
  output: success({
    base: side,
    bill: side,
    /** In the order days, kWh by zone, tariff, recalculation, benefit, debt; zero parts included. */
    parts: z.array(differencePartSchema),
    /** Σ of the parts. */
    difference: moneyField,
    /** The bills available for comparison; null: none. Also the details of `billing.noComparison`. */
    available: z.object({ previous: z.nullable(periodField), lastYear: z.nullable(periodField) }),
  }),
  failures: ['billing.noCharges', 'billing.noComparison', 'common.notFound', 'billing.invoiceByCallCentre'],
});
