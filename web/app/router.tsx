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
import { type GuardedPath, pageGuards } from './page-guards.ts';
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

/** The address of a page, and the guards that stand before it. */
const at = <Path extends GuardedPath>(path: Path) => ({
  path,
  beforeLoad: ({ search }: { search: Record<string, unknown> }) =>
    follow(askGuards(pageGuards[path], facts(search))),
});

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
  ...at('/'),
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
  ...at('/auth'),
  component: page(() => import('./pages/auth.tsx')),
});

const admin = createRoute({
  getParentRoute: () => authLayout,
  ...at('/admin'),
  component: page(() => import('./pages/admin.tsx')),
});

const signInEntity = createRoute({
  getParentRoute: () => authLayout,
  ...at('/sign-in/entity'),
  component: page(() => import('./pages/sign-in-entity.tsx')),
});

const signInPerson = createRoute({
  getParentRoute: () => authLayout,
  ...at('/sign-in/person'),
  component: page(() => import('./pages/sign-in-person.tsx')),
});

const signUpEntity = createRoute({
  getParentRoute: () => authLayout,
  ...at('/sign-up/entity'),
  component: page(() => import('./pages/sign-up-entity.tsx')),
});

const signUpPerson = createRoute({
  getParentRoute: () => authLayout,
  ...at('/sign-up/person'),
  component: page(() => import('./pages/sign-up-person.tsx')),
});

const recover = createRoute({
  getParentRoute: () => authLayout,
  ...at('/recover'),
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
  validateSearch: accountSearch,
  component: page(() => import('./layouts/cabinet-layout.tsx')),
});

const personHome = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/person'),
  component: page(() => import('./pages/person/home.tsx')),
});

const addApart = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/person/add-apart'),
  component: page(() => import('./pages/person/add-apart.tsx')),
});

const indication = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/person/indication'),
  component: page(() => import('./pages/person/indication.tsx')),
});

const bills = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/person/bills'),
  component: page(() => import('./pages/person/bills.tsx')),
});

const bill = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/person/bills/$period'),
  component: page(() => import('./pages/person/bill.tsx')),
});

const payment = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/person/payments/$paymentId'),
  component: page(() => import('./pages/person/payment.tsx')),
});

const personAccount = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/person/settings/account'),
  component: page(() => import('./pages/person/settings-account.tsx')),
});

const personPersonal = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/person/settings/personal-information'),
  component: page(() => import('./pages/person/settings-personal.tsx')),
});

const entityHome = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/entity'),
  component: page(() => import('./pages/entity/home.tsx')),
});

const entityIndication = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/entity/indication'),
  component: page(() => import('./pages/entity/indication.tsx')),
});

const entityAccount = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/entity/settings/account'),
  component: page(() => import('./pages/entity/settings-account.tsx')),
});

const adminHome = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/admin'),
  component: page(() => import('./pages/admin/home.tsx')),
});

const adminSettings = createRoute({
  getParentRoute: () => cabinetLayout,
  ...at('/cabinet/admin/settings'),
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
