import { type Kysely, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';

export interface NewJob {
  /** Maximum attempts. */
  readonly maxAttempts: number;
  /** Waiting jobs of the same key are merged. */
  readonly key?: string;
  /** Earliest start; absent: at once. */
  readonly runAt?: Instant;
  /** Of due jobs the lower number runs first; 0 by default. */
  readonly priority?: number;
}

/**
 * Adds a job in the caller's transaction. Workers are notified at commit. The payload is stored unencrypted: ids
 * only, no secrets. The flag is the task's name: a runner skips the jobs of a task that has no free slot.
 */
export async function addJob<Schema>(
  db: Kysely<Schema>,
  name: string,
  payload: Readonly<Record<string, string>>,
  { maxAttempts, key, runAt, priority }: NewJob,
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${name}::text, ${JSON.stringify(payload)}::json,
      run_at => ${runAt === undefined ? null : instantToIso(runAt)}::timestamptz,
      max_attempts => ${maxAttempts}::integer, job_key => ${key ?? null}::text,
      priority => ${priority ?? 0}::integer, flags => array[${name}::text]
    )
  `.execute(db);
}

interface NamedJob extends NewJob {
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
      select row(name, payload, null, run_at, max_attempts, job_key, priority, array[name])::graphile_worker.job_spec
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (name text, payload json, run_at timestamptz,
        max_attempts smallint, job_key text, priority smallint)))
  `.execute(db);
}

/** Key of the one waiting round of a periodic task. */
export const periodicKey = (task: string): string => `periodic:${task}`;

/** Adds the next round of a periodic task, or moves the one that waits. The time is that of the database. */
export async function addRound<Schema>(db: Kysely<Schema>, task: string, inSeconds = 0): Promise<void> {
  await sql`
    select from graphile_worker.add_job(${task}::text, run_at => now() + ${inSeconds} * interval '1 second',
      job_key => ${periodicKey(task)}::text, max_attempts => 1)
  `.execute(db);
}
