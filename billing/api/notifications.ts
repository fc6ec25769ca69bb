import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const REMINDER_FACTS = defineModule({
  name: 'REMINDER_FACTS',
  summary:
    'Facts for reminders per account: reading windows, missing readings, the last bill and the sum owed.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    /** Ordered by account number; unknown accounts and those without a contract are omitted. */
    accounts: z.array(
      z.object({
        accountNumber: z.string(),
        /** The current or next window, and the two after it. */
        windows: z.array(z.object({ period: z.string(), opensOn: z.string(), closesAt: z.string() })),
        /** Whether a meter has no reading for the first window (as of the 1st after its period). */
        awaitsReading: z.boolean(),
        /** Whether readings can be submitted for this account. */
        takesReadings: z.boolean(),
        /** The last bill with the sum owed for energy now; null: no bill, or nothing is owed. */
        owed: z.nullable(z.object({ period: z.string(), dueOn: z.string(), sum: z.string() })),
        /** The next planned payment that is not settled by an advance, due today or later; null: none. */
        planned: z.nullable(z.object({ period: z.string(), dueOn: z.string(), sum: z.string() })),
        /** Due now for energy and violation acts, billed or not; money in transit is already deducted. */
        toPay: z.string(),
      }),
    ),
  }),
  failures: [],
});
