import { setPriority } from 'node:os';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { poolOf } from '#platform/database/node-connections.ts';
import { closingPriority } from '../closing/closing.ts';
import { executeRuns } from './execute-runs.ts';

/** What the process works on; sent to it, because arguments and environment are seen by others. */
export interface RunProcessOrder {
  readonly databaseUrl: string;
  /** By how many milliseconds the clock is ahead of the system's. */
  readonly aheadMs: number;
  /** Accounts in a chunk; absent: that of a closing. */
  readonly chunkSize?: number;
}

/** What it tells before it ends by a fault. */
export interface RunProcessReport {
  readonly fault: string;
}

/** Works on the runs until none waits. */
async function work(
  { databaseUrl, aheadMs, chunkSize }: RunProcessOrder,
  signal: AbortSignal,
): Promise<void> {
  const { db, pool, close } = connectDatabase<unknown>({
    url: databaseUrl,
    planOnce: true,
    ...poolOf('svitlo-close-period'),
  });
  try {
    await executeRuns({
      db: db as BillingDatabase,
      pool,
      clock: { now: () => (systemClock.now() + aheadMs) as Instant },
      signal,
      ...(chunkSize !== undefined && { chunkSize }),
    });
  } finally {
    await close();
  }
}

/*
 * A process of its own, as the command closes a period: of a low priority, so that readings come first. It stops after a chunk when
 * the server that started it says so, or is gone.
 */
if (process.send !== undefined) {
  setPriority(closingPriority);
  const stop = new AbortController();
  process.once('disconnect', () => stop.abort());
  process.once('message', (order: RunProcessOrder) => {
    work(order, stop.signal)
      .catch((error: unknown) => {
        process.exitCode = 1;
        const report: RunProcessReport = {
          fault: error instanceof Error ? (error.stack ?? error.message) : `${error}`,
        };
        if (process.connected) process.send?.(report);
      })
      .finally(() => process.connected && process.disconnect());
  });
}
