import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

/** A line of a bill or of a calculation. */
export const chargeLineSchema = z.object({
  kind: z.enum(['energy', 'recalculation', 'benefit']),
  zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
  /** Negative when taken back. */
  kwh: z.number(),
  /** Hryvnias per kWh before the coefficient, tax included. */
  price: z.string(),
  coefficient: z.string(),
  sum: z.string(),
  from: z.string(),
  /** The last day the line is for. */
  to: z.string(),
  isEstimated: z.boolean(),
});
export type ChargeLineData = z.infer<typeof chargeLineSchema>;

/** What a register has counted in a period so far. */
export const measuredRegisterSchema = z.object({
  meterSerial: z.string(),
  zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
  digitCapacity: z.number(),
  openingValue: z.number(),
  /** The reading of the period and the first day that it does not count; null: nobody has given one. */
  value: z.nullable(z.number()),
  readAsOf: z.nullable(z.string()),
  kwh: z.number(),
  /** 'brought': by average from the reading on; 'estimated': by average alone. */
  basis: z.enum(['actual', 'brought', 'estimated']),
  from: z.string(),
  /** The last day that is counted. */
  to: z.string(),
});

export const CALCULATION_GET = defineModule({
  name: 'CALCULATION_GET',
  summary: 'The charge of the current period so far, per register, block and tariff version.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** A day of the period asked for; absent: the earliest period that is not closed. */
    date: z.optional(z.string()),
  }),
  output: z.object({
    period: z.string(),
    kwh: z.number(),
    sum: z.string(),
    /** Days that are counted, of all registers together. */
    days: z.number(),
    registers: z.array(measuredRegisterSchema),
    lines: z.array(chargeLineSchema),
    /** What the least certain register is counted from. */
    basis: z.enum(['actual', 'brought', 'estimated']),
    calculatedOn: z.string(),
    /** Code of a message that goes with it; null: nothing to say. */
    note: z.nullable(z.string()),
    /** What makes it surer: a reading of the customer, or why the customer can't give it; null: every register is read. */
    nextStep: z.nullable(z.enum(['giveReading', 'takenByOperator', 'substation', 'inputBlocked'])),
  }),
  failures: [
    'common.notFound',
    'billing.alreadyCalculated',
    'billing.pendingVerification',
    'billing.specialConditionsGroup',
    'billing.contractChanges',
    'billing.periodClosing',
    'billing.invoiceByCallCentre',
    'billing.noCharges',
  ],
});
