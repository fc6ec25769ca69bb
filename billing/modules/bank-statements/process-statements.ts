import { bookStatement } from './book-statement.ts';
import { dryRunStatement } from './dry-run.ts';
import { partsOf, readStatement } from './read-statement.ts';
import type { StatementRun } from './statement-run.ts';
import { findWaiting, type Statement } from './statement-store.ts';
import { withStatementLock } from './work-lock.ts';

async function workOn(work: StatementRun, statement: Statement): Promise<void> {
  if (statement.state === 'reading')
    await readStatement(work, statement, partsOf(work.db, statement.statementNumber), 'checking');
  else if (statement.state === 'checking') await dryRunStatement(work, statement);
  else await bookStatement(work, statement);
}

/**
 * Does what statements wait for, one after the other, until nothing waits or the signal stops it; nothing when another
 * process is at it. Each step leaves the statement in the state that the next run goes on from. One that fails is left for the
 * next run and holds up no other.
 * @throws AggregateError when statements failed.
 */
export async function processStatements(work: StatementRun): Promise<void> {
  if ((await findWaiting(work.db)) === undefined) return;
  await withStatementLock(work.pool, async () => {
    const failures = new Map<number, unknown>();
    while (!work.signal?.aborted) {
      const statement = await findWaiting(work.db, [...failures.keys()]);
      if (statement === undefined) break;
      const { statementNumber } = statement;
      await workOn(work, statement).catch((error: unknown) => failures.set(statementNumber, error));
    }
    if (failures.size > 0) {
      throw new AggregateError(failures.values(), `statements ${[...failures.keys()].join(', ')} failed`);
    }
  });
}
