import { tableOf } from '#domain/table-of.ts';
import type { AdminRole } from './identity/admin-roles.ts';
import type { CompanyArea } from './identity/company-roles.ts';
import type { SearchSchema } from './page-search.ts';

/** Guards of the web's router. Source: base specification, section 4. */
export type GuardName =
  | 'auth'
  | 'noAuth'
  | 'noAuthPerson'
  | 'noAuthEntity'
  | 'noAuthAdmin'
  | 'person'
  | 'entity'
  | 'admin'
  | 'haveObj'
  | 'apartSelected'
  | 'accountSelected'
  | 'entitySingle';

/** One page of the web. */
export interface Page {
  /** A segment that begins with '$' is a parameter. */
  readonly path: string;
  /** Its file in `web/app/pages/`, without the ending; absent: named as its path in the cabinet (`fileOf`). */
  readonly file?: string;
  /** In this order; the first redirect counts. */
  readonly guards: readonly GuardName[];
  /** Query parameters, besides `cabinetSearch`. An invalid one counts as absent. */
  readonly search?: SearchSchema;
  /** First page of the section of the navigation that this page belongs to. */
  readonly section?: string;
  /** Name of its tab in the section, a key of the web's titles; absent: it has no tab. */
  readonly tab?: string;
  /** Administrators who see it in the navigation; absent: all. 'owner' sees everything. */
  readonly roles?: readonly AdminRole[];
  /** Of the cabinet of entities: what it reads; who may not read it sees a sentence instead. Absent: everybody may. */
  readonly area?: CompanyArea;
}

const ofPerson = ['auth', 'person'] as const;
const ofObject = ['auth', 'person', 'haveObj', 'apartSelected'] as const;
/** Also for a person without an object. */
const ofPersonOrObject = ['auth', 'person', 'apartSelected'] as const;
const ofAdmin = ['auth', 'admin'] as const;

const readings = '/cabinet/person/indication';
const money = '/cabinet/person/bills';
const documents = '/cabinet/person/docs/reconciliations';
const directory = '/cabinet/person/directory/guide';
const settings = '/cabinet/person/settings/account';

const ofEntity = ['auth', 'entity'] as const;
const ofEntityAccount = ['auth', 'entity', 'accountSelected'] as const;

const entityDirectory = '/cabinet/entity/directory/guide';
const entitySettings = '/cabinet/entity/settings/account';
const entityMoney = '/cabinet/entity/bills';
const entityDocuments = '/cabinet/entity/docs/payment';

const statreports = '/cabinet/admin/statreports';

/** Query parameters of every page in the frame of the cabinet. Source: base specification, section 2. */
export const cabinetSearch = { account: 'text' } as const satisfies SearchSchema;

/** Where signing in leads to. */
const authSearch = { return: 'text' } as const satisfies SearchSchema;

/** Search, state, order and groups of the table of points. */
const pointsSearch = {
  q: { maxLength: 100 },
  show: ['empty', 'ready', 'question', 'error', 'given', 'blocked'],
  sort: ['object', 'eic', 'previous', 'energy'],
  order: ['down'],
  group: ['object', 'costCentre'],
} as const satisfies SearchSchema;

/** Filter of the list of payments. */
export const paymentSearch = {
  from: 'day',
  to: 'day',
  purpose: ['energy', 'violationAct'],
  state: ['inTransit', 'done', 'failed'],
} as const satisfies SearchSchema;

/** Filter of the list of readings. */
export const readingSearch = {
  from: 'day',
  to: 'day',
  source: ['customer', 'operator', 'remote', 'import'],
  state: ['accepted', 'underReview', 'rejected', 'superseded'],
  meterSerial: { maxLength: 60 },
} as const satisfies SearchSchema;

/** Filter of the violation acts. */
export const actSearch = { state: ['unpaid'] } as const satisfies SearchSchema;

/** The filter of the acts of all accounts, and the act that is open: with `account` and `act`. */
export const managedActSearch = {
  ...cabinetSearch,
  act: { maxLength: 40 },
  number: { maxLength: 40 },
  state: 'text',
  waiting: ['proposed'],
  from: 'day',
  to: 'day',
} as const satisfies SearchSchema;

/** The open invoice, and the filter of its points. */
export const invoiceSearch = {
  period: 'month',
  payee: ['supplier', 'operator'],
  q: { maxLength: 60 },
  points: ['voltage1', 'voltage2', 'losses', 'subConsumers', 'held', 'estimated'],
} as const satisfies SearchSchema;

/** Filter of the payment documents, and the open one. */
export const paymentDocumentSearch = {
  period: 'month',
  year: 'year',
  kind: ['invoice', 'act', 'taxInvoice'],
  state: ['unpaid', 'paid', 'toSign', 'signed', 'objected', 'registered', 'unregistered'],
  doc: { maxLength: 80 },
} as const satisfies SearchSchema;

/** The open reconciliation act. */
export const reconciliationSearch = {
  act: { maxLength: 36 },
  ledger: ['energy', 'reactive', 'violationActs'],
} as const satisfies SearchSchema;

/** Filter of the prices. */
export const tariffSearch = {
  year: 'year',
  zone: ['day', 'night', 'peak', 'halfPeak'],
} as const satisfies SearchSchema;

/** Which parts of prices are shown. */
export const priceSearch = {
  kind: ['dayAhead', 'margin', 'purchase', 'universalTariff', 'transmission', 'distribution'],
  class: ['1', '2'],
  year: 'year',
} as const satisfies SearchSchema;

/** Filter of the metering points. */
export const pointSearch = {
  q: { maxLength: 100 },
  class: ['1', '2'],
  feature: ['groupA', 'losses', 'subConsumers', 'reactive'],
} as const satisfies SearchSchema;

/** Month and filter of contract volumes; `correct`: the month whose correction is open. */
export const volumeSearch = {
  year: 'year',
  month: 'month',
  q: { maxLength: 100 },
  show: ['near', 'outside'],
  sort: ['share', 'delta', 'outside'],
  correct: 'month',
} as const satisfies SearchSchema;

/** The open message of the inbox. */
export const ticketSearch = {
  part: ['messages', 'new'],
  message: { maxLength: 36 },
  ticket: { maxLength: 36 },
  topic: { maxLength: 40 },
  meter: { maxLength: 60 },
  reading: { maxLength: 60 },
  period: 'month',
} as const satisfies SearchSchema;

/** Filter of what the people of a company did. */
export const actionSearch = {
  from: 'day',
  to: 'day',
  person: { maxLength: 36 },
} as const satisfies SearchSchema;

/** The point whose life is shown. */
export const counterSearch = { eic: { maxLength: 16 } } as const satisfies SearchSchema;

/**
 * Reports that have a page, as in `contract/reports/all-reports.ts`; a test compares the two lists. They are not read
 * from there, because this table is in the first load of everybody and the declarations of the reports are not.
 */
const reportNames = [
  'account_auth_info',
  'accounts_stats',
  'api_request_count',
  'api_responses',
  'debtors',
  'estimated_readings',
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
  'money',
  'readings_in_window',
  'service_quality',
  'threads_charts',
  'unsuccessful_api',
  'users_count_days',
  'users_count_hours',
] as const;

/** Reports that administrators of other roles than analyst see too. */
const rolesOfReports: Readonly<Partial<Record<string, readonly AdminRole[]>>> = tableOf({
  money: ['analyst', 'billing'],
  debtors: ['analyst', 'billing'],
});

/**
 * The filters of a report, and of other pages of staff, are in the declaration that reads them: this table is in the first load of
 * everybody. What it does not have it ignores.
 */
const reportSearch = { from: 'day', to: 'day', '*': 'text' } as const satisfies SearchSchema;

const reportPage = <const Name extends string>(name: Name) =>
  ({
    path: `${statreports}/reports/${name}`,
    file: 'admin/report',
    guards: ofAdmin,
    search: reportSearch,
    section: statreports,
    roles: rolesOfReports[name] ?? ['analyst'],
  }) as const;

type ReportPages<Names extends readonly string[]> = {
  readonly [Index in keyof Names]: ReturnType<typeof reportPage<Names[Index]>>;
};
const reportPages = reportNames.map((name) => reportPage(name)) as unknown as ReportPages<typeof reportNames>;

export const landingPages = [{ path: '/', file: 'landing', guards: ['noAuth'] }] as const satisfies Page[];

/** Pages of signing in, signing up and recovery, and those for everybody in the same frame. */
export const authPages = [
  { path: '/auth', file: 'auth', guards: ['noAuth'], search: authSearch },
  { path: '/admin', file: 'admin', guards: ['noAuthAdmin'], search: authSearch },
  { path: '/sign-in/entity', file: 'sign-in-entity', guards: ['noAuthEntity'], search: authSearch },
  {
    path: '/sign-in/person',
    file: 'sign-in-person',
    guards: ['noAuthPerson'],
    search: { ...authSearch, way: ['code'] },
  },
  { path: '/sign-up/entity', file: 'sign-up-entity', guards: ['noAuthEntity'], search: authSearch },
  { path: '/sign-up/person', file: 'sign-up-person', guards: ['noAuthPerson'], search: authSearch },
  {
    path: '/recover',
    file: 'recover',
    guards: ['noAuth'],
    search: { ...authSearch, type: ['person', 'entity'] },
  },
  {
    path: '/join',
    file: 'join',
    // Whoever is signed in opens it too: the letter may be for another sign-in.
    guards: [],
    search: { key: { maxLength: 60 } },
  },
  { path: '/quality', file: 'quality', guards: [], search: { period: 'text' } },
  { path: '/legal', file: 'public/legal', guards: [], search: { text: 'text', version: 'text' } },
  { path: '/status', file: 'public/status', guards: [] },
] as const satisfies Page[];

/** Pages in the frame of the cabinet; tabs of a section in this order. */
export const cabinetPages = [
  { path: '/cabinet/person', file: 'person/home', guards: ['auth', 'person', 'haveObj'] },
  { path: '/cabinet/person/add-apart', guards: ofPerson },
  { path: readings, file: 'person/indication', guards: ofObject, section: readings, tab: 'indication' },
  {
    path: '/cabinet/person/directory/indicators-history',
    file: 'person/directory-indicators',
    guards: ofObject,
    search: readingSearch,
    section: readings,
    tab: 'indicators',
  },
  {
    path: '/cabinet/person/directory/day-night',
    file: 'person/directory-day-night',
    guards: ofObject,
    search: { month: 'month' },
    section: readings,
    tab: 'dayNight',
  },
  { path: money, file: 'person/bills', guards: ofObject, section: money, tab: 'bills' },
  {
    path: '/cabinet/person/directory/payment-history',
    file: 'person/directory-payments',
    guards: ofObject,
    search: paymentSearch,
    section: money,
    tab: 'payments',
  },
  {
    path: '/cabinet/person/calculation',
    guards: ofObject,
    search: { date: 'day' },
    section: money,
    tab: 'calculation',
  },
  {
    path: '/cabinet/person/sub-book',
    guards: ofObject,
    search: { year: 'year' },
    section: money,
    tab: 'subBook',
  },
  {
    path: '/cabinet/person/bills/$period',
    file: 'person/bill',
    guards: ofObject,
    search: { against: ['previous', 'lastYear'] },
    section: money,
  },
  {
    path: '/cabinet/person/payments/$paymentId',
    file: 'person/payment',
    guards: ofObject,
    search: { of: 'text', again: ['1'] },
    section: money,
  },
  {
    path: documents,
    file: 'person/docs-reconciliations',
    guards: ofObject,
    section: documents,
    tab: 'reconciliations',
  },
  {
    path: '/cabinet/person/docs/violations',
    file: 'person/docs-violations',
    guards: ofObject,
    search: actSearch,
    section: documents,
    tab: 'violations',
  },
  {
    path: '/cabinet/person/docs/green-tarif',
    file: 'person/docs-green',
    guards: ofObject,
    search: { year: 'year' },
    section: documents,
    tab: 'green',
  },
  { path: '/cabinet/person/tickets', file: 'tickets', guards: ofPersonOrObject, search: ticketSearch },
  {
    path: directory,
    file: 'directory-guide',
    guards: ofPerson,
    search: { q: 'text' },
    section: directory,
    tab: 'guide',
  },
  {
    path: '/cabinet/person/directory/laws',
    file: 'directory-laws',
    guards: ofPerson,
    search: { q: 'text' },
    section: directory,
    tab: 'laws',
  },
  {
    path: '/cabinet/person/directory/tariff-history',
    file: 'person/directory-tariffs',
    guards: ofObject,
    search: tariffSearch,
    section: directory,
    tab: 'tariffs',
  },
  { path: settings, file: 'settings-account', guards: ofPerson, section: settings, tab: 'account' },
  {
    path: '/cabinet/person/settings/personal-information',
    file: 'person/settings-personal',
    guards: ofPerson,
    section: settings,
    tab: 'personal',
  },
  {
    path: '/cabinet/person/settings/aparts',
    file: 'person/settings-aparts',
    guards: ofPerson,
    section: settings,
    tab: 'aparts',
  },
  {
    path: '/cabinet/person/settings/notifications',
    file: 'settings-notifications',
    guards: ofPerson,
    section: settings,
    tab: 'notifications',
  },
  {
    path: '/cabinet/person/settings/my-data',
    file: 'person/settings-my-data',
    guards: ofObject,
    section: settings,
    tab: 'myData',
  },
  { path: '/cabinet/entity', file: 'entity/home', guards: [...ofEntity, 'entitySingle'] },
  {
    path: '/cabinet/entity/indication',
    area: 'points',
    guards: ofEntityAccount,
    search: pointsSearch,
  },
  {
    path: '/cabinet/entity/limits',
    area: 'limits',
    guards: ofEntityAccount,
    search: volumeSearch,
  },
  { path: entityMoney, file: 'entity/bills', guards: ofEntityAccount, section: entityMoney, area: 'money' },
  {
    path: '/cabinet/entity/bills/balance',
    file: 'entity/bills-balance',
    area: 'money',
    guards: ofEntityAccount,
    search: { on: 'day' },
    section: entityMoney,
    tab: 'balance',
  },
  {
    path: '/cabinet/entity/bills/invoices',
    file: 'entity/bills-invoices',
    area: 'money',
    guards: ofEntityAccount,
    search: invoiceSearch,
    section: entityMoney,
    tab: 'invoices',
  },
  {
    path: '/cabinet/entity/bills/payments',
    file: 'entity/bills-payments',
    area: 'money',
    guards: ofEntityAccount,
    search: paymentSearch,
    section: entityMoney,
    tab: 'payments',
  },
  {
    path: '/cabinet/entity/payments/$paymentId',
    file: 'entity/payment',
    // After a return from a bank no account may be chosen: the address names it.
    area: 'money',
    guards: ofEntity,
    search: { of: 'text', again: ['1'] },
    section: entityMoney,
  },
  {
    path: '/cabinet/entity/tickets',
    file: 'tickets',
    guards: ofEntityAccount,
    search: ticketSearch,
    area: 'company',
  },
  {
    path: entityDocuments,
    file: 'entity/docs-payment',
    area: 'documents',
    guards: ofEntityAccount,
    search: paymentDocumentSearch,
    section: entityDocuments,
    tab: 'paymentDocuments',
  },
  {
    path: '/cabinet/entity/docs/reconciliations',
    file: 'entity/docs-reconciliations',
    area: 'documents',
    guards: ofEntityAccount,
    search: reconciliationSearch,
    section: entityDocuments,
    tab: 'reconciliations',
  },
  {
    path: '/cabinet/entity/docs/violations',
    file: 'entity/docs-violations',
    area: 'documents',
    guards: ofEntityAccount,
    search: actSearch,
    section: entityDocuments,
    tab: 'violations',
  },
  {
    path: entityDirectory,
    file: 'directory-guide',
    guards: ofEntity,
    search: { q: 'text' },
    section: entityDirectory,
    tab: 'guide',
  },
  {
    path: '/cabinet/entity/directory/laws',
    file: 'directory-laws',
    guards: ofEntity,
    search: { q: 'text' },
    section: entityDirectory,
    tab: 'laws',
  },
  {
    path: '/cabinet/entity/directory/tariff-history',
    file: 'entity/directory-tariffs',
    area: 'money',
    guards: ofEntityAccount,
    search: priceSearch,
    section: entityDirectory,
    tab: 'prices',
  },
  {
    path: '/cabinet/entity/directory/counter-history',
    file: 'entity/directory-counters',
    area: 'points',
    guards: ofEntityAccount,
    search: counterSearch,
    section: entityDirectory,
    tab: 'counters',
  },
  {
    path: entitySettings,
    file: 'settings-account',
    guards: ofEntity,
    section: entitySettings,
    tab: 'account',
  },
  {
    path: '/cabinet/entity/settings/company-information',
    file: 'entity/settings-company',
    area: 'company',
    guards: ofEntityAccount,
    section: entitySettings,
    tab: 'company',
  },
  {
    path: '/cabinet/entity/settings/meters',
    file: 'entity/settings-meters',
    area: 'points',
    guards: ofEntityAccount,
    search: pointSearch,
    section: entitySettings,
    tab: 'meters',
  },
  {
    path: '/cabinet/entity/settings/notifications',
    file: 'settings-notifications',
    guards: ofEntity,
    section: entitySettings,
    tab: 'notifications',
  },
  {
    path: '/cabinet/entity/settings/people',
    area: 'people',
    guards: ofEntity,
    search: actionSearch,
    section: entitySettings,
    tab: 'people',
  },
  {
    path: '/cabinet/entity/settings/signers',
    area: 'documents',
    guards: ofEntityAccount,
    section: entitySettings,
    tab: 'signers',
  },
  {
    path: '/cabinet/entity/settings/programs',
    area: 'programs',
    guards: ofEntity,
    section: entitySettings,
    tab: 'programs',
  },
  { path: '/cabinet/admin', file: 'admin/home', guards: ofAdmin },
  {
    path: '/cabinet/admin/bank-statements',
    guards: ofAdmin,
    roles: ['billing'],
  },
  {
    path: '/cabinet/admin/bank-statements/$id',
    file: 'admin/bank-statement',
    guards: ofAdmin,
    search: { show: 'text', q: 'text' },
    section: '/cabinet/admin/bank-statements',
  },
  {
    path: '/cabinet/admin/payments',
    guards: ofAdmin,
    search: { q: { maxLength: 100 } },
    roles: ['operator', 'billing'],
  },
  { path: '/cabinet/admin/management', guards: ofAdmin },
  {
    path: '/cabinet/admin/management/message_manager',
    file: 'admin/message-manager',
    guards: ofAdmin,
    search: { tab: 'text' },
    roles: ['content', 'operator'],
  },
  {
    path: '/cabinet/admin/management/desk',
    guards: ofAdmin,
    // Its filter is declared by the desk, as that of a report.
    search: { ...cabinetSearch, id: 'text', '*': 'text' },
    roles: ['operator'],
  },
  {
    path: '/cabinet/admin/management/master-data',
    guards: ofAdmin,
    search: { ...cabinetSearch, change: ['holder'] },
    roles: ['operator', 'billing'],
  },
  {
    path: '/cabinet/admin/management/customers/$id',
    guards: ofAdmin,
    search: { part: 'text' },
    section: '/cabinet/admin/management',
    roles: ['operator', 'billing'],
  },
  {
    path: '/cabinet/admin/management/accounts/$account',
    guards: ofAdmin,
    search: { part: 'text' },
    section: '/cabinet/admin/management',
    roles: ['operator', 'billing'],
  },
  {
    path: '/cabinet/admin/management/tariffs',
    guards: ofAdmin,
    roles: ['billing', 'operator', 'analyst'],
  },
  {
    path: '/cabinet/admin/management/readings-review',
    guards: ofAdmin,
    search: { ...cabinetSearch, review: { maxLength: 36 }, state: ['waiting', 'photoAsked'] },
    roles: ['operator'],
  },
  {
    path: '/cabinet/admin/management/compensations',
    guards: ofAdmin,
    search: { state: ['decided'] },
    roles: ['billing'],
  },
  {
    path: '/cabinet/admin/management/runs',
    guards: ofAdmin,
    search: { kind: 'text', of: 'text' },
    roles: ['operator', 'billing'],
  },
  {
    path: '/cabinet/admin/management/acts',
    file: 'admin/violation-acts',
    guards: ofAdmin,
    search: managedActSearch,
    roles: ['operator', 'billing'],
  },
  {
    path: '/cabinet/admin/management/imports',
    guards: ofAdmin,
    search: { open: 'text' },
    roles: ['billing'],
  },
  {
    path: '/cabinet/admin/management/volumes',
    file: 'admin/entities/volumes',
    guards: ofAdmin,
    search: { ...cabinetSearch, request: { maxLength: 36 } },
    roles: ['operator', 'billing'],
  },
  {
    path: '/cabinet/admin/management/documents',
    guards: ofAdmin,
    search: { ...cabinetSearch, act: 'text' },
    roles: ['operator', 'billing'],
  },
  {
    path: '/cabinet/admin/management/authorities',
    guards: ofAdmin,
    // The owner alone.
    roles: [],
  },
  { path: '/cabinet/admin/management/rules', guards: ofAdmin },
  { path: '/cabinet/admin/management/service-terms', file: 'admin/service-terms/versions', guards: ofAdmin },
  { path: '/cabinet/admin/management/supplier', guards: ofAdmin },
  {
    path: '/cabinet/admin/management/content',
    guards: ofAdmin,
    search: { open: 'text' },
    roles: ['content'],
  },
  { path: '/cabinet/admin/management/maintenance', guards: ofAdmin },
  {
    path: '/cabinet/admin/management/administrators',
    guards: ofAdmin,
    // The owner alone.
    roles: [],
  },
  {
    path: '/cabinet/admin/management/actions',
    guards: ofAdmin,
    search: reportSearch,
    // The owner alone.
    roles: [],
  },
  {
    path: '/cabinet/admin/feedback/stats',
    file: 'admin/feedback-stats',
    guards: ofAdmin,
    search: reportSearch,
    roles: ['operator', 'content', 'analyst'],
  },
  {
    path: '/cabinet/admin/perf_dashboard',
    file: 'admin/performance/perf-dashboard',
    guards: ofAdmin,
    search: { span: ['day'] },
    roles: ['analyst'],
  },
  {
    path: statreports,
    file: 'admin/statreports',
    guards: ofAdmin,
    roles: ['analyst', 'billing'],
  },
  ...reportPages,
  { path: '/cabinet/admin/settings', guards: ofAdmin },
] as const satisfies Page[];

type TablePage = (typeof landingPages)[number] | (typeof authPages)[number] | (typeof cabinetPages)[number];
export type PagePath = TablePage['path'];

/**
 * Every page with a file: one row each, which the router, its guards, navigation, tabs, the build, the server's answer to
 * an unknown address and the tests read. `/cabinet` has none: it redirects.
 */
export const pageTable: readonly (Page & { readonly path: PagePath })[] = [
  ...landingPages,
  ...authPages,
  ...cabinetPages,
];

/** The file of a page in `web/app/pages/`, without the ending. */
export const fileOf = ({ path, file = path.slice(9) }: Pick<Page, 'path' | 'file'>): string => file;

/** The page at an address; undefined when there is none. Parameters are letters, digits, '-' and '_'. */
export function findPage(address: string): Page | undefined {
  const given = address.split('/');
  return pageTable.find(({ path }) => {
    const wanted = path.split('/');
    return (
      wanted.length === given.length &&
      wanted.every((part, index) =>
        part.startsWith('$') ? /^[\w-]+$/.test(given[index] ?? '') : part === given[index],
      )
    );
  });
}
