import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

/** A month of what a household gave to the grid, with its act. Sums are without VAT: persons do not pay it. */
export const feedInMonthSchema = z.object({
  period: z.string(),
  actNumber: z.string(),
  drawnOn: z.string(),
  meterSerial: z.string(),
  digitCapacity: z.number(),
  /** The dial that counts what goes into the grid. */
  openingValue: z.number(),
  closingValue: z.number(),
  generatedKwh: z.number(),
  exportedKwh: z.number(),
  /** Taken from the grid; the bill charges it. */
  consumedKwh: z.number(),
  price: z.string(),
  amount: z.string(),
  /** In percent: "18", "1.5". */
  incomeTaxPercent: z.string(),
  incomeTax: z.string(),
  militaryLevyPercent: z.string(),
  militaryLevy: z.string(),
  /** What remains for the customer. */
  paid: z.string(),
  /** null: not paid out yet, or nothing to pay out. */
  paidOn: z.nullable(z.string()),
});
export type FeedInMonthData = z.infer<typeof feedInMonthSchema>;

/** The year asked for, as its months add up. */
export const feedInTotalsSchema = z.object({
  generatedKwh: z.number(),
  exportedKwh: z.number(),
  consumedKwh: z.number(),
  amount: z.string(),
  incomeTax: z.string(),
  militaryLevy: z.string(),
  paid: z.string(),
  /** Of `paid`: what is paid out already. */
  paidOut: z.string(),
});

export const FEED_IN_LIST = defineModule({
  name: 'FEED_IN_LIST',
  summary: 'The monthly acts of an account that sells what it generates, of a year or of the newest one.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), year: z.nullable(z.number()) }),
  output: z.object({
    /** Whether the account sells at all. */
    feedIn: z.boolean(),
    /** null: no act yet. */
    year: z.nullable(z.number()),
    /** Years that have acts, newest first. */
    years: z.array(z.number()),
    /** Newest first. */
    months: z.array(feedInMonthSchema),
    totals: feedInTotalsSchema,
    /** Where the supplier pays to, as the newest act that says so has it. */
    bank: z.nullable(z.object({ recipient: z.string(), iban: z.string() })),
  }),
  failures: ['common.notFound'],
});

export const FEED_IN_ACT_PDF = defineModule({
  name: 'FEED_IN_ACT_PDF',
  summary: 'The act of a month of feed-in as a document.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), period: z.string() }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});
