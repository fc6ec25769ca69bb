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

type PageModule = { default: () => React.ReactNode };

const page = (load: () => Promise<PageModule>) => lazyRouteComponent(() => loadChunk(load));

function facts(search: Record<string, unknown>): GuardFacts {
  const { session, person } = currentSession();
  return {
    token: session?.token ?? '',
    type: session?.type,
    accountCount: person.accounts.length,
    account: person.account,
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
  beforeLoad: guarded('noAuth'),
  component: page(() => import('./layouts/auth-layout.tsx')),
});

const signInPerson = createRoute({
  getParentRoute: () => authLayout,
  path: '/sign-in/person',
  component: page(() => import('./pages/sign-in-person.tsx')),
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

const routeTree = rootRoute.addChildren([
  landingLayout.addChildren([landing]),
  authLayout.addChildren([signInPerson]),
  cabinet,
  cabinetLayout.addChildren([personHome, addApart, indication, bills, bill, payment]),
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
