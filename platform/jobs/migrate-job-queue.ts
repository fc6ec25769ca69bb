import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { connectionTo } from '../database/servers/servers.ts';
import { afterAdvisoryLock } from '../database/with-advisory-lock.ts';
import { jobLog } from './task.ts';

/** Connections of the job queue: with the default search path, as the library requires. */
export function openJobPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: size,
    application_name: 'svitlo-jobs',
    connectionTimeoutMillis: 10_000,
  });
  // The pool replaces a broken connection; the next statement reports the error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export interface AbandonedJobsOptions {
  /** Id of this process's pool of workers: its jobs are not abandoned, however long they take. */
  readonly livePool?: string | undefined;
  /** Abandoned rounds of these tasks are deleted: the next round does their work. */
  readonly periodicTasks?: readonly string[];
}

/**
 * Unlocks jobs that no living process has confirmed for two minutes, and confirms those of this process. The library's
 * own limit is four hours, but a code in a message is valid for five minutes.
 */
export async function freeAbandonedJobs(pool: pg.Pool, options: AbandonedJobsOptions = {}): Promise<void> {
  const { livePool = null, periodicTasks = [] } = options;
  await pool.query('update graphile_worker._private_jobs set locked_at = now() where locked_by = $1', [
    livePool,
  ]);
  await pool.query(
    `delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
      where task.id = job.task_id and task.identifier = any($1::text[])
        and job.locked_at < now() - interval '2 minutes' and job.locked_by is distinct from $2`,
    [periodicTasks, livePool],
  );
  await pool.query(
    `update graphile_worker._private_jobs
        set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
      where locked_at < now() - interval '2 minutes' and locked_by is distinct from $1`,
    [livePool],
  );
}

const JOB_QUEUE_LOCK = 7_305_224;

/**
 * Migrates the tables of the job queue (schema graphile_worker). Idempotent, and safe when several servers start at
 * once: the library itself checks what is there and what is missing in two steps.
 */
export async function migrateJobQueue(url: string): Promise<void> {
  // Own pool: the library's pool has no error handler for a database that stops at this moment.
  const pool = openJobPool(url, 2);
  try {
    await afterAdvisoryLock(pool, JOB_QUEUE_LOCK, () =>
      runMigrations({ pgPool: pool, logger: jobLog(() => undefined) }),
    );
  } finally {
    await pool.end();
  }
}
