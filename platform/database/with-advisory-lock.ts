import type pg from 'pg';
import { bool, queryClient } from './typed-sql.ts';

/** Runs the work on a connection that holds the lock; undefined: `take` did not get it. */
async function holding<Result>(
  pool: pg.Pool,
  lockNumber: number,
  take: 'pg_try_advisory_lock' | 'pg_advisory_lock',
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const { rows } = await queryClient(
      client,
      { got: bool() },
      // The waiting variant returns no value, and not null.
      `select ${take}($1)::text <> 'false' as got`,
      [lockNumber],
    );
    if (!rows[0]?.got) return undefined;
    try {
      return { result: await work() };
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockNumber]);
    }
  } catch (error) {
    // A closed connection releases its lock.
    isBroken = true;
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * Runs the work while holding a session advisory lock; undefined: another process of this database holds it. Uses one
 * connection of the pool until the work ends.
 */
export async function withAdvisoryLock<Result>(
  pool: pg.Pool,
  lockNumber: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return (await holding(pool, lockNumber, 'pg_try_advisory_lock', work))?.result;
}

/** The same, but waits for the lock without a limit. */
export async function afterAdvisoryLock<Result>(
  pool: pg.Pool,
  lockNumber: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await holding(pool, lockNumber, 'pg_advisory_lock', work);
  if (held === undefined) throw new Error(`the advisory lock ${lockNumber} was not given`);
  return held.result;
}
