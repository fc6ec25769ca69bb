import type pg from 'pg';

/** Any number that nothing else in the database locks. */
const REGISTER_LOCK = 7_305_202;

/** Runs the work while no other process reads or books a register; undefined: another one does. */
export async function withRegisterLock<Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      REGISTER_LOCK,
    ]);
    if (rows[0]?.locked !== true) return undefined;
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [REGISTER_LOCK]);
    }
  } catch (error) {
    // A connection that goes takes its lock along.
    isBroken = true;
    throw error;
  } finally {
    client.release(isBroken);
  }
}
