import { type Kysely, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';

export interface NewJob {
  /** How often it is tried before it is given up. */
  readonly maxAttempts: number;
  /** Two waiting jobs of one key are one. */
  readonly key?: string;
  /** Not before this moment; absent: at once. */
  readonly runAt?: Instant;
  /** Of the jobs whose time has come the lower number goes first; 0 unless told. */
  readonly priority?: number;
}

/**
 * Adds a job in the transaction of the caller: it exists exactly when what asks for it does. A worker hears of it with the
 * commit. The payload is kept readable: ids belong there, no secrets.
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
