import * as z from 'zod/mini';
import { dateField } from '#contract/values/dates.ts';
import { entityBalanceSchema } from '#contract/values/entity-balance.ts';
import { unpaidActSchema } from '#contract/values/violation-act.ts';
import { defineModule } from './define-module.ts';

export const BALANCE_GET = defineModule({
  name: 'BALANCE_GET',
  summary: 'The balance of an account now, at the start of the month and after the expected charge.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    /** Current debt for energy; negative: overpayment. Money confirmed by a provider is already deducted. */
    now: z.string(),
    /** Debt at the start of the current month. */
    monthStart: z.string(),
    /** Debt after the expected charge of the current month; equal to `now` when none is expected. */
    afterExpectedCharge: z.string(),
    /** Message code of the reason why there is no forecast; null: there is one. */
    noForecast: z.nullable(z.string()),
    /** Confirmed by providers, not yet in the bank statement; energy and acts together. */
    inTransit: z.string(),
    /** When the last of it is expected; null: nothing is in transit. */
    inTransitUntil: z.nullable(z.string()),
    /** Violation acts that are not fully paid, oldest first. */
    unpaidActs: z.array(unpaidActSchema),
  }),
  failures: ['common.notFound'],
});

export const ENTITY_BALANCE = defineModule({
  name: 'ENTITY_BALANCE',
  summary:
    'The balances of a legal entity at the end of a day: energy, reactive energy, acts, planned payments, what lateness would cost.',
  accountField: 'accountNumber',
  input: z.object({
    accountNumber: z.string(),
    /** Today unless named. */
    on: z.optional(dateField),
  }),
  output: entityBalanceSchema,
  failures: ['common.notFound'],
});

export const DUE_LIST = defineModule({
  name: 'DUE_LIST',
  summary:
    'Sums due now per account: energy (billed or not) and violation acts separately, and overpayments.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    /** Ordered by account number; unknown accounts are omitted. */
    accounts: z.array(
      z.object({
        accountNumber: z.string(),
        /** '0.00' when nothing is owed; money in transit is already deducted. */
        energy: z.string(),
        acts: z.string(),
        /** '0.00' when energy is owed. */
        overpaid: z.string(),
      }),
    ),
  }),
  failures: [],
});
