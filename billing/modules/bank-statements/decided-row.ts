import { answer, type ModuleResult } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { lockRow, type StatementRowRecord, toRowRecord } from './row-store.ts';
import { findStatement, type StatementRecord, toStatementRecord } from './statement-store.ts';

export type DecidedRow = ModuleResult<{ statement: StatementRecord; row: StatementRowRecord }>;

/** The row of which an operator decided, and its statement, as they stand now. */
export async function decidedRow(
  db: BillingDatabase,
  statementNumber: number,
  line: number,
): Promise<DecidedRow> {
  const statement = await findStatement(db, statementNumber);
  const row = await lockRow(db, statementNumber, line);
  if (statement === undefined || row === undefined) throw new Error('a row that was decided is gone');
  return answer({ statement: toStatementRecord(statement), row: toRowRecord(row) });
}
