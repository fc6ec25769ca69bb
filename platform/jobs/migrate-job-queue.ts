import { runMigrations } from 'graphile-worker';
import { jobLog } from './job-log.ts';
import { openJobPool } from './job-pool.ts';

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
