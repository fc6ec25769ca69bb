import type pg from 'pg';

/**
 * Runs the work while no other process of this database holds the number (session advisory lock); undefined: another one does.
 * Takes a connection of the pool until the work ends.
 */
export async function withAdvisoryLock<Result>(
  pool: pg.Pool,
  lockNumber: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      lockNumber,
    ]);
    if (rows[0]?.locked !== true) return undefined;
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockNumber]);
    }
  } catch (error) {
    // A connection that goes takes its lock along.
    isBroken = true;
    throw error;
  } finally {
    client.release(isBroken);
  }
}
