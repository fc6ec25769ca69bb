import { apiRequestCount } from './calls/api-request-count.ts';
import { apiResponses } from './calls/api-responses.ts';
import { findApiByFm } from './calls/find-api-by-fm.ts';
import { findFmByApi } from './calls/find-fm-by-api.ts';
import { fmRequestCount } from './calls/fm-request-count.ts';
import { fmResponses } from './calls/fm-responses.ts';
import { listOfApis } from './calls/list-of-apis.ts';
import { listOfFms } from './calls/list-of-fms.ts';
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

interface ReportGroup {
  readonly title: string;
  readonly reports: readonly Report[];
}

/** Every report that has a page, in the order of the links to them. */
export const reportGroups: readonly ReportGroup[] = [
  {
    title: 'Виклики API і функційних модулів',
    reports: [
      listOfApis,
      listOfFms,
      apiRequestCount,
      fmRequestCount,
      apiResponses,
      fmResponses,
      findApiByFm,
      findFmByApi,
      threadsCharts,
    ],
  },
  {
    title: 'Журнали, помилки й швидкість',
    reports: [unsuccessfulApi, logsSearchBack, logsSearchSap, longResponseTimeApis, longResponseTimeFms],
  },
  {
    title: 'Входи й користувачі',
    reports: [accountAuthInfo, accountsStats, getRegistrations, usersCountDays, usersCountHours],
  },
  {
    title: 'Постачальник і споживачі',
    reports: [serviceQuality, readingsInWindow, estimatedReadings, money, debtors],
  },
];

export const allReports: readonly Report[] = reportGroups.flatMap(({ reports }) => reports);

/** Reports with those of one row that they lead to, each once. */
export const reportsWithDetails: readonly Report[] = [
  ...new Set(allReports.flatMap((report) => [report, ...(report.detail ? [report.detail.report] : [])])),
];
