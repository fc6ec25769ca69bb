import { sql } from 'kysely';
import { trialStatement } from './judge-statement.ts';
import { type Register, trialOf } from './register-store.ts';
import type { RegisterWork } from './register-work.ts';

const LAST_LINE = 2_147_483_647;

/** Judges a register that was read as booking it would, all at once, and books nothing; after that it waits for a word. */
export async function tryRegister({ db, onProgress }: RegisterWork, register: Register): Promise<void> {
  const { registerNumber, rowCount } = register;
  onProgress?.({ step: 'checking', done: 0, total: rowCount });
  const hasRowIds = register.settings.columns.rowId !== undefined;
  const statement = trialStatement({ registerNumber, after: 0, through: LAST_LINE, hasRowIds });
  const { rows } = await db.transaction().execute(async (transaction) => {
    // A million rows are sorted and joined at once.
    await sql`set local work_mem = '128MB'`.execute(transaction);
    return statement.execute(transaction);
  });
  await sql`
    update billing.bank_register set state = 'checked', trial = ${JSON.stringify(trialOf(register, rows))}::jsonb
    where register_number = ${registerNumber}`.execute(db);
  onProgress?.({ step: 'checking', done: rowCount, total: rowCount });
}
