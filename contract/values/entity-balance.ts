import * as z from 'zod/mini';
import { dateField, periodField } from './dates.ts';
import { moneyField } from './money.ts';

/** A planned payment of a month by its contract. */
const plannedPaymentSchema = z.object({ partNumber: z.number(), dueOn: dateField, sum: moneyField });

/** What a prepayment was computed from, at the prices of the month before. */
export const plannedVolumeSchema = z.object({
  declaredKwh: z.number(),
  /** Of points without a declared volume: what the month before billed of them. */
  undeclaredKwh: z.number(),
});

/** An invoice that is not paid in time, and what its lateness would cost: information, nothing of it is charged. */
const latePaymentSchema = z.object({
  period: periodField,
  invoiceNumber: z.string(),
  dueOn: dateField,
  /** What of it is still owed. */
  debt: moneyField,
  days: z.number(),
  threePercent: moneyField,
  inflation: moneyField,
  penalty: moneyField,
});

/** The balances of an account of a legal entity at the end of a day; each kind of debt apart. */
export const entityBalanceSchema = z.object({
  on: dateField,
  energy: z.object({ debt: moneyField, overpaid: moneyField, inTransit: moneyField }),
  /** Owed to the operator of the network; null: reactive energy was never charged. */
  reactive: z.nullable(z.object({ debt: moneyField, overpaid: moneyField, payee: z.string() })),
  acts: moneyField,
  /** Of the month of the day; null: the contract has no planned payments for it. */
  advances: z.nullable(
    z.object({
      period: periodField,
      parts: z.array(plannedPaymentSchema),
      planned: moneyField,
      /** null: they are shares of what the month before was charged. */
      volume: z.nullable(plannedVolumeSchema),
      /** Paid for energy in the month. */
      paid: moneyField,
    }),
  ),
  late: z.array(latePaymentSchema),
  /** Sums of `late`. */
  lateTotals: z.object({ threePercent: moneyField, inflation: moneyField, penalty: moneyField }),
});
export type EntityBalanceData = z.infer<typeof entityBalanceSchema>;
