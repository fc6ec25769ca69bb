import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Clock } from '#platform/clock.ts';

/** How far a statement has come. */
export interface StatementProgress {
  readonly step: 'reading' | 'checking' | 'booking';
  /** Bytes of the file while it is read, else rows. */
  readonly done: number;
  readonly total: number;
}

/** What work on statements stands on. */
export interface StatementRun {
  readonly db: BillingDatabase;
  /** The pool under `db`: rows are written by COPY. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly onProgress?: (progress: StatementProgress) => void;
  /** Stops between two chunks; what is booked stays booked, and the next run goes on from there. */
  readonly signal?: AbortSignal;
  /** Rows in a chunk; 20000 unless told. */
  readonly chunkSize?: number;
}
