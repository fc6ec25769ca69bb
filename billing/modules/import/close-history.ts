import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { ImportRequest } from './import-folder.ts';
import type { ImportProgress } from './import-progress.ts';

export interface HistoryToClose {
  readonly firstPeriod: BillingPeriod;
  /** Whether the database had no account before this import. */
  readonly wasEmpty: boolean;
  readonly onProgress: (progress: ImportProgress) => void;
}

export async function closeHistory(
  _request: ImportRequest,
  _history: HistoryToClose,
): Promise<BillingPeriod[]> {
  return [];
}
