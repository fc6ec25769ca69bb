import { sql } from 'kysely';
import { dryRunSql } from './match-rows.ts';
import type { StatementRun } from './statement-run.ts';
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
