import { sql } from 'kysely';
import { BANK_STATEMENT_BOOK, BANK_STATEMENT_DROP } from '#billing/api/bank-statements.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { deleteStatement, findStatement, type StatementState, toStatementRecord } from './statement-store.ts';

/** Nothing is booked of it, and nobody works on it. */
const droppable: readonly StatementState[] = ['receiving', 'checked', 'refused'];

/** BANK_STATEMENT_BOOK: who gives the word is who books. Said twice it is said once. */
export const handleStatementBook = handleModule(
  BANK_STATEMENT_BOOK,
  ({ db }) =>
    async ({ statementNumber }, { actor }) =>
      db.transaction().execute(async (transaction) => {
        const statement = await findStatement(transaction, statementNumber, true);
        if (statement === undefined) return refuse('common.notFound');
        if (statement.state === 'booking' || statement.state === 'done')
          return answer({ statement: toStatementRecord(statement) });
        if (statement.state !== 'checked') return refuse('statements.wrongState');
        await sql`
          update billing.bank_statement set state = 'booking', actor = ${actor}
          where statement_number = ${statementNumber}`.execute(transaction);
        return answer({ statement: toStatementRecord({ ...statement, state: 'booking' }) });
      }),
);

/** BANK_STATEMENT_DROP. */
export const handleStatementDrop = handleModule(
  BANK_STATEMENT_DROP,
  ({ db }) =>
    async ({ statementNumber }) =>
      db.transaction().execute(async (transaction) => {
        const statement = await findStatement(transaction, statementNumber, true);
        if (statement === undefined) return refuse('common.notFound');
        if (!droppable.includes(statement.state)) return refuse('statements.wrongState');
        await deleteStatement(transaction, statementNumber);
        return answer({});
      }),
);
