import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import type { Logger } from '#platform/logger.ts';
import { startInterval } from '#platform/start-interval.ts';
import { processStatements } from './process-statements.ts';

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
