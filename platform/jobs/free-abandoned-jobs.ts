import type pg from 'pg';

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
