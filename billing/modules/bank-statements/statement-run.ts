import { sql } from 'kysely';
import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Clock } from '#platform/clock.ts';
import { withAdvisoryLock } from '#platform/database/with-advisory-lock.ts';
import { dryRunSql } from './rows/match-rows.ts';
import { dryRunOf, type Statement } from './statement-store.ts';

const LAST_LINE = 2_147_483_647;

/** Checks a statement that was read as booking it would, all at once, and books nothing; after that it waits for an administrator. */
export async function dryRunStatement({ db, onProgress }: StatementRun, statement: Statement): Promise<void> {
  const { statementNumber, rowCount } = statement;
  onProgress?.({ step: 'checking', done: 0, total: rowCount });
  const hasRowIds = statement.settings.columns.rowId !== undefined;
  const check = dryRunSql({ statementNumber, after: 0, through: LAST_LINE, hasRowIds });
  const { rows } = await db.transaction().execute(async (transaction) => {
    // A million rows are sorted and joined at once.
    await sql`set local work_mem = '128MB'`.execute(transaction);
    return check.execute(transaction);
  });
  await sql`
    update billing.bank_statement set state = 'checked', dry_run = ${JSON.stringify(dryRunOf(statement, rows))}::jsonb
    where statement_number = ${statementNumber}`.execute(db);
  onProgress?.({ step: 'checking', done: rowCount, total: rowCount });
}

/** Any number that nothing else in the database locks. */
const BANK_STATEMENT_LOCK = 7_305_203;

/** Runs the work while no other process reads or books a statement; undefined: another one does. */
export function withStatementLock<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return withAdvisoryLock(pool, BANK_STATEMENT_LOCK, work);
}

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
  /** Rows in a chunk; default: 20000. */
  readonly chunkSize?: number;
}
