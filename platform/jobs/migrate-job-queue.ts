import { runMigrations } from 'graphile-worker';
import { jobLog } from './job-log.ts';

/**
 * Brings the tables of the job queue (schema graphile_worker) up to date. Safe when several servers start at once, and
 * when there is nothing to do.
 */
export async function migrateJobQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 1, logger: jobLog(() => undefined) });
}
