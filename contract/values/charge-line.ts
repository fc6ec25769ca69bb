import * as z from 'zod/mini';
import { dateField, periodField } from './dates.ts';
import { basisField, zoneField } from './energy.ts';
import { moneyField } from './money.ts';

/** A line of a bill or of a calculation. */
export const chargeLineSchema = z.object({
  kind: z.enum(['energy', 'recalculation', 'benefit']),
  zone: zoneField,
  /** Negative when reversed. */
  kwh: z.number(),
  /** UAH per kWh before the coefficient, including VAT. */
  price: z.string(),
  coefficient: z.string(),
  sum: moneyField,
  from: dateField,
  /** Inclusive last day. */
  to: dateField,
  isEstimated: z.boolean(),
});
export type ChargeLineData = z.infer<typeof chargeLineSchema>;

/** Consumption of a register in a period so far. */
const measuredRegisterSchema = z.object({
  meterSerial: z.string(),
  zone: zoneField,
  digitCapacity: z.number(),
  openingValue: z.number(),
  /** The reading of the period and the first day it does not cover; null: no reading. */
  value: z.nullable(z.number()),
  readAsOf: z.nullable(dateField),
  kwh: z.number(),
  basis: basisField,
  from: dateField,
  /** Inclusive last day. */
  to: dateField,
});

export type MeasuredRegisterData = z.infer<typeof measuredRegisterSchema>;

/** The charge of a period so far. */
export const calculationSchema = z.object({
  period: periodField,
  kwh: z.number(),
  sum: moneyField,
  /** Counted days of all registers together. */
  days: z.number(),
  registers: z.array(measuredRegisterSchema),
  lines: z.array(chargeLineSchema),
  /** Basis of the least certain register. */
  basis: basisField,
  calculatedOn: dateField,
  /** Why the customer can't submit a missing reading; null: nothing is missing, or the customer can. */
  closedTo: z.nullable(z.enum(['takenByOperator', 'substation', 'inputBlocked'])),
});

/** Cost of a consumption and the resulting bill. */
export const costSchema = z.object({
  kwh: z.number(),
  sum: moneyField,
  lines: z.array(chargeLineSchema),
  /** The bill of the account for the whole period, as closing would make it; null: by a contract, whose other meters are not read. */
  bill: z.nullable(
    z.object({
      /** Opening balance: positive is debt, negative an overpayment. */
      opening: moneyField,
      charged: moneyField,
      /** Returned for overcharged months, with benefits and corrections. */
      recalculated: moneyField,
      paid: moneyField,
      /** opening + charged + recalculated − paid; "0.00" when an overpayment covers it. */
      toPay: moneyField,
    }),
  ),
});
export type CostData = z.infer<typeof costSchema>;

/** Effect of the day on values given outside the window. */
export const dateEffectSchema = z.object({
  /** The whole period with the values as of today, the rest by average daily consumption. */
  today: costSchema,
  /** The 1st of the next month, and the whole period with the values as of that day. */
  first: dateField,
  onFirst: costSchema,
});
