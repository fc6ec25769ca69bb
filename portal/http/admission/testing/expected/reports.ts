import type { ExpectedAudience, ExpectedCall, ExpectedConcepts } from './expected-call.ts';

const ofAnalysts = [
  'account-auth-info',
  'accounts-stats',
  'api-request-count',
  'api-responses-of-code',
  'api-responses',
  'estimated-readings',
  'find-api-by-fm',
  'find-fm-by-api',
  'fm-request-count',
  'fm-responses-of-code',
  'fm-responses',
  'get-registrations-xlsx',
  'list-of-apis',
  'list-of-fms',
  'log-chain',
  'logs-search-back',
  'logs-search-sap',
  'long-response-time-api-calls',
  'long-response-time-apis',
  'long-response-time-fm-calls',
  'long-response-time-fms',
  'readings-in-window',
  'service-quality',
  'threads-charts',
  'unsuccessful-api-calls',
  'unsuccessful-api',
  'users-count-days',
  'users-count-hours',
];
const ofAnalystsAndBilling = ['debtors', 'money'];

const readAndExport = (names: readonly string[], audience: ExpectedAudience): ExpectedCall[] =>
  names.flatMap((name) =>
    ['read', 'export'].map((act): ExpectedCall => [`/api/admin/reports/${name}/${act}`, audience]),
  );

export const reportCalls: ExpectedConcepts = {
  performance: [
    ['/api/performance/history', 'staff analyst'],
    ['/api/performance/readings', 'staff analyst'],
  ],
  reports: [
    ...readAndExport(ofAnalysts, 'staff analyst'),
    ...readAndExport(ofAnalystsAndBilling, 'staff analyst+billing'),
  ],
};
