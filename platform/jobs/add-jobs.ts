import { type Kysely, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import type { NewJob } from './add-job.ts';

export interface NamedJob extends NewJob {
  readonly name: string;
  /** Stored unencrypted: ids only, no secrets. */
  readonly payload: Readonly<Record<string, string>>;
}

/** Adds many jobs in one statement, in the caller's transaction. */
export async function addJobs<Schema>(db: Kysely<Schema>, jobs: readonly NamedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ name, payload, maxAttempts, key, runAt, priority }) => ({
    name,
    payload,
    run_at: runAt === undefined ? null : instantToIso(runAt as Instant),
    max_attempts: maxAttempts,
    job_key: key ?? null,
    priority: priority ?? 0,
  }));
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(name, payload, null, run_at, max_attempts, job_key, priority, null)::graphile_worker.job_spec
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (name text, payload json, run_at timestamptz,
        max_attempts smallint, job_key text, priority smallint)))
  `.execute(db);
}
