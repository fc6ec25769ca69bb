import type { ModuleSource } from './ask-report.ts';
import { findApiByFmSource, findFmByApiSource } from './calls/find-pairs.ts';
import { listOfApisSource } from './calls/list-of-apis.ts';
import { listOfFmsSource } from './calls/list-of-fms.ts';
import { longResponseTimeSources } from './calls/long-response-times.ts';
import { apiRequestCountSource, fmRequestCountSource } from './calls/request-count.ts';
import {
  apiResponsesOfCodeSource,
  apiResponsesSource,
  fmResponsesOfCodeSource,
  fmResponsesSource,
} from './calls/responses.ts';
import { threadsChartsSource } from './calls/threads-charts.ts';
import { unsuccessfulApiCallsSource, unsuccessfulApiSource } from './calls/unsuccessful-api.ts';
import { logChainSource } from './logs/log-chain.ts';
import { logsSearchBackSource } from './logs/logs-search-back.ts';
import { logsSearchSapSource } from './logs/logs-search-sap.ts';
import { accountAuthInfoSource } from './people/account-auth-info.ts';
import { accountsStatsSource } from './people/accounts-stats.ts';
import { getRegistrationsSource } from './people/get-registrations-xlsx.ts';
import { usersCountDaysSource, usersCountHoursSource } from './people/users-count.ts';
import type { ReportSource } from './read-report.ts';
import { debtorsSource } from './supplier/debtors.ts';
import { estimatedReadingsSource } from './supplier/estimated-readings.ts';
import { moneySource } from './supplier/money.ts';
import { readingsInWindowSource } from './supplier/readings-in-window.ts';
import { serviceQualitySource } from './supplier/service-quality.ts';

/** Every report of the contract with its SQL or its function module, also those of one row; a test compares the two lists. */
export const reportSources: readonly (ReportSource | ModuleSource)[] = [
  accountAuthInfoSource,
  accountsStatsSource,
  findApiByFmSource,
  findFmByApiSource,
  getRegistrationsSource,
  listOfApisSource,
  ...longResponseTimeSources,
  logChainSource,
  logsSearchBackSource,
  logsSearchSapSource,
  threadsChartsSource,
  listOfFmsSource,
  apiRequestCountSource,
  fmRequestCountSource,
  apiResponsesSource,
  apiResponsesOfCodeSource,
  fmResponsesSource,
  fmResponsesOfCodeSource,
  unsuccessfulApiSource,
  unsuccessfulApiCallsSource,
  usersCountDaysSource,
  usersCountHoursSource,
  readingsInWindowSource,
  moneySource,
  estimatedReadingsSource,
  debtorsSource,
  serviceQualitySource,
];
