import type * as z from 'zod/mini';
import type { accountSchema, userSchema } from '#contract/auth.ts';

/** The signed-in user as the sign-in call gives it. */
export type SignedInUser = z.infer<typeof userSchema>;

/** One object of a person. */
export type PersonAccount = z.infer<typeof accountSchema>;

export type UserType = SignedInUser['type'];

/** The common state area. Source: base specification, section 3. */
export interface Session {
  token: string;
  type: UserType;
  /** ISO moment at which the token stops being good. */
  expires: string;
  login: boolean;
  dualAuth: boolean;
}

/** The person state area: who is signed in, the objects, the chosen one. */
export interface PersonState {
  partner: string;
  phone: string;
  email: string;
  /** The chosen account number; '' when none is chosen. */
  account: string;
  accounts: readonly PersonAccount[];
}

/** What outlives a reload. */
export interface PersistedState {
  session: Session;
  person: PersonState;
}
