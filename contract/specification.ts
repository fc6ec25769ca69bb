import { pageTable } from './pages.ts';

/** State of a route or call of the base specification. */
type State = 'works' | 'not yet';

/** A client-side route of the base specification, section 2, or one of ours. */
export interface PageEntry {
  readonly path: string;
  readonly state: State;
  /** 'ours': a page not in the base specification. */
  readonly source: 'specification' | 'ours';
}

const reports = [
  'account_auth_info',
  'accounts_stats',
  'api_request_count',
  'api_responses',
  'find_api_by_fm',
  'find_fm_by_api',
  'fm_request_count',
  'fm_responses',
  'get_registrations_xlsx',
  'list_of_apis',
  'list_of_fms',
  'logs_search_back',
  'logs_search_sap',
  'long_response_time_apis',
  'long_response_time_fms',
  'threads_charts',
  'unsuccessful_api',
  'users_count_days',
  'users_count_hours',
];

/** The routes of the base specification, section 2. */
const specifiedPaths: readonly string[] = [
  '/',
  '/auth',
  '/admin',
  '/sign-in/entity',
  '/sign-in/person',
  '/sign-up/entity',
  '/sign-up/person',
  '/cabinet',
  '/cabinet/admin',
  '/cabinet/entity',
  '/cabinet/person',
  '/cabinet/admin/management',
  '/cabinet/admin/management/message_manager',
  '/cabinet/admin/perf_dashboard',
  '/cabinet/admin/statreports',
  '/cabinet/admin/feedback/stats',
  ...reports.map((name) => `/cabinet/admin/statreports/reports/${name}`),
  '/cabinet/entity/bills',
  '/cabinet/entity/bills/balance',
  '/cabinet/entity/bills/invoices',
  '/cabinet/entity/bills/payments',
  '/cabinet/entity/indication',
  '/cabinet/entity/limits',
  '/cabinet/entity/tickets',
  '/cabinet/entity/directory/counter-history',
  '/cabinet/entity/directory/guide',
  '/cabinet/entity/directory/laws',
  '/cabinet/entity/directory/tariff-history',
  '/cabinet/entity/docs/payment',
  '/cabinet/entity/docs/reconciliations',
  '/cabinet/entity/docs/violations',
  '/cabinet/entity/settings/account',
  '/cabinet/entity/settings/company-information',
  '/cabinet/entity/settings/meters',
  '/cabinet/person/add-apart',
  '/cabinet/person/indication',
  '/cabinet/person/sub-book',
  '/cabinet/person/tickets',
  '/cabinet/person/directory/guide',
  '/cabinet/person/directory/indicators-history',
  '/cabinet/person/directory/laws',
  '/cabinet/person/directory/payment-history',
  '/cabinet/person/directory/tariff-history',
  '/cabinet/person/docs/green-tarif',
  '/cabinet/person/docs/reconciliations',
  '/cabinet/person/docs/violations',
  '/cabinet/person/settings/account',
  '/cabinet/person/settings/aparts',
  '/cabinet/person/settings/personal-information',
];

/** It redirects to the cabinet of who is signed in. */
const redirect = '/cabinet';

const isMade = (path: string) => path === redirect || pageTable.some((page) => page.path === path);

/** Every page: those of the base specification and ours. A segment that begins with '$' is a parameter. */
export const pages: readonly PageEntry[] = [
  ...specifiedPaths.map(
    (path): PageEntry => ({ path, state: isMade(path) ? 'works' : 'not yet', source: 'specification' }),
  ),
  ...pageTable.flatMap(({ path }): PageEntry[] =>
    specifiedPaths.includes(path) ? [] : [{ path, state: 'works', source: 'ours' }],
  ),
];

/** A call of the base specification, section 7. */
export interface CallEntry {
  readonly path: string;
  readonly state: State;
}

/**
 * Every call of the base specification, for the tests that compare the product with it.
 * @internal
 */
export const specifiedCalls: readonly CallEntry[] = [
  { path: '/api/client_log', state: 'works' },
  { path: '/api/api-link', state: 'works' },
  { path: '/api/get-service-message', state: 'works' },
  { path: '/api/pairs', state: 'works' },
  { path: '/api/auth/admin_panel', state: 'works' },
  { path: '/api/get-common', state: 'works' },
  { path: '/api/post-common', state: 'works' },
  { path: '/api/auth/sms', state: 'works' },
  { path: '/api/check-session', state: 'works' },
  { path: '/api/auth/entity', state: 'works' },
  { path: '/api/auth/person', state: 'works' },
  { path: '/api/apply-agreements', state: 'works' },
  { path: '/api/update-profile', state: 'works' },
  { path: '/api/entity/choice-account', state: 'works' },
  { path: '/api/entity/meter', state: 'works' },
  { path: '/api/person/orders/supplier_new', state: 'works' },
  { path: '/api/person/orders', state: 'works' },
  { path: '/api/entity/orders/supplier_all', state: 'works' },
  { path: '/api/person/orders/supplier', state: 'works' },
  { path: '/api/choice-apart', state: 'works' },
  { path: '/api/post-add-objects', state: 'works' },
  { path: '/api/post-rename-objects', state: 'works' },
  { path: '/api/post-drop-objects', state: 'works' },
  { path: '/api/person/objects/info', state: 'works' },
  { path: '/api/person/objects/save', state: 'works' },
  { path: '/api/person/itm_balance', state: 'works' },
];
