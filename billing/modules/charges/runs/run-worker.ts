import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { poolOf } from '#platform/database/node-connections.ts';
import { addRound } from '#platform/jobs/add-jobs.ts';
import type { JobSet } from '#platform/jobs/job-runner.ts';
import type { RunProcessOrder, RunProcessReport } from './run-process.ts';
import { hasWork } from './run-store.ts';

/** The task that works on runs of closings. */
const runTask = 'run-closings';
/** How often is looked for what a process that is gone left. */
const pauseSeconds = 30;

/** Has what waits worked on at once, after the caller's transaction. */
export function askForRuns(transaction: BillingDatabase): Promise<void> {
  return addRound(transaction, runTask);
}

/** Flags of bin/node-24.mjs for `npm run close-period`. */
const garbageCollection = ['--max-semi-space-size=64', '--max-old-space-size=256', '--no-parallel-scavenge'];

interface RunProcessOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly chunkSize?: number;
}

/**
 * Works on runs in a process of its own until none waits. Of several nodes one does.
 * @throws when the process failed: the run says why, or is gone on with by the next one.
 */
async function runInProcess(
  databaseUrl: string,
  { clock, signal, chunkSize }: RunProcessOptions,
): Promise<void> {
  const child = fork(join(import.meta.dirname, 'run-process.ts'), [], {
    // Nothing of the server's settings and secrets.
    env: {},
    execArgv: garbageCollection,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const order: RunProcessOrder = {
    databaseUrl,
    aheadMs: clock.now() - systemClock.now(),
    ...(chunkSize !== undefined && { chunkSize }),
  };
  let fault: string | undefined;
  child.on('message', (report: RunProcessReport) => {
    fault = report.fault;
  });
  child.send(order);
  const stop = () => void (child.connected && child.disconnect());
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const [code, killedBy] = await once(child, 'exit');
    if (code !== 0 && !signal.aborted)
      throw new Error(fault ?? `the process of runs ended by ${code ?? killedBy}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The job of runs: it is asked for with them; now and then it goes on with what a process before left. */
export function openRunJobs(
  databaseUrl: string,
  clock: Clock,
): { readonly jobs: JobSet; close(): Promise<void> } {
  const { db, close } = connectDatabase<unknown>({ url: databaseUrl, ...poolOf('svitlo-runs') });
  return {
    jobs: {
      tasks: {},
      periodic: {
        [runTask]: {
          when: { pauseSeconds },
          async run({ signal }) {
            if (await hasWork(db as BillingDatabase)) await runInProcess(databaseUrl, { clock, signal });
          },
        },
      },
    },
    close,
  };
}
