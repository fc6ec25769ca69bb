import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const BALANCE_GET = defineModule({
  name: 'BALANCE_GET',
  summary: 'The balance of an account now, at the start of the month and after the expected charge.',
  accountField: 'accountNumber',
  input: z.object({ accountNumber: z.string() }),
  output: z.object({
    /** Debt for energy now; negative: overpayment. Money confirmed by a provider is no debt any more. */
    now: z.string(),
    /** The same at the start of the current month. */
    monthStart: z.string(),
    /** The same after the expected charge of the current month; equal to `now` where none is expected. */
    afterExpectedCharge: z.string(),
    /** Code of the message why no charge can be expected; null: nothing stands in the way. */
    noForecast: z.nullable(z.string()),
    /** Confirmed by providers and not yet in the bank register, energy and acts together. */
    inTransit: z.string(),
    /** When the last of it is expected; null: nothing is on its way. */
    inTransitUntil: z.nullable(z.string()),
    /** Violation acts with something still owed, oldest first. */
    unpaidActs: z.array(
      z.object({
        actNumber: z.string(),
        drawnOn: z.string(),
        dueOn: z.nullable(z.string()),
        owed: z.string(),
      }),
    ),
  }),
  failures: ['common.notFound'],
});

export const DUE_LIST = defineModule({
  name: 'DUE_LIST',
  summary: 'What is due now in accounts: for energy, billed or not, and for violation acts apart.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    /** In the order of their numbers; unknown accounts are left out. */
    accounts: z.array(
      z.object({
        accountNumber: z.string(),
        /** '0.00' when nothing is owed; money on its way is no debt. */
        energy: z.string(),
        acts: z.string(),
      }),
    ),
  }),
  failures: [],
});
