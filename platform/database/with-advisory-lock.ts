import type pg from 'pg';

/** Runs the work on a connection of the pool that holds the number; undefined: `take` did not get it. */
async function holding<Result>(
  pool: pg.Pool,
  lockNumber: number,
  take: 'pg_try_advisory_lock' | 'pg_advisory_lock',
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const { rows } = await client.query<{ locked: boolean | '' }>(`select ${take}($1) as locked`, [
      lockNumber,
    ]);
    // The one that waits answers nothing when it has it.
    if (rows[0]?.locked === false) return undefined;
    try {
      return { result: await work() };
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

/**
 * Runs the work while no other process of this database holds the number (session advisory lock); undefined: another one does.
 * Takes a connection of the pool until the work ends.
 */
export async function withAdvisoryLock<Result>(
  pool: pg.Pool,
  lockNumber: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return (await holding(pool, lockNumber, 'pg_try_advisory_lock', work))?.result;
}

/** The same, waiting until the number is free however long that takes. */
export async function afterAdvisoryLock<Result>(
  pool: pg.Pool,
  lockNumber: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await holding(pool, lockNumber, 'pg_advisory_lock', work);
  if (held === undefined) throw new Error(`the advisory lock ${lockNumber} was not given`);
  return held.result;
}
