import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import {
  accountNumberField,
  dateField,
  exportFormatField,
  moneyField,
  periodField,
  yearField,
} from './fields.ts';

/** A monthly act of a household that feeds energy of its panels into the grid. */
const feedInMonthSchema = z.object({
  period: periodField,
  actNumber: z.string(),
  drawnOn: dateField,
  meterSerial: z.string(),
  digitCapacity: z.number(),
  /** The export register. */
  openingValue: z.number(),
  closingValue: z.number(),
  generatedKwh: z.number(),
  exportedKwh: z.number(),
  /** Taken from the grid; charged by the bill. */
  consumedKwh: z.number(),
  price: z.string(),
  amount: moneyField,
  incomeTaxPercent: z.string(),
  incomeTax: moneyField,
  militaryLevyPercent: z.string(),
  militaryLevy: moneyField,
  /** Paid out to the customer. */
  paid: moneyField,
  /** null: not paid out yet, or nothing to pay out. */
  paidOn: z.nullable(dateField),
});

export const listFeedIn = defineCall({
  path: '/api/feed-in/list',
  summary:
    'The green tariff of an account: the monthly acts of a year (the newest one unless told), newest first.',
  audience: 'customer',
  accountField: 'account',
  input: signedInput({ account: accountNumberField, year: z.optional(yearField) }),
  output: success({
    /** Whether the account has a feed-in contract. */
    greenTarif: z.boolean(),
    year: z.nullable(z.number()),
    years: z.array(z.number()),
    months: z.array(feedInMonthSchema),
    totals: z.object({
      generatedKwh: z.number(),
      exportedKwh: z.number(),
      consumedKwh: z.number(),
      amount: moneyField,
      incomeTax: moneyField,
      militaryLevy: moneyField,
      paid: moneyField,
      paidOut: moneyField,
    }),
    bank: z.nullable(z.object({ recipient: z.string(), iban: z.string() })),
  }),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const feedInPdf = defineCall({
  path: '/api/feed-in/pdf',
  summary: 'The act of a month of the green tariff as a PDF.',
  audience: 'customer',
  accountField: 'account',
  file: fileTypes.pdf,
  input: signedInput({ account: accountNumberField, period: periodField }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});

export const exportFeedIn = defineCall({
  path: '/api/feed-in/export',
  summary: 'The monthly acts of a year of the green tariff as a table to keep.',
  audience: 'customer',
  accountField: 'account',
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({
    account: accountNumberField,
    year: z.optional(yearField),
    format: exportFormatField,
  }),
  output: z.any(),
  failures: ['common.notFound', 'common.serviceDown'],
});
