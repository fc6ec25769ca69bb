import * as z from 'zod/mini';
import { defineModule } from './define-module.ts';

export const LEDGER_CHECK = defineModule({
  name: 'LEDGER_CHECK',
  summary: 'Checks the books of the next accounts of today; what is found is told to the operators.',
  input: z.object({ accounts: z.int().check(z.gte(1), z.lte(5000)) }),
  output: z.object({
    /** Nothing is left for today, or another node is at it. */
    isFinished: z.boolean(),
    accounts: z.number(),
    problems: z.array(z.object({ rule: z.string(), accountNumber: z.string(), subject: z.string() })),
  }),
  failures: [],
});

export const LEDGER_CLOCK = defineModule({
  name: 'LEDGER_CLOCK',
  summary:
    'Whether the clock is right enough to book by; behind the newest booking or closing nothing is booked.',
  input: z.object({}),
  output: z.object({ isBehind: z.boolean(), newestAt: z.string() }),
  failures: [],
});
