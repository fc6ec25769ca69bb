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

function notYet(path: string): PageEntry {
  return { path, state: 'not yet', source: 'specification' };
}

function works(path: string): PageEntry {
  return { path, state: 'works', source: 'specification' };
}

function ours(path: string): PageEntry {
  return { path, state: 'works', source: 'ours' };
}

/** Every page. A segment that begins with ':' is a parameter. */
export const pages: readonly PageEntry[] = [
  works('/'),
  works('/auth'),
  works('/admin'),
  works('/sign-in/entity'),
  works('/sign-in/person'),
  works('/sign-up/entity'),
  works('/sign-up/person'),
  works('/cabinet'),
  works('/cabinet/admin'),
  works('/cabinet/entity'),
  works('/cabinet/person'),
  notYet('/cabinet/admin/management'),
  notYet('/cabinet/admin/management/message_manager'),
  notYet('/cabinet/admin/perf_dashboard'),
  notYet('/cabinet/admin/statreports'),
  notYet('/cabinet/admin/feedback/stats'),
  ...reports.map((name) => notYet(`/cabinet/admin/statreports/reports/${name}`)),
  notYet('/cabinet/entity/bills'),
  notYet('/cabinet/entity/bills/balance'),
  notYet('/cabinet/entity/bills/invoices'),
  notYet('/cabinet/entity/bills/payments'),
  works('/cabinet/entity/indication'),
  notYet('/cabinet/entity/limits'),
  notYet('/cabinet/entity/tickets'),
  notYet('/cabinet/entity/directory/counter-history'),
  notYet('/cabinet/entity/directory/guide'),
  notYet('/cabinet/entity/directory/laws'),
  notYet('/cabinet/entity/directory/tariff-history'),
  notYet('/cabinet/entity/docs/payment'),
  notYet('/cabinet/entity/docs/reconciliations'),
  notYet('/cabinet/entity/docs/violations'),
  works('/cabinet/entity/settings/account'),
  notYet('/cabinet/entity/settings/company-information'),
  notYet('/cabinet/entity/settings/meters'),
  works('/cabinet/person/add-apart'),
  works('/cabinet/person/indication'),
  works('/cabinet/person/sub-book'),
  notYet('/cabinet/person/tickets'),
  works('/cabinet/person/directory/guide'),
  works('/cabinet/person/directory/indicators-history'),
  works('/cabinet/person/directory/laws'),
  works('/cabinet/person/directory/payment-history'),
  works('/cabinet/person/directory/tariff-history'),
  works('/cabinet/person/docs/green-tarif'),
  works('/cabinet/person/docs/reconciliations'),
  works('/cabinet/person/docs/violations'),
  works('/cabinet/person/settings/account'),
  works('/cabinet/person/settings/aparts'),
  works('/cabinet/person/settings/personal-information'),
  ours('/recover'),
  ours('/cabinet/admin/settings'),
  ours('/cabinet/admin/bank-statements'),
  ours('/cabinet/admin/bank-statements/:id'),
  ours('/cabinet/admin/payments'),
  ours('/cabinet/admin/management/master-data'),
  ours('/cabinet/person/calculation'),
  ours('/cabinet/person/directory/day-night'),
  ours('/cabinet/person/settings/notifications'),
  ours('/cabinet/person/settings/my-data'),
  ours('/cabinet/person/bills'),
  ours('/cabinet/person/bills/:period'),
  ours('/cabinet/person/payments/:paymentId'),
];

/** A call of the base specification, section 7. */
export interface CallEntry {
  readonly path: string;
  readonly state: State;
}

/** Every call of the base specification. */
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
  { path: '/api/person/orders/supplier_new', state: 'not yet' },
  { path: '/api/person/orders', state: 'not yet' },
  { path: '/api/entity/orders/supplier_all', state: 'not yet' },
  { path: '/api/person/orders/supplier', state: 'not yet' },
  { path: '/api/choice-apart', state: 'works' },
  { path: '/api/post-add-objects', state: 'works' },
  { path: '/api/post-rename-objects', state: 'works' },
  { path: '/api/post-drop-objects', state: 'works' },
  { path: '/api/person/objects/info', state: 'works' },
  { path: '/api/person/objects/save', state: 'works' },
  { path: '/api/person/itm_balance', state: 'works' },
];
