import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  dateField,
  exportFormatField,
  moneyField,
  periodField,
  yearField,
  zoneField,
} from './fields.ts';

const rowSchema = z.object({
  period: periodField,
  /** A month with two meters has the registers of both. */
  registers: z.array(
    z.object({
      meterSerial: z.string(),
      zone: zoneField,
      digitCapacity: z.number(),
      coefficient: z.number(),
      previousValue: z.number(),
      currentValue: z.number(),
      kwh: z.number(),
      basis: z.enum(['actual', 'brought', 'estimated']),
    }),
  ),
  /** null: not calculated yet. */
  kwh: z.nullable(z.number()),
  /**
   * Several rows per zone when the tariff changed inside the month, or has blocks; the price is before the
   * coefficient.
   */
  tariffs: z.array(
    z.object({
      zone: zoneField,
      kwh: z.number(),
      price: z.string(),
      coefficient: z.string(),
      from: dateField,
      to: dateField,
    }),
  ),
  /** Debt (+) or overpayment (−) at the start of the month. */
  opening: moneyField,
  /** null: not charged yet. */
  charged: z.nullable(moneyField),
  /** Negative: reduces the debt. */
  benefit: moneyField,
  /** Negative: returned. */
  recalculated: moneyField,
  payments: z.array(z.object({ date: dateField, provider: z.string(), sum: moneyField })),
  /** Σ of the payments. */
  paid: moneyField,
  /** closing = opening + charged + recalculated + benefit − paid; for the open month: as of now. */
  closing: moneyField,
  isEstimated: z.boolean(),
  state: z.enum(['closed', 'open']),
});

export const getSubscriberBook = defineCall({
  path: '/api/sub-book/get',
  summary: "A year of the subscriber's book, month by month; without a year the latest with a closed month.",
  audience: 'person',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, year: z.optional(yearField) }),
  output: success({
    year: z.number(),
    /** The latest first. */
    years: z.array(z.number()),
    head: z.object({
      supplierName: z.string(),
      customerName: z.string(),
      address: z.string(),
      tariffTitle: z.string(),
      meters: z.array(
        z.object({
          serialNumber: z.string(),
          meterType: z.string(),
          installedOn: dateField,
          removedOn: z.nullable(dateField),
        }),
      ),
    }),
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
  }),
  failures: ['common.notFound', 'billing.noCharges'],
});

export const subscriberBookPdf = defineCall({
  path: '/api/sub-book/pdf',
  summary: "A year of the subscriber's book as a PDF on A4.",
  audience: 'person',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({ account: accountNumberField, year: yearField }),
  output: z.any(),
  failures: ['common.notFound', 'billing.noCharges'],
});

export const exportSubscriberBook = defineCall({
  path: '/api/sub-book/export',
  summary: "A year of the subscriber's book as a workbook, or as CSV with a line for each register.",
  audience: 'person',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ account: accountNumberField, year: yearField, format: exportFormatField }),
  output: z.any(),
  failures: ['common.notFound', 'billing.noCharges'],
});
