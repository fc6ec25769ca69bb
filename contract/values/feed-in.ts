import * as z from 'zod/mini';
import { dateField, periodField } from './dates.ts';
import { moneyField } from './money.ts';

/** A monthly act of a household that feeds energy of its panels into the grid. Sums are without VAT. */
const feedInMonthSchema = z.object({
  period: periodField,
  actNumber: z.string(),
  drawnOn: dateField,
  meterSerial: z.string(),
  digitCapacity: z.number(),
  /** Register of the energy fed into the grid. */
  openingValue: z.number(),
  closingValue: z.number(),
  generatedKwh: z.number(),
  exportedKwh: z.number(),
  /** Taken from the grid; charged by the bill. */
  consumedKwh: z.number(),
  price: z.string(),
  amount: moneyField,
  /** In percent: "18", "1.5". */
  incomeTaxPercent: z.string(),
  incomeTax: moneyField,
  militaryLevyPercent: z.string(),
  militaryLevy: moneyField,
  /** Sum for the customer after taxes. */
  paid: moneyField,
  /** null: not paid out yet, or the sum is zero. */
  paidOn: z.nullable(dateField),
});
export type FeedInMonthData = z.infer<typeof feedInMonthSchema>;

/** Monthly feed-in acts of an account for a year. */
export const feedInListFields = {
  /** Whether the account has a feed-in contract. */
  greenTarif: z.boolean(),
  /** null: no acts yet. */
  year: z.nullable(z.number()),
  /** Years with acts, newest first. */
  years: z.array(z.number()),
  /** Newest first. */
  months: z.array(feedInMonthSchema),
  /** Of the year; `paidOut` is the part of `paid` that is already paid out. */
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
  /** Payout details of the newest act that has them. */
  bank: z.nullable(z.object({ recipient: z.string(), iban: z.string() })),
};
