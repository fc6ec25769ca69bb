import { listOfApisSource } from './calls/list-of-apis.ts';
import { unsuccessfulApiCallsSource, unsuccessfulApiSource } from './calls/unsuccessful-api.ts';
import type { ReportSource } from './read-report.ts';
import { serviceQualitySource } from './supplier/service-quality.ts';

/** Every report of the contract with its SQL, also those of one row; a test compares the two lists. */
export const reportSources: readonly ReportSource[] = [
  listOfApisSource,
  unsuccessfulApiSource,
  unsuccessfulApiCallsSource,
  serviceQualitySource,
];
