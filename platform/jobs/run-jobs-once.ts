import { runOnce } from 'graphile-worker';
import { jobLog, type OnJobError } from './job-log.ts';
import { openJobPool } from './job-pool.ts';
import type { Tasks } from './job-queue.ts';
import { freeAbandonedJobs } from './migrate-job-queue.ts';

export interface RunJobsOptions {
  readonly url: string;
  readonly tasks: Tasks;
  readonly onError: OnJobError;
}

/** Runs the due jobs one after the other and returns when none is left: for tests. */
export async function runJobsOnce({ url, tasks, onError }: RunJobsOptions): Promise<void> {
  const pool = openJobPool(url, 2);
  try {
    await freeAbandonedJobs(pool);
    await runOnce({
      pgPool: pool,
      concurrency: 1,
      noHandleSignals: true,
      logger: jobLog(onError),
      taskList: { ...tasks },
    });
  } finally {
    await pool.end();
  }
}
