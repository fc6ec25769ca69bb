import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { jobLog } from './job-log.ts';
import { openJobPool } from './job-pool.ts';

/**
 * Unlocks jobs held by a worker for two minutes: no task takes that long, so the worker died. The library's own limit
 * is four hours, but a code in a message is valid for five minutes.
 */
export async function freeAbandonedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`
    update graphile_worker._private_jobs
       set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where locked_at < now() - interval '2 minutes'
  `);
}

/**
 * Migrates the tables of the job queue (schema graphile_worker). Idempotent, and safe when several servers start at
 * once.
 */
export async function migrateJobQueue(url: string): Promise<void> {
  // Own pool: the library's pool has no error handler for a database that stops at this moment.
  const pool = openJobPool(url, 1);
  try {
    await runMigrations({ pgPool: pool, logger: jobLog(() => undefined) });
  } finally {
    await pool.end();
  }
}
