import * as z from 'zod/mini';
import { textField } from '../fields.ts';
import { moneyField } from './money.ts';

/** Which accounts a message is for; all conditions that are there hold. None: every account with a contract. */
export const recipientRuleSchema = z.object({
  customerType: z.optional(z.enum(['person', 'entity'])),
  /** Code of the tariff. */
  tariff: z.optional(textField(60)),
  region: z.optional(textField(200)),
  settlement: z.optional(textField(200)),
  /** Owed for energy by bills that are overdue for at least so many days: at least so much. */
  debt: z.optional(z.object({ sum: moneyField, days: z.int().check(z.gte(0), z.lte(3650)) })),
  /** A working meter has no reading for the current or next window. */
  awaitsReading: z.optional(z.literal(true)),
});
export type RecipientRule = z.infer<typeof recipientRuleSchema>;
