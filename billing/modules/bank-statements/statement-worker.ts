import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import type { Logger } from '#platform/logger.ts';
import { startInterval } from '#platform/start-interval.ts';
import { bookStatement } from './book-statement.ts';
import { partsOf, readStatement } from './read-statement.ts';
import { dryRunStatement, type StatementRun, withStatementLock } from './statement-run.ts';
import { findWaiting, type Statement } from './statement-store.ts';

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

const LOOK_EVERY_MS = 1500;

/**
 * Reads, tries and books what administrators sent, beside the calls and on connections of its own; also goes on with what a
 * process before left unfinished. `stop` waits for the chunk in flight.
 */
export function startStatementWorker(options: {
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
}): { stop(): Promise<void> } {
  const { databaseUrl, clock } = options;
  const log = options.log.child({ part: 'bank-statements' });
  const { db, pool, close } = connectDatabase<unknown>({
    url: databaseUrl,
    poolSize: 4,
    name: 'svitlo-statements',
  });
  const stopping = new AbortController();
  const work = { db: db as BillingDatabase, pool, clock, signal: stopping.signal };
  const looking = startInterval(LOOK_EVERY_MS, () => processStatements(work), {
    onError: (error) => log.error({ err: error }, 'bank statements are not processed'),
  });
  return {
    async stop() {
      stopping.abort();
      await looking.stop();
      await close();
    },
  };
}
