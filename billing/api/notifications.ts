import * as z from 'zod/mini';
import { recipientRuleSchema } from '#contract/values/recipient-rule.ts';
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

export const RECIPIENT_LIST = defineModule({
  name: 'RECIPIENT_LIST',
  summary:
    'The accounts with a contract that a rule selects, by number, in parts: a part looks at so many accounts and may be empty.',
  input: z.object({
    rule: recipientRuleSchema,
    /** Account number after which the part begins; '': the first. */
    after: z.string(),
    /** Accounts that the part looks at. */
    limit: z.int().check(z.gte(1), z.lte(5000)),
  }),
  output: z.object({
    accountNumbers: z.array(z.string()),
    /** Where the next part begins; null: this was the last. */
    next: z.nullable(z.string()),
  }),
  failures: [],
});

export const RECIPIENT_COUNT = defineModule({
  name: 'RECIPIENT_COUNT',
  summary: 'How many accounts a rule selects, and a few of them.',
  input: z.object({ rule: recipientRuleSchema }),
  output: z.object({
    count: z.number(),
    /** Whether all accounts were looked at: debts of more than 100,000 accounts are not added up while somebody waits. */
    isWhole: z.boolean(),
    sample: z.array(z.object({ accountNumber: z.string(), customerName: z.string(), address: z.string() })),
  }),
  failures: [],
});

export const RECIPIENT_CHOICES = defineModule({
  name: 'RECIPIENT_CHOICES',
  summary:
    'What a rule may name: tariffs, regions, settlements; the 500 settlements with most accounts at most.',
  input: z.object({}),
  output: z.object({
    tariffs: z.array(z.object({ code: z.string(), title: z.string() })),
    regions: z.array(z.string()),
    settlements: z.array(z.string()),
  }),
  failures: [],
});
