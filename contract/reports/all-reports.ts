import { findApiByFm } from './calls/find-api-by-fm.ts';
import { findFmByApi } from './calls/find-fm-by-api.ts';
import { listOfApis } from './calls/list-of-apis.ts';
import { longResponseTimeApis } from './calls/long-response-time-apis.ts';
import { longResponseTimeFms } from './calls/long-response-time-fms.ts';
import { threadsCharts } from './calls/threads-charts.ts';
import { unsuccessfulApi } from './calls/unsuccessful-api.ts';
import type { Report } from './define-report.ts';
import { logsSearchBack } from './logs/logs-search-back.ts';
import { logsSearchSap } from './logs/logs-search-sap.ts';
import { accountAuthInfo } from './people/account-auth-info.ts';
import { accountsStats } from './people/accounts-stats.ts';
import { getRegistrations } from './people/get-registrations-xlsx.ts';
import { usersCountDays } from './people/users-count-days.ts';
import { usersCountHours } from './people/users-count-hours.ts';
import { debtors } from './supplier/debtors.ts';
import { estimatedReadings } from './supplier/estimated-readings.ts';
import { money } from './supplier/money.ts';
import { readingsInWindow } from './supplier/readings-in-window.ts';
import { serviceQuality } from './supplier/service-quality.ts';

/** Every report that has a page, in the order of the links to them. */
export const allReports: readonly Report[] = [
  accountAuthInfo,
  accountsStats,
  findApiByFm,
  findFmByApi,
  getRegistrations,
  listOfApis,
  logsSearchBack,
  logsSearchSap,
  longResponseTimeApis,
  longResponseTimeFms,
  threadsCharts,
  unsuccessfulApi,
  usersCountDays,
  usersCountHours,
  readingsInWindow,
  money,
  estimatedReadings,
  debtors,
  serviceQuality,
];

/** Reports with those of one row that they lead to, each once. */
export const reportsWithDetails: readonly Report[] = [
  ...new Set(allReports.flatMap((report) => [report, ...(report.detail ? [report.detail.report] : [])])),
];
