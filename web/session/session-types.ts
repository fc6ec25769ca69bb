import type * as z from 'zod/mini';
import type { accountSchema, adminUserSchema, userSchema } from '#contract/auth.ts';
import type { meterSchema } from '#contract/readings.ts';
import type { AccountBalance } from './balance-state.ts';

/** The signed-in person or entity as the sign-in call gives it. */
export type SignedInUser = z.infer<typeof userSchema>;

/** The signed-in administrator. */
export type SignedInAdmin = z.infer<typeof adminUserSchema>;

/** One object of a person, or one account of an entity; with its balance once that was read. */
export type PersonAccount = z.infer<typeof accountSchema> & Partial<AccountBalance>;

export type UserType = SignedInUser['type'];

/** The common state area. Source: base specification, section 3. */
export interface Session {
  /** Another one for every sign-in, the same while the token is renewed. */
  id: string;
  /** Whose cabinet it is, the same for every sign-in; absent in what an older version kept. */
  userId?: string | undefined;
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
  /** Whether an object is chosen. */
  isChose: boolean;
  accounts: readonly PersonAccount[];
}

/** The entity state area. */
export interface EntityState {
  user: { phone: string; email: string; account: string };
  isChose: boolean;
  /** The places of the accounts, the first 100. */
  places: readonly string[];
  /** The meters of the chosen account, as last read. */
  meters: readonly z.infer<typeof meterSchema>[];
  accounts: readonly PersonAccount[];
}

/** The admin state area. An administrator without a token here has to sign in again. */
export interface AdminState {
  token: string;
  login: string;
  fullName: string;
  roles: SignedInAdmin['roles'];
  /** How many entities and persons have a cabinet; undefined until read. */
  amountEntity: number | undefined;
  amountPerson: number | undefined;
}

/** What outlives a reload. */
export interface PersistedState {
  session: Session;
  person: PersonState;
  entity: EntityState;
  admin: AdminState;
  /** The address under which the cabinet was used, e.g. 'svitlo.example'. */
  sitename: string;
}

/** The last error that the server has taken a report of. */
export interface ClientLogState {
  title: string;
  error: string;
}
