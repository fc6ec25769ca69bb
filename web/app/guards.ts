import type { GuardName } from '#contract/pages.ts';
import type { UserType } from '#web/session/session-types.ts';

/** Input of the guards. */
export interface GuardFacts {
  /** '' when not signed in. */
  token: string;
  type: UserType | undefined;
  /** Token of the admin area; '' when absent. */
  adminToken: string;
  /** Number of accounts of the person or entity. */
  accountCount: number;
  /** Chosen account; '' when none. */
  account: string;
  /** Account from the query of the address. */
  accountInQuery: string | undefined;
}

/** Target of a redirect; a guard that returns undefined allows the page. */
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

/** Redirects users of these types to their own cabinet. */
const ownCabinetFor =
  (...types: readonly UserType[]): Guard =>
  ({ token, type }) =>
    token && type && types.includes(type) ? { to: ownCabinet[type] } : undefined;

/** An administrator without an admin token must sign in again, so no guard redirects them to their cabinet. */
const isAdminWithoutToken = ({ type, adminToken }: GuardFacts) => type === 'admin' && !adminToken;

/** Route guards. Source: base specification, section 4. */
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
} satisfies Readonly<Record<GuardName, Guard>>;

/** Handled by the error page. */
class UnknownGuardError extends Error {
  readonly status = 500;

  constructor() {
    super('Unknown middleware');
  }
}

/**
 * Runs the named guards in order and returns the first redirect.
 * @throws UnknownGuardError (500) for an unknown name.
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

/** Target of /cabinet: the user's own cabinet, or the landing. */
export function cabinetOf({ token, type }: GuardFacts): GuardRedirect {
  return token && type ? { to: ownCabinet[type] } : { to: '/' };
}
