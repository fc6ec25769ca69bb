import { runTaskList, type WorkerPool } from 'graphile-worker';
import { every } from '../every.ts';
import { freeAbandonedJobs } from './free-abandoned-jobs.ts';
import { jobLog } from './job-log.ts';
import { openJobPool } from './job-pool.ts';

/** What can be done, by the names of jobs. A task that throws is tried again later; none may take two minutes. */
export type Tasks = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export interface JobQueueOptions {
  readonly url: string;
  readonly tasks: Tasks;
  /** Told of every failed attempt and of every trouble of the queue itself. */
  readonly onError: (error: unknown) => void;
  /** Most jobs at a time. */
  readonly concurrency: number;
  readonly pollMs?: number;
  readonly restartMs?: number;
}

/** New jobs are announced by the database; asked for are only those whose time has come, so seldom is enough. */
const usualPollMs = 10_000;
const usualRestartMs = 10_000;
const freeEveryMs = 30_000;

/**
 * Works off the job queue until it is stopped; `stop` waits for the jobs in flight. A failed job comes back after e^attempt
 * seconds. Jobs of a process that died come back after two minutes. A queue that lost its database starts anew.
 */
export function startJobQueue(options: JobQueueOptions): { stop(): Promise<void> } {
  const { url, tasks, onError, concurrency } = options;
  // One more connection listens.
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
        // Ends of jobs are written by the queue, which survives a database that is away; a bare promise would not.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      tasks,
      pool,
    );
    workers.promise.catch(onError).finally(() => {
      if (!stopped) restart = setTimeout(start, options.restartMs ?? usualRestartMs).unref();
    });
  }

  start();
  const freeing = every(freeEveryMs, () => freeAbandonedJobs(pool), { onError });
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
