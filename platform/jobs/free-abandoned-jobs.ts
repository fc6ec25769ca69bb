import type pg from 'pg';

/**
 * Gives back jobs that a worker holds for two minutes: it died with them, for no task takes so long. The library's own
 * rule is four hours, and a code in a message lives five minutes.
 */
export async function freeAbandonedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`
    update graphile_worker._private_jobs
       set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
     where locked_at < now() - interval '2 minutes'
  `);
}
