import * as z from 'zod/mini';
import { defineModule } from '../define-module.ts';

export const LEDGER_CHECK = defineModule({
  name: 'LEDGER_CHECK',
  summary: 'Checks the ledger of the next accounts for today; differences are reported to the operators.',
  input: z.object({ accounts: z.int().check(z.gte(1), z.lte(5000)) }),
  output: z.object({
    /** Nothing left to check today, or another node is checking. */
    isFinished: z.boolean(),
    accounts: z.number(),
    problems: z.array(z.object({ rule: z.string(), accountNumber: z.string(), subject: z.string() })),
  }),
  failures: [],
});

export const LEDGER_CLOCK = defineModule({
  name: 'LEDGER_CLOCK',
  summary: 'Checks that the clock is not behind the newest booking or closing; otherwise nothing is booked.',
  input: z.object({}),
  output: z.object({ isBehind: z.boolean(), newestAt: z.string() }),
  failures: [],
});
