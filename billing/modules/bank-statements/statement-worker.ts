import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { poolOf } from '#platform/database/node-connections.ts';
import { addRound } from '#platform/jobs/add-jobs.ts';
import type { JobSet } from '#platform/jobs/job-runner.ts';
import { workThrough } from '#platform/jobs/work-through.ts';
import { bookStatement } from './book-statement.ts';
import { partsOf, readStatement } from './parse/read-statement.ts';
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
 * process is at it. Each step leaves the statement in the state that the next run goes on from.
 * @throws AggregateError when statements failed.
 */
export async function processStatements(work: StatementRun): Promise<void> {
  if ((await findWaiting(work.db)) === undefined) return;
  await withStatementLock(work.pool, () =>
    workThrough({
      next: (failed: readonly number[]) => findWaiting(work.db, failed),
      keyOf: ({ statementNumber }) => statementNumber,
      work: (statement) => workOn(work, statement),
      signal: work.signal,
      what: 'statements',
    }),
  );
}

/** The task that reads, checks and books statements. */
const statementTask = 'process-statements';

/** Has what waits processed at once, after the caller's transaction. */
export function askForProcessing(transaction: BillingDatabase): Promise<void> {
  return addRound(transaction, statementTask);
}

/**
 * The job of what administrators sent: beside the calls, on connections of its own. It is asked for with the work; each
 * minute it goes on with what a process before left unfinished.
 */
export function openStatementJobs(
  databaseUrl: string,
  clock: Clock,
): { readonly jobs: JobSet; close(): Promise<void> } {
  const { db, pool, close } = connectDatabase<unknown>({
    url: databaseUrl,
    ...poolOf('svitlo-statements'),
  });
  const work = { db: db as BillingDatabase, pool, clock };
  return {
    jobs: {
      tasks: {},
      periodic: {
        [statementTask]: {
          when: '* * * * *',
          run: ({ signal }) => processStatements({ ...work, signal }),
        },
      },
    },
    close,
  };
}
