import { runTaskList, type WorkerPool } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { startInterval } from '../start-interval.ts';
import { jobLog, type OnJobError } from './job-log.ts';
import { openJobPool } from './job-pool.ts';
import { freeAbandonedJobs } from './migrate-job-queue.ts';

/** Tasks by job name. A task that throws is retried later; none may take two minutes. */
export type Tasks = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export interface JobQueueOptions {
  readonly url: string;
  readonly tasks: Tasks;
  readonly onError: OnJobError;
  /** Maximum concurrent jobs. */
  readonly concurrency: number;
  readonly pollMs?: number;
  readonly restartMs?: number;
}

/** New jobs are announced by NOTIFY; polling only finds jobs that became due, so it may be rare. */
const usualPollMs = 10_000;
const usualRestartMs = 10_000;
const freeEveryMs = 30_000;

/**
 * Runs jobs until stopped; `stop` waits for the jobs in flight. A failed job is retried after e^attempt seconds, a
 * job of a dead process after two minutes. The queue restarts after losing its database.
 */
export function startJobQueue(options: JobQueueOptions): { stop(): Promise<void> } {
  const { url, tasks, onError, concurrency } = options;
  // One more connection for LISTEN.
  const pool = openJobPool(url, concurrency + 1);
  let stopped = false;
  let workers: WorkerPool | undefined;
  let restart: NodeJS.Timeout | undefined;

  function start(): void {
    workers = runTaskList(
      {
        concurrency,
        pollInterval: options.pollMs ?? usualPollMs,
        noHandleSignals: true,
        logger: jobLog(onError),
        // No delay: the queue writes job results and survives a lost database; a bare promise would not.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      tasks,
      pool,
    );
    workers.promise
      .catch((error: unknown) => onError(error))
      .finally(() => {
        if (!stopped) restart = setTimeout(start, options.restartMs ?? usualRestartMs).unref();
      });
  }

  start();
  const freeing = startInterval(freeEveryMs, () => freeAbandonedJobs(pool), { onError });
  void freeing.runNow();
  return {
    async stop() {
      stopped = true;
      clearTimeout(restart);
      await freeing.stop();
      if (workers?._active) await workers.gracefulShutdown();
      await pool.end();
    },
  };
}

/** Jobs by task that are due or will be and that no worker has taken; one statement on the index of such jobs. */
export async function countWaitingJobs<Schema>(
  db: Kysely<Schema>,
): Promise<readonly { readonly job: string; readonly count: number }[]> {
  const { rows } = await typedSql({ job: text(), count: int4() })`
    select identifier as job, count(*)::integer as count
      from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
     where job.is_available
     group by identifier
  `.execute(db);
  return rows;
}
