import type { Report } from './define-report.ts';
import { listOfApis } from './list-of-apis.ts';
import { serviceQuality } from './service-quality.ts';
import { unsuccessfulApi } from './unsuccessful-api.ts';

/** Every report that has a page, in the order of the links to them. */
export const allReports: readonly Report[] = [listOfApis, unsuccessfulApi, serviceQuality];

/** Reports with those of one row that they lead to. */
export const reportsWithDetails: readonly Report[] = allReports.flatMap((report) => [
  report,
  ...(report.detail ? [report.detail.report] : []),
]);
