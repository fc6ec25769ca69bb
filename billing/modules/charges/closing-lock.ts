import type pg from 'pg';
import { withAdvisoryLock } from '#platform/database/with-advisory-lock.ts';

/** Any number that nothing else in the database locks. */
export const CLOSING_LOCK = 7_305_201;

/** Runs the work while no other process closes a period; undefined: another one does. */
export function withClosingLock<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return withAdvisoryLock(pool, CLOSING_LOCK, work);
}
