import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Processor time so far of each process that serves a database, milliseconds. Its name; the caller's own connection is left out, and a process that ends meanwhile. */
export async function databaseTimes(pool: pg.Pool, name: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  );
  const times = new Map<number, number>();
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => undefined);
    if (stat !== undefined) times.set(pid, Number(stat.split(' ')[0]) / 1e6);
  }
  return times;
}

/** Processor time between two measurements; a process that is new counts with all of its time. */
export function timeBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}
