import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

const zone = z.enum(['single', 'day', 'night', 'peak', 'halfPeak']);

const rowSchema = z.object({
  period: z.string(),
  /** A month with a replaced meter has the registers of both. */
  registers: z.array(
    z.object({
      meterSerial: z.string(),
      zone,
      digitCapacity: z.number(),
      coefficient: z.number(),
      previousValue: z.number(),
      currentValue: z.number(),
      kwh: z.number(),
      basis: z.enum(['actual', 'brought', 'estimated']),
    }),
  ),
  /** null: not measured yet. */
  kwh: z.nullable(z.number()),
  /** Charge of a zone; several parts when the tariff changed within the month or has blocks. */
  tariffs: z.array(
    z.object({
      zone,
      kwh: z.number(),
      /** Hryvnias per kWh before the coefficient, including VAT. */
      price: z.string(),
      coefficient: z.string(),
      from: z.string(),
      /** Inclusive last day. */
      to: z.string(),
    }),
  ),
  /** Debt (+) or overpayment (−) at the start of the month. */
  opening: z.string(),
  /** null: not charged yet. */
  charged: z.nullable(z.string()),
  /** Negative: reduces the debt. */
  benefit: z.string(),
  /** Negative: credited. */
  recalculated: z.string(),
  payments: z.array(z.object({ date: z.string(), provider: z.string(), sum: z.string() })),
  /** Σ of the payments, without benefits. */
  paid: z.string(),
  /** For the open month: the current balance. */
  closing: z.string(),
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
        installedOn: z.string(),
        removedOn: z.nullable(z.string()),
      }),
    ),
  }),
  /** Months of the year, first to last. */
  rows: z.array(rowSchema),
  totals: z.object({
    kwh: z.number(),
    opening: z.string(),
    charged: z.string(),
    benefit: z.string(),
    recalculated: z.string(),
    paid: z.string(),
    closing: z.string(),
  }),
});
export type SubscriberBookData = z.infer<typeof subscriberBookSchema>;
export type SubscriberBookRow = SubscriberBookData['rows'][number];

export const SUBSCRIBER_BOOK_GET = defineModule({
  name: 'SUBSCRIBER_BOOK_GET',
  summary: 'A year of an account month by month: readings, tariff, charge, payments, balance.',
  accountField: 'accountNumber',
  /** Year null: the latest with a closed month. */
  input: z.object({ accountNumber: z.string(), year: z.nullable(z.int()) }),
  output: subscriberBookSchema,
  failures: ['common.notFound', 'billing.noCharges'],
});

export const SUBSCRIBER_BOOK_PDF = defineModule({
  name: 'SUBSCRIBER_BOOK_PDF',
  summary: "A year of the subscriber's book as a PDF.",
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), year: z.int() }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound', 'billing.noCharges'],
});
