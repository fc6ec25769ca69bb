import type pg from 'pg';

/** Any number that nothing else in the database locks. */
export const CLOSING_LOCK = 7_305_201;

/** Runs the work while no other process closes a period; undefined: another one does. */
export async function withClosingLock<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      CLOSING_LOCK,
    ]);
    if (rows[0]?.locked !== true) return undefined;
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [CLOSING_LOCK]);
    }
  } catch (error) {
    // A connection that goes takes its lock along.
    isBroken = true;
    throw error;
  } finally {
    client.release(isBroken);
  }
}
