import { answer, type ModuleResult } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { findRegister, type RegisterRecord, toRegisterRecord } from './register-store.ts';
import { lockRow, type RegisterRowRecord, toRowRecord } from './row-store.ts';

export type DecidedRow = ModuleResult<{ register: RegisterRecord; row: RegisterRowRecord }>;

/** The row of which an operator decided, and its register, as they stand now. */
export async function decidedRow(
  db: BillingDatabase,
  registerNumber: number,
  line: number,
): Promise<DecidedRow> {
  const register = await findRegister(db, registerNumber);
  const row = await lockRow(db, registerNumber, line);
  if (register === undefined || row === undefined) throw new Error('a row that was decided is gone');
  return answer({ register: toRegisterRecord(register), row: toRowRecord(row) });
}
