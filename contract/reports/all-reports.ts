import { listOfApis } from './calls/list-of-apis.ts';
import { unsuccessfulApi } from './calls/unsuccessful-api.ts';
import type { Report } from './define-report.ts';
import { serviceQuality } from './supplier/service-quality.ts';

/** Every report that has a page, in the order of the links to them. */
export const allReports: readonly Report[] = [listOfApis, unsuccessfulApi, serviceQuality];

/** Reports with those of one row that they lead to. */
export const reportsWithDetails: readonly Report[] = allReports.flatMap((report) => [
  report,
  ...(report.detail ? [report.detail.report] : []),
]);
