import { sql } from 'kysely';
import { BANK_STATEMENT_ADD_PART, BANK_STATEMENT_OPEN } from '#billing/api/bank-statements.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { findFormat } from './statement-format.ts';
import { findStatement, insertStatement, toStatementRecord } from './statement-store.ts';

/** BANK_STATEMENT_OPEN. */
export const handleStatementOpen = handleModule(
  BANK_STATEMENT_OPEN,
  ({ db, clock }) =>
    async ({ formatName, fileName, byteCount }, { actor }) => {
      const format = await findFormat(db, formatName);
      if (format === undefined) return refuse('common.notFound');
      const statement = await insertStatement(db, {
        format,
        fileName,
        byteCount,
        actor,
        createdAt: clock.now(),
      });
      return answer({ statement: toStatementRecord(statement) });
    },
);

/** How many parts of a file are there, one after the other from the first. */
async function countParts(db: BillingDatabase, statementNumber: number): Promise<number> {
  const { rows } = await sql<{ parts: number }>`
    select coalesce(max(part_number), 0) as parts from billing.bank_statement_part
    where statement_number = ${statementNumber}`.execute(db);
  return rows[0]?.parts ?? 0;
}

/**
 * BANK_STATEMENT_ADD_PART: parts come in turn; one that came already is taken as said. The last one must make the file as long as
 * it was told to be, else something was lost on the way.
 */
export const handleStatementAddPart = handleModule(
  BANK_STATEMENT_ADD_PART,
  ({ db }) =>
    async ({ statementNumber, partNumber, content, isLast }) =>
      db.transaction().execute(async (transaction) => {
        const statement = await findStatement(transaction, statementNumber, true);
        if (statement === undefined) return refuse('common.notFound');
        if (statement.state !== 'receiving') return refuse('statements.wrongState');
        const parts = await countParts(transaction, statementNumber);
        if (partNumber <= parts) return answer({ statement: toStatementRecord(statement) });
        const received = statement.bytesDone + BigInt(content.length);
        const isWhole = isLast ? received === statement.byteCount : received < statement.byteCount;
        if (partNumber !== parts + 1 || !isWhole) return refuse('statements.wrongState');
        await sql`
          with kept as (
            insert into billing.bank_statement_part (statement_number, part_number, content)
            values (${statementNumber}, ${partNumber}, ${Buffer.from(content.buffer, content.byteOffset, content.length)})
          )
          update billing.bank_statement set bytes_done = ${isLast ? 0n : received},
            state = ${isLast ? 'reading' : 'receiving'}
          where statement_number = ${statementNumber}`.execute(transaction);
        const after = await findStatement(transaction, statementNumber);
        return answer({ statement: toStatementRecord(after ?? statement) });
      }),
);
