import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Clock } from '#platform/clock.ts';
import type { ImportProgress } from './import-progress.ts';

/** What an import needs. */
export interface ImportRequest {
  readonly db: BillingDatabase;
  /** The pool under `db`. */
  readonly pool: pg.Pool;
  readonly folder: string;
  readonly clock: Clock;
  readonly onProgress?: (progress: ImportProgress) => void;
}
