import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

/** Feed-in of a household in a month, with its act. Sums are without VAT: persons do not pay it. */
const feedInMonthSchema = z.object({
  period: z.string(),
  actNumber: z.string(),
  drawnOn: z.string(),
  meterSerial: z.string(),
  digitCapacity: z.number(),
  /** Register of the energy fed into the grid. */
  openingValue: z.number(),
  closingValue: z.number(),
  generatedKwh: z.number(),
  exportedKwh: z.number(),
  /** Energy taken from the grid; charged by the bill. */
  consumedKwh: z.number(),
  price: z.string(),
  amount: z.string(),
  /** In percent: "18", "1.5". */
  incomeTaxPercent: z.string(),
  incomeTax: z.string(),
  militaryLevyPercent: z.string(),
  militaryLevy: z.string(),
  /** Sum for the customer after taxes. */
  paid: z.string(),
  /** null: not paid out yet, or the sum is zero. */
  paidOn: z.nullable(z.string()),
});
export type FeedInMonthData = z.infer<typeof feedInMonthSchema>;

/** Totals of the requested year. */
const feedInTotalsSchema = z.object({
  generatedKwh: z.number(),
  exportedKwh: z.number(),
  consumedKwh: z.number(),
  amount: z.string(),
  incomeTax: z.string(),
  militaryLevy: z.string(),
  paid: z.string(),
  /** Part of `paid` that is already paid out. */
  paidOut: z.string(),
});

export const FEED_IN_LIST = defineModule({
  name: 'FEED_IN_LIST',
  summary: 'Monthly feed-in acts of an account for a year; without a year, for the newest one.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), year: z.nullable(z.number()) }),
  output: z.object({
    /** Whether the account sells energy. */
    feedIn: z.boolean(),
    /** null: no acts yet. */
    year: z.nullable(z.number()),
    /** Years with acts, newest first. */
    years: z.array(z.number()),
    /** Newest first. */
    months: z.array(feedInMonthSchema),
    totals: feedInTotalsSchema,
    /** Payout details of the newest act that has them. */
    bank: z.nullable(z.object({ recipient: z.string(), iban: z.string() })),
  }),
  failures: ['common.notFound'],
});

export const FEED_IN_ACT_PDF = defineModule({
  name: 'FEED_IN_ACT_PDF',
  summary: 'The feed-in act of a month as a PDF.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string(), period: z.string() }),
  output: z.object({
    fileName: z.string(),
    /** PDF, base64. */
    content: z.string(),
  }),
  failures: ['common.notFound'],
});
