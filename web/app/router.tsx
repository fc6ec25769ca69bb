import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { readSearch, type SearchOf, type SearchParam, type SearchSchema } from '#contract/page-search.ts';
import {
  authPages,
  cabinetPages,
  cabinetSearch,
  fileOf,
  type GuardName,
  landingPages,
  type Page,
} from '#contract/pages.ts';
import { currentSession } from '#web/session/session-store.ts';
import type { UserType } from '#web/session/session-types.ts';
import { loadChunk } from './loading/chunk-reload.ts';
import type { PrefetchedComponent } from './loading/prefetch-page.ts';
import { ErrorPage, NotFoundPage } from './page-parts/error-page.tsx';
import { PageShape } from './page-shape.tsx';
import { Root } from './root.tsx';
import { visitJudged } from './session/wanted-page.ts';

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
interface GuardRedirect {
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

  // Without accounts there is nothing to select: `haveObj` guards the pages that need one.
  apartSelected: ({ type, account, accountCount, accountInQuery }) => {
    if (type !== 'person' || accountCount === 0) return undefined;
    const differs = accountInQuery !== undefined && accountInQuery !== account;
    if (differs) return { to: '/cabinet/person', account: accountInQuery };
    return account ? undefined : { to: '/cabinet/person' };
  },

  // The home chooses the account of the address, as that of a person does.
  accountSelected: ({ type, account, accountInQuery }) =>
    type === 'entity' && !account
      ? { to: '/cabinet/entity', ...(accountInQuery !== undefined && { account: accountInQuery }) }
      : undefined,

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

/** Query values as strings: an account number must keep its leading zeros. */
function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}

type PageModule = { default: () => React.ReactNode };

/** A page whose code loads on navigation, or ahead of it (`prefetchPage`). */
const page = (load: () => Promise<PageModule>) =>
  Object.assign(
    lazyRouteComponent(() => loadChunk(load)),
    { prefetch: load } satisfies PrefetchedComponent,
  );

function facts(search: Record<string, unknown>): GuardFacts {
  const { session, person, entity, admin } = currentSession();
  const { accounts, account } =
    session?.type === 'entity' ? { accounts: entity.accounts, account: entity.user.account } : person;
  return {
    token: session?.token ?? '',
    type: session?.type,
    adminToken: admin.token,
    accountCount: accounts.length,
    account,
    accountInQuery: readSearch(cabinetSearch, search).account,
  };
}

function follow(target: GuardRedirect | undefined): void {
  if (!target) return;
  throw redirect({ href: target.to + stringifySearch({ account: target.account }), replace: true });
}

const pageFiles = import.meta.glob<PageModule>(['./pages/**/*.tsx', '!./pages/admin/**']);

/** The code of a page. Pages of staff are listed in a chunk of their own, which the first load of a customer lacks. */
function loaderOf(file: string): () => Promise<PageModule> {
  const path = `./pages/${file}.tsx`;
  if (file.startsWith('admin/')) return async () => (await import('./admin-pages.ts')).loadAdminPage(path);
  const load = pageFiles[path];
  if (!load) throw new Error(`There is no file ${path}`);
  return load;
}

/** The valid parameters. An invalid one is undefined, because the router keeps what a route does not name. */
const validateBy =
  <Schema extends SearchSchema>(schema: Schema) =>
  (search: Record<string, unknown>): SearchOf<Schema> => {
    const valid: Record<string, unknown> = readSearch(schema, search);
    return Object.fromEntries(
      Object.keys({ ...schema, ...valid }).map((name) => [name, valid[name]]),
    ) as SearchOf<Schema>;
  };

type SchemaOf<Row extends Page> = Row extends { search: infer Schema extends SearchSchema }
  ? Schema
  : Record<never, SearchParam>;

/** Address, search, guards and code of a page of the table. */
function optionsOf<Row extends Page>(row: Row) {
  const { path, guards, search = {} } = row;
  return {
    path: path as Row['path'],
    validateSearch: validateBy(search as SchemaOf<Row>),
    beforeLoad: ({ search, location }: { search: Record<string, unknown>; location: { href: string } }) => {
      const given = facts(search);
      const target = askGuards(guards, given);
      visitJudged(given.token !== '', target?.to, location.href);
      follow(target);
    },
    component: page(loaderOf(fileOf(row))),
  };
}

const rootRoute = createRootRoute({
  component: Root,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

const landingLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'landing-layout',
  component: page(() => import('./layouts/landing-layout.tsx')),
});

const landing = createRoute({ getParentRoute: () => landingLayout, ...optionsOf(landingPages[0]) });

const authLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'auth-layout',
  component: page(() => import('./layouts/auth-layout.tsx')),
});

const authRoute = <Row extends Page>(row: Row) =>
  createRoute({ getParentRoute: () => authLayout, ...optionsOf(row) });

const cabinet = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cabinet',
  beforeLoad: ({ search }) => follow(cabinetOf(facts(search))),
});

const cabinetLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'cabinet-layout',
  validateSearch: validateBy(cabinetSearch),
  component: page(() => import('./layouts/cabinet-layout.tsx')),
});

/** The previous page stays this long before the placeholder of the next one is shown. */
const PENDING_MS = 200;

const cabinetRoute = <Row extends Page>(row: Row) =>
  createRoute({
    getParentRoute: () => cabinetLayout,
    ...optionsOf(row),
    pendingComponent: PageShape,
    pendingMs: PENDING_MS,
  });

// `map` forgets which row made which route; the types of links and searches need it.
type AuthRoutes<Rows extends readonly Page[]> = {
  -readonly [Index in keyof Rows]: ReturnType<typeof authRoute<Rows[Index]>>;
};
type CabinetRoutes<Rows extends readonly Page[]> = {
  -readonly [Index in keyof Rows]: ReturnType<typeof cabinetRoute<Rows[Index]>>;
};

const routeTree = rootRoute.addChildren([
  landingLayout.addChildren([landing]),
  authLayout.addChildren(authPages.map(authRoute) as unknown as AuthRoutes<typeof authPages>),
  cabinet,
  cabinetLayout.addChildren(cabinetPages.map(cabinetRoute) as unknown as CabinetRoutes<typeof cabinetPages>),
]);

/** The router of the pages in `contract/pages.ts`, one thin file per address. Source: base specification, section 2. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    // On the server this option would write an inline script.
    scrollRestoration: typeof document !== 'undefined',
    defaultViewTransition: { types: ({ pathChanged }) => (pathChanged ? ['page'] : false) },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
