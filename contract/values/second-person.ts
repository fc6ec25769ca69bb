import * as z from 'zod/mini';
import { instantField } from './dates.ts';

/** Refusals of a decision by who is no second person: the author, or an account that is not independent of the author's. */
export const secondPersonFailures = ['decisions.ownProposal', 'decisions.dependentPerson'] as const;

/** What was decided about a proposal. */
export const decidedSchema = z.object({
  by: z.string(),
  /** Since when the account of who decided exists; null: a decision of before this was recorded. */
  accountSince: z.nullable(instantField),
  at: instantField,
  reason: z.string(),
});
