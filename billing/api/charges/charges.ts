import * as z from 'zod/mini';
import { defineModule } from '../define-module.ts';

/** A line of a bill or of a calculation. */
export const chargeLineSchema = z.object({
  kind: z.enum(['energy', 'recalculation', 'benefit']),
  zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
  /** Negative when reversed. */
  kwh: z.number(),
  /** Hryvnias per kWh before the coefficient, including VAT. */
  price: z.string(),
  coefficient: z.string(),
  sum: z.string(),
  from: z.string(),
  /** Inclusive last day. */
  to: z.string(),
  isEstimated: z.boolean(),
});
export type ChargeLineData = z.infer<typeof chargeLineSchema>;

/** Measured consumption of a register in a period so far. */
export const measuredRegisterSchema = z.object({
  meterSerial: z.string(),
  zone: z.enum(['single', 'day', 'night', 'peak', 'halfPeak']),
  digitCapacity: z.number(),
  openingValue: z.number(),
  /** Reading of the period and the first day it does not cover; null: no reading. */
  value: z.nullable(z.number()),
  readAsOf: z.nullable(z.string()),
  kwh: z.number(),
  /** 'brought': the average after the last reading; 'estimated': the average only. */
  basis: z.enum(['actual', 'brought', 'estimated']),
  from: z.string(),
  /** Inclusive last day. */
  to: z.string(),
});

export const CALCULATION_GET = defineModule({
  name: 'CALCULATION_GET',
  summary: 'The charge of the current period so far, per register, block and tariff version.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** A day of the requested period; absent: the earliest period that is not closed. */
    date: z.optional(z.string()),
  }),
  output: z.object({
    period: z.string(),
    kwh: z.number(),
    sum: z.string(),
    /** Counted days of all registers together. */
    days: z.number(),
    registers: z.array(measuredRegisterSchema),
    lines: z.array(chargeLineSchema),
    /** Basis of the least certain register. */
    basis: z.enum(['actual', 'brought', 'estimated']),
    calculatedOn: z.string(),
    /** Message code of a note; null: none. */
    note: z.nullable(z.string()),
    /** Why the customer can't submit a missing reading; null: nothing is missing, or the customer can. */
    closedTo: z.nullable(z.enum(['takenByOperator', 'substation', 'inputBlocked'])),
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
