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
 * only, no secrets.
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
      priority => ${priority ?? 0}::integer
    )
  `.execute(db);
}
