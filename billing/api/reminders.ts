import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const REMINDER_FACTS = defineModule({
  name: 'REMINDER_FACTS',
  summary:
    'What there is to remind of in these accounts: reading windows, missing readings, the last bill and what of it is owed.',
  input: z.object({ accountNumbers: z.array(z.string()).check(z.maxLength(5000)) }),
  output: z.object({
    /** In the order of their numbers; unknown accounts and those without a contract are left out. */
    accounts: z.array(
      z.object({
        accountNumber: z.string(),
        /** The window that is open or opens next, and the two after it. */
        windows: z.array(z.object({ period: z.string(), opensOn: z.string(), closesAt: z.string() })),
        /** A meter waits for its reading of the first window: none stands as of the 1st after its period. */
        awaitsReading: z.boolean(),
        /** Readings are given in this account at all. */
        takesReadings: z.boolean(),
        /** The last bill with what is owed for energy now; null: no bill, or nothing is owed. */
        owed: z.nullable(z.object({ period: z.string(), dueOn: z.string(), sum: z.string() })),
        /** What is to be paid now, for energy and violation acts, billed or not; money on its way is no debt. */
        toPay: z.string(),
      }),
    ),
  }),
  failures: [],
});
