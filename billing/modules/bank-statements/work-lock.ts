import type pg from 'pg';
import { withAdvisoryLock } from '#platform/database/with-advisory-lock.ts';

/** Any number that nothing else in the database locks. */
const BANK_STATEMENT_LOCK = 7_305_202;

/** Runs the work while no other process reads or books a statement; undefined: another one does. */
export function withStatementLock<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return withAdvisoryLock(pool, BANK_STATEMENT_LOCK, work);
}
