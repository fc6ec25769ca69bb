import { runMigrations } from 'graphile-worker';
import { jobLog } from './job-log.ts';
import { openJobPool } from './job-pool.ts';

/**
 * Brings the tables of the job queue (schema graphile_worker) up to date. Safe when several servers start at once, and
 * when there is nothing to do.
 */
export async function migrateJobQueue(url: string): Promise<void> {
  // A pool of our own: the library's would take a database that ends just then for a fault that nobody handles.
  const pool = openJobPool(url, 1);
  try {
    await runMigrations({ pgPool: pool, logger: jobLog(() => undefined) });
  } finally {
    await pool.end();
  }
}
