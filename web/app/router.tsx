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
import { PageShape } from './page-shape.tsx';
import { ErrorPage, NotFoundPage } from './pages/error-page.tsx';
import type { PrefetchedComponent } from './prefetch-page.ts';
import { Root } from './root.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

interface AuthSearch {
  return?: string;
  way?: 'code';
  type?: 'person' | 'entity';
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
    accountInQuery: typeof search.account === 'string' && search.account ? search.account : undefined,
  };
}

function follow(target: GuardRedirect | undefined): void {
  if (!target) return;
  throw redirect({ href: target.to + stringifySearch({ account: target.account }), replace: true });
}

/** Path and guards of a page. */
const at = <Path extends GuardedPath>(path: Path) => ({
  path,
  beforeLoad: ({ search }: { search: Record<string, unknown> }) =>
    follow(askGuards(pageGuards[path], facts(search))),
});

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** Query of the sign-in pages: return path, method, user type. */
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

/** The previous page stays this long before the placeholder of the next one is shown. */
const PENDING_MS = 200;

/** A page in the cabinet layout. `names`: its query parameters besides account. */
const inCabinet = <Path extends GuardedPath, Name extends string = never>(
  path: Path,
  load: () => Promise<PageModule>,
  names?: readonly Name[],
) =>
  createRoute({
    getParentRoute: () => cabinetLayout,
    ...at(path),
    validateSearch: (search: Record<string, unknown>) =>
      Object.fromEntries(
        (names ?? []).flatMap((name) => (text(search[name]) ? [[name, search[name]]] : [])),
      ) as {
        [Key in Name]?: string;
      },
    component: page(load),
    pendingComponent: PageShape,
    pendingMs: PENDING_MS,
  });

const cabinetPages = [
  inCabinet('/cabinet/person', () => import('./pages/person/home.tsx')),
  inCabinet('/cabinet/person/add-apart', () => import('./pages/person/add-apart.tsx')),
  inCabinet('/cabinet/person/indication', () => import('./pages/person/indication.tsx')),
  inCabinet('/cabinet/person/calculation', () => import('./pages/person/calculation.tsx'), ['date']),
  inCabinet('/cabinet/person/bills', () => import('./pages/person/bills.tsx')),
  inCabinet('/cabinet/person/bills/$period', () => import('./pages/person/bill.tsx'), ['against']),
  inCabinet('/cabinet/person/payments/$paymentId', () => import('./pages/person/payment.tsx'), [
    'of',
    'again',
  ]),
  inCabinet('/cabinet/person/sub-book', () => import('./pages/person/sub-book.tsx'), ['year']),
  inCabinet('/cabinet/person/docs/reconciliations', () => import('./pages/person/docs-reconciliations.tsx')),
  inCabinet('/cabinet/person/docs/violations', () => import('./pages/person/docs-violations.tsx'), ['state']),
  inCabinet('/cabinet/person/docs/green-tarif', () => import('./pages/person/docs-green.tsx'), ['year']),
  inCabinet('/cabinet/person/directory/guide', () => import('./pages/person/directory-guide.tsx'), ['q']),
  inCabinet('/cabinet/person/directory/laws', () => import('./pages/person/directory-laws.tsx'), ['q']),
  inCabinet(
    '/cabinet/person/directory/tariff-history',
    () => import('./pages/person/directory-tariffs.tsx'),
    ['year', 'zone'],
  ),
  inCabinet(
    '/cabinet/person/directory/indicators-history',
    () => import('./pages/person/directory-indicators.tsx'),
    ['from', 'to', 'source', 'state', 'meterSerial'],
  ),
  inCabinet(
    '/cabinet/person/directory/payment-history',
    () => import('./pages/person/directory-payments.tsx'),
    ['from', 'to', 'purpose', 'state'],
  ),
  inCabinet('/cabinet/person/directory/day-night', () => import('./pages/person/directory-day-night.tsx'), [
    'month',
  ]),
  inCabinet('/cabinet/person/settings/account', () => import('./pages/person/settings-account.tsx')),
  inCabinet(
    '/cabinet/person/settings/personal-information',
    () => import('./pages/person/settings-personal.tsx'),
  ),
  inCabinet('/cabinet/person/settings/aparts', () => import('./pages/person/settings-aparts.tsx')),
  inCabinet(
    '/cabinet/person/settings/notifications',
    () => import('./pages/person/settings-notifications.tsx'),
  ),
  inCabinet('/cabinet/person/settings/my-data', () => import('./pages/person/settings-my-data.tsx')),
  inCabinet('/cabinet/entity', () => import('./pages/entity/home.tsx')),
  inCabinet('/cabinet/entity/indication', () => import('./pages/entity/indication.tsx')),
  inCabinet('/cabinet/entity/settings/account', () => import('./pages/entity/settings-account.tsx')),
  inCabinet('/cabinet/admin', () => import('./pages/admin/home.tsx')),
  inCabinet('/cabinet/admin/bank-statements', () => import('./pages/admin/bank-statements.tsx')),
  inCabinet('/cabinet/admin/bank-statements/$id', () => import('./pages/admin/bank-statement.tsx'), [
    'show',
    'q',
  ]),
  inCabinet('/cabinet/admin/payments', () => import('./pages/admin/payments.tsx'), ['q']),
  inCabinet('/cabinet/admin/management/master-data', () => import('./pages/admin/master-data.tsx'), [
    'account',
  ]),
  inCabinet('/cabinet/admin/settings', () => import('./pages/admin/settings.tsx')),
] as const;

const routeTree = rootRoute.addChildren([
  landingLayout.addChildren([landing]),
  authLayout.addChildren([auth, admin, signInEntity, signInPerson, signUpEntity, signUpPerson, recover]),
  cabinet,
  cabinetLayout.addChildren(cabinetPages),
]);

/** All routes, one thin file per address. Source: base specification, section 2. */
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
