import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { bool, queryClient } from './typed-sql.ts';

/** Runs the work on a connection that holds the lock; undefined: another one holds it. */
async function holding<Result>(
  pool: pg.Pool,
  lockNumber: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const { rows } = await queryClient(client, { got: bool() }, 'select pg_try_advisory_lock($1) as got', [
      lockNumber,
    ]);
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
  return (await holding(pool, lockNumber, work))?.result;
}

/** Pause between two attempts to get a lock that another process holds. */
const attemptPauseMs = 200;

/**
 * The same, but waits for the lock without a limit. Asks for it again and again: a statement that waits has a snapshot, and `create index
 * concurrently` by the holder waits for each snapshot, so that neither would end.
 */
export async function afterAdvisoryLock<Result>(
  pool: pg.Pool,
  lockNumber: number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const held = await holding(pool, lockNumber, work);
    if (held !== undefined) return held.result;
    await sleep(attemptPauseMs);
  }
}
