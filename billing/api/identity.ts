import * as z from 'zod/mini';

/** Who decides about the proposal of another: an identity, because a second session is not a second person (decision 0166). */
export const secondPersonField = z.object({
  id: z.string(),
  /** As the history shows it. */
  name: z.string(),
  /** Since when the account exists. */
  accountSince: z.string(),
  /** Identities that are not independent of this one. */
  dependentIds: z.array(z.string()),
});
export type SecondPersonInput = z.infer<typeof secondPersonField>;
