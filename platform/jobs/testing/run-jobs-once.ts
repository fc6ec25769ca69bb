import { runOnce } from 'graphile-worker';
import { freeAbandonedJobs, openJobPool } from '../migrate-job-queue.ts';
import { jobLog, type OnJobError, type Tasks, toTaskList } from '../task.ts';

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
      taskList: toTaskList(tasks, { onError, signal: new AbortController().signal }),
    });
  } finally {
    await pool.end();
  }
}
