import type * as z from 'zod/mini';
import type { objectInfoSchema } from '#contract/accounts/accounts.ts';
import type { customInfoSchema } from '#contract/charges.ts';
import type { OutputOf } from '#contract/define-call.ts';
import type { CompanyPerson } from '#contract/identity/company-roles.ts';
import type { accountSchema, adminUserSchema, userSchema } from '#contract/identity/sign-in.ts';
import type { Viewing } from '#contract/identity/viewings.ts';
import type { meterSchema } from '#contract/readings.ts';
import type { apiLink } from '#contract/supplier.ts';
import type { AccountBalance } from './balance-state.ts';

/** The signed-in person or entity as the sign-in call gives it. */
export type SignedInUser = z.infer<typeof userSchema>;

/** The signed-in administrator. */
export type SignedInAdmin = z.infer<typeof adminUserSchema>;

type ObjectInfo = z.infer<typeof objectInfoSchema>;

/** Where the money of an account is to be transferred. */
export type PaymentDetails = ObjectInfo['bankInfo'];

/** What is known of an object beside its list: nothing until it was read. */
export interface AccountFacts extends AccountBalance {
  partner: string;
  /** Always '': the token of the session is good for every account of its user. */
  token: string;
  /** Whether the facts of the object were read. */
  accountLoaded: boolean;
  bankInfo: PaymentDetails | undefined;
  greenTarifHistories: ObjectInfo['greenTarifHistories'];
  customerResponsibles: ObjectInfo['customerResponsibles'];
}

/** One object of a person, with its facts; or one account of an entity, as listed. */
export type PersonAccount = z.infer<typeof accountSchema> & Partial<AccountFacts>;

export type UserType = SignedInUser['type'];

/** The common state area. Source: base specification, section 3. */
interface Session {
  /** Another one for every sign-in, the same while the token is renewed. */
  id: string;
  /** Whose cabinet it is, the same for every sign-in; absent in what an older version kept. */
  userId?: string | undefined;
  token: string;
  type: UserType;
  /** What a legal entity's sign-in may; absent: everything. */
  company?: CompanyPerson | undefined;
  /** ISO moment at which the token stops being good. */
  expires: string;
  login: boolean;
  dualAuth: boolean;
  /** In a tab in which the staff sees this cabinet; absent: its customer is signed in. */
  viewing?: Viewing | undefined;
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
  /** The places of the objects. */
  places: readonly string[];
  /** The meters of the chosen account, as last read. */
  meters: readonly z.infer<typeof meterSchema>[];
  /** Where to transfer money for the chosen account, and for each that was read; undefined: not read. */
  detailsPayment: PaymentDetails | undefined;
  detailsPaymentList: Readonly<Record<string, PaymentDetails>>;
  /** The accounts whose offer of the home was put away. */
  loyalityChecked: Readonly<Record<string, boolean>>;
  /** The short card of the chosen account as last read; undefined until then. */
  customInfo: z.infer<typeof customInfoSchema> | undefined;
  /** When the chosen account was charged last, ISO; '' until read, and when it never was. */
  lastCalculateTime: string;
}

/** The entity state area. */
export interface EntityState {
  user: {
    phone: string;
    email: string;
    account: string;
  };
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

/** The environment of the cabinet, as the server tells it; undefined until read. */
export type Config = OutputOf<typeof apiLink>['environment'];

/** The last error that the server has taken a report of. */
export interface ClientLogState {
  title: string;
  error: string;
}
