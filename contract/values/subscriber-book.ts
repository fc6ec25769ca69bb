import * as z from 'zod/mini';
import { paidSchema } from './bill.ts';
import { dateField, periodField } from './dates.ts';
import { basisFields, zoneField } from './energy.ts';
import { moneyField } from './money.ts';

const rowSchema = z.object({
  period: periodField,
  /** A month with a replaced meter has the registers of both. */
  registers: z.array(
    z.object({
      meterSerial: z.string(),
      zone: zoneField,
      digitCapacity: z.number(),
      coefficient: z.number(),
      previousValue: z.number(),
      currentValue: z.number(),
      kwh: z.number(),
      ...basisFields,
    }),
  ),
  /** null: not measured yet. */
  kwh: z.nullable(z.number()),
  /** Charge of a zone; several parts when the tariff changed within the month or has blocks. */
  tariffs: z.array(
    z.object({
      zone: zoneField,
      kwh: z.number(),
      /** Hryvnias per kWh before the coefficient, including VAT. */
      price: z.string(),
      coefficient: z.string(),
      from: dateField,
      /** Inclusive last day. */
      to: dateField,
    }),
  ),
  /** Debt (+) or overpayment (−) at the start of the month. */
  opening: moneyField,
  /** null: not charged yet. */
  charged: z.nullable(moneyField),
  /** Negative: reduces the debt. */
  benefit: moneyField,
  /** Negative: credited. */
  recalculated: moneyField,
  payments: z.array(paidSchema),
  /** Σ of the payments, without benefits. */
  paid: moneyField,
  /** For the open month: the current balance. */
  closing: moneyField,
  isEstimated: z.boolean(),
  state: z.enum(['closed', 'open']),
});

/** A year of the subscriber's book; closing = opening + charged + recalculated + benefit − paid. */
export const subscriberBookSchema = z.object({
  year: z.number(),
  /** Years with at least one month, latest first. */
  years: z.array(z.number()),
  head: z.object({
    supplierName: z.string(),
    customerName: z.string(),
    address: z.string(),
    tariffTitle: z.string(),
    /** Meters installed during the year. */
    meters: z.array(
      z.object({
        serialNumber: z.string(),
        meterType: z.string(),
        installedOn: dateField,
        removedOn: z.nullable(dateField),
      }),
    ),
  }),
  /** Months of the year, first to last. */
  rows: z.array(rowSchema),
  totals: z.object({
    kwh: z.number(),
    opening: moneyField,
    charged: moneyField,
    benefit: moneyField,
    recalculated: moneyField,
    paid: moneyField,
    closing: moneyField,
  }),
});
export type SubscriberBookData = z.infer<typeof subscriberBookSchema>;
export type SubscriberBookRow = SubscriberBookData['rows'][number];
