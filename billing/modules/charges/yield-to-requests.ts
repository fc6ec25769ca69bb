import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Whoever asked for something so short a time ago will ask again. */
const RECENT_MS = 20;
/** What takes longer than a request is no request: a backup, a report. */
const LONGEST_REQUEST_MS = 1000;
/** So many times as long as the work took. */
const REST = 2;
const LONGEST_REST_MS = 500;

/**
 * Whether others than the processes of this name ask the database for something that is short, now or a moment ago. Sees what
 * the database lets its user see of other sessions: those of the same user.
 */
export async function hasWaitingRequests(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ asked: boolean }>(
    `select exists (
       select from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'
         and application_name <> current_setting('application_name')
         and (state = 'active' or state_change > clock_timestamp() - interval '${RECENT_MS} ms')
         and query_start > clock_timestamp() - interval '${LONGEST_REQUEST_MS} ms'
     ) as asked`,
  );
  return rows[0]?.asked === true;
}

/**
 * Rests after a piece of work that nobody waits for, when somebody else asks meanwhile: on a machine of few cores each reading
 * would wait for the closing. Alone in the database it doesn't rest at all.
 */
export async function yieldToRequests(
  pool: pg.Pool,
  workedMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!(await hasWaitingRequests(pool))) return;
  const rest = Math.min(workedMs * REST, LONGEST_REST_MS);
  await pause(rest, undefined, { ...(signal && { signal }) }).catch(() => undefined);
}
