import { type Kysely, sql } from 'kysely';

/** Connections to this database whose statement waits for another transaction to end, by process id. */
export async function lockWaiters<Schema>(db: Kysely<Schema>): Promise<readonly number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows.map(({ pid }) => pid);
}
