import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { currentSession } from '#web/session/session-store.ts';
import { loadChunk } from './chunk-reload.ts';
import { askGuards, cabinetOf, type GuardFacts, type GuardRedirect } from './guards.ts';
import { ErrorPage, NotFoundPage } from './pages/error-page.tsx';
import { Root } from './root.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

interface AuthSearch {
  return?: string;
  way?: 'code';
  type?: 'person' | 'entity';
}

type PageModule = { default: () => React.ReactNode };

const page = (load: () => Promise<PageModule>) => lazyRouteComponent(() => loadChunk(load));

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
    accountInQuery: typeof search.account === 'string' && search.account ? search.account : undefined,
  };
}

function follow(target: GuardRedirect | undefined): void {
  if (!target) return;
  throw redirect({ href: target.to + stringifySearch({ account: target.account }), replace: true });
}

/** `beforeLoad` of a page that stands behind these guards. */
const guarded =
  (...names: string[]) =>
  ({ search }: { search: Record<string, unknown> }) =>
    follow(askGuards(names, facts(search)));

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** What the ways in may be asked: to come back somewhere, by a code, as whom. */
const authSearch = (search: Record<string, unknown>): AuthSearch => {
  const returnTo = text(search.return);
  return {
    ...(returnTo ? { return: returnTo } : {}),
    ...(search.way === 'code' ? { way: 'code' } : {}),
    ...(search.type === 'person' || search.type === 'entity' ? { type: search.type } : {}),
  };
};

const accountSearch = (search: Record<string, unknown>): { account?: string } =>
  typeof search.account === 'string' && search.account ? { account: search.account } : {};

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

const landing = createRoute({
  getParentRoute: () => landingLayout,
  path: '/',
  beforeLoad: guarded('noAuth'),
  component: page(() => import('./pages/landing.tsx')),
});

const authLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'auth-layout',
  validateSearch: authSearch,
  component: page(() => import('./layouts/auth-layout.tsx')),
});

const auth = createRoute({
  getParentRoute: () => authLayout,
  path: '/auth',
  beforeLoad: guarded('noAuth'),
  component: page(() => import('./pages/auth.tsx')),
});

const admin = createRoute({
  getParentRoute: () => authLayout,
  path: '/admin',
  beforeLoad: guarded('noAuthAdmin'),
  component: page(() => import('./pages/admin.tsx')),
});

const signInEntity = createRoute({
  getParentRoute: () => authLayout,
  path: '/sign-in/entity',
  beforeLoad: guarded('noAuthEntity'),
  component: page(() => import('./pages/sign-in-entity.tsx')),
});

const signInPerson = createRoute({
  getParentRoute: () => authLayout,
  path: '/sign-in/person',
  beforeLoad: guarded('noAuthPerson'),
  component: page(() => import('./pages/sign-in-person.tsx')),
});

const signUpEntity = createRoute({
  getParentRoute: () => authLayout,
  path: '/sign-up/entity',
  beforeLoad: guarded('noAuthEntity'),
  component: page(() => import('./pages/sign-up-entity.tsx')),
});

const signUpPerson = createRoute({
  getParentRoute: () => authLayout,
  path: '/sign-up/person',
  beforeLoad: guarded('noAuthPerson'),
  component: page(() => import('./pages/sign-up-person.tsx')),
});

const recover = createRoute({
  getParentRoute: () => authLayout,
  path: '/recover',
  beforeLoad: guarded('noAuth'),
  component: page(() => import('./pages/recover.tsx')),
});

const cabinet = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cabinet',
  beforeLoad: ({ search }) => follow(cabinetOf(facts(search))),
});

const cabinetLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'cabinet-layout',
  beforeLoad: guarded('auth'),
  validateSearch: accountSearch,
  component: page(() => import('./layouts/cabinet-layout.tsx')),
});

const personHome = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/person',
  beforeLoad: guarded('person', 'haveObj'),
  component: page(() => import('./pages/person/home.tsx')),
});

const addApart = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/person/add-apart',
  beforeLoad: guarded('person'),
  component: page(() => import('./pages/person/add-apart.tsx')),
});

const indication = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/person/indication',
  beforeLoad: guarded('person', 'haveObj', 'apartSelected'),
  component: page(() => import('./pages/person/indication.tsx')),
});

const bills = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/person/bills',
  beforeLoad: guarded('person', 'haveObj', 'apartSelected'),
  component: page(() => import('./pages/person/bills.tsx')),
});

const bill = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/person/bills/$period',
  beforeLoad: guarded('person', 'haveObj', 'apartSelected'),
  component: page(() => import('./pages/person/bill.tsx')),
});

const payment = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/person/payments/$paymentId',
  beforeLoad: guarded('person', 'haveObj', 'apartSelected'),
  component: page(() => import('./pages/person/payment.tsx')),
});

const personAccount = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/person/settings/account',
  beforeLoad: guarded('person'),
  component: page(() => import('./pages/person/settings-account.tsx')),
});

const personPersonal = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/person/settings/personal-information',
  beforeLoad: guarded('person'),
  component: page(() => import('./pages/person/settings-personal.tsx')),
});

const entityHome = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/entity',
  beforeLoad: guarded('entity', 'entitySingle'),
  component: page(() => import('./pages/entity/home.tsx')),
});

const entityIndication = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/entity/indication',
  beforeLoad: guarded('entity', 'accountSelected'),
  component: page(() => import('./pages/entity/indication.tsx')),
});

const entityAccount = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/entity/settings/account',
  beforeLoad: guarded('entity'),
  component: page(() => import('./pages/entity/settings-account.tsx')),
});

const adminHome = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/admin',
  beforeLoad: guarded('admin'),
  component: page(() => import('./pages/admin/home.tsx')),
});

const adminSettings = createRoute({
  getParentRoute: () => cabinetLayout,
  path: '/cabinet/admin/settings',
  beforeLoad: guarded('admin'),
  component: page(() => import('./pages/admin/settings.tsx')),
});

const routeTree = rootRoute.addChildren([
  landingLayout.addChildren([landing]),
  authLayout.addChildren([auth, admin, signInEntity, signInPerson, signUpEntity, signUpPerson, recover]),
  cabinet,
  cabinetLayout.addChildren([
    personHome,
    addApart,
    indication,
    bills,
    bill,
    payment,
    personAccount,
    personPersonal,
    entityHome,
    entityIndication,
    entityAccount,
    adminHome,
    adminSettings,
  ]),
]);

/** All pages of the cabinet, one thin file per address. Source: base specification, section 2. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    // On the server it would write an inline script.
    scrollRestoration: typeof document !== 'undefined',
    defaultViewTransition: { types: ({ pathChanged }) => (pathChanged ? ['page'] : false) },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
