import type { UserType } from '#web/session/session-types.ts';

/** What a guard may look at. */
export interface GuardFacts {
  /** '' when nobody is signed in. */
  token: string;
  type: UserType | undefined;
  /** The token in the admin area; '' when it holds none. */
  adminToken: string;
  /** How many accounts the person or the entity has. */
  accountCount: number;
  /** The chosen account; '' when none is. */
  account: string;
  /** The account in the address, when there is one. */
  accountInQuery: string | undefined;
}

/** Where a guard sends instead; undefined lets through. */
export interface GuardRedirect {
  to:
    | '/'
    | '/admin'
    | '/cabinet/person'
    | '/cabinet/entity'
    | '/cabinet/admin'
    | '/cabinet/person/add-apart'
    | '/cabinet/entity/indication';
  account?: string;
}

type Guard = (facts: GuardFacts) => GuardRedirect | undefined;

const ownCabinet = { person: '/cabinet/person', entity: '/cabinet/entity', admin: '/cabinet/admin' } as const;

/** Sends users of these types to the cabinet of their own. */
const ownCabinetFor =
  (...types: readonly UserType[]): Guard =>
  ({ token, type }) =>
    token && type && types.includes(type) ? { to: ownCabinet[type] } : undefined;

/** An administrator whose token the admin area lacks has to sign in again, so no guard sends them to their cabinet. */
const isAdminWithoutToken = ({ type, adminToken }: GuardFacts) => type === 'admin' && !adminToken;

/** The guards of the pages. Source: base specification, section 4 (route guards). */
const guards = {
  auth: ({ token }) => (token ? undefined : { to: '/' }),

  noAuth: ownCabinetFor('person', 'entity', 'admin'),
  noAuthPerson: ownCabinetFor('person'),
  noAuthEntity: ownCabinetFor('entity'),
  noAuthAdmin: (facts) => (isAdminWithoutToken(facts) ? undefined : ownCabinetFor('admin')(facts)),

  person: ownCabinetFor('entity', 'admin'),
  entity: ownCabinetFor('person', 'admin'),
  admin: (facts) =>
    isAdminWithoutToken(facts) ? { to: '/admin' } : ownCabinetFor('person', 'entity')(facts),

  haveObj: ({ type, accountCount }) =>
    type === 'person' && accountCount === 0 ? { to: '/cabinet/person/add-apart' } : undefined,

  apartSelected: ({ type, account, accountInQuery }) => {
    if (type !== 'person') return undefined;
    const differs = accountInQuery !== undefined && accountInQuery !== account;
    if (differs) return { to: '/cabinet/person', account: accountInQuery };
    return account ? undefined : { to: '/cabinet/person' };
  },

  accountSelected: ({ type, account }) =>
    type === 'entity' && !account ? { to: '/cabinet/entity' } : undefined,

  entitySingle: ({ type, accountCount }) =>
    type === 'entity' && accountCount === 1 ? { to: '/cabinet/entity/indication' } : undefined,
} satisfies Readonly<Record<string, Guard>>;

export type GuardName = keyof typeof guards;

/** Shown by the error page. */
export class UnknownGuardError extends Error {
  readonly status = 500;

  constructor() {
    super('Unknown middleware');
  }
}

/**
 * Asks the named guards in turn; the first that sends elsewhere decides.
 * @throws UnknownGuardError (500) for a name that is none.
 */
export function askGuards(names: readonly string[], facts: GuardFacts): GuardRedirect | undefined {
  for (const name of names) {
    const guard = Object.hasOwn(guards, name) ? guards[name as GuardName] : undefined;
    if (!guard) throw new UnknownGuardError();
    const redirect = guard(facts);
    if (redirect) return redirect;
  }
  return undefined;
}

/** Where /cabinet leads: the cabinet of one's own, or the landing. */
export function cabinetOf({ token, type }: GuardFacts): GuardRedirect {
  return token && type ? { to: ownCabinet[type] } : { to: '/' };
}
