import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int4, int8, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/**
 * Partitioned tables of the records. Minutes by name, and whose calls a minute has, are kept as long as the raw rows, to which they
 * lead; minutes of all calls together, hours and days as long as rollups (decision 0125).
 */
const tables = [
  { name: 'api_call', unit: 'day', kept: 'calls' },
  { name: 'fm_call', unit: 'day', kept: 'calls' },
  { name: 'error_log', unit: 'day', kept: 'calls' },
  { name: 'node_sample', unit: 'day', kept: 'calls' },
  { name: 'call_count_minute', unit: 'day', kept: 'calls' },
  { name: 'active_user_minute', unit: 'day', kept: 'calls' },
  { name: 'call_total_minute', unit: 'month', kept: 'rollups' },
  { name: 'call_latency_minute', unit: 'month', kept: 'rollups' },
  { name: 'user_count_minute', unit: 'month', kept: 'rollups' },
  { name: 'call_count_hour', unit: 'month', kept: 'rollups' },
  { name: 'call_latency_hour', unit: 'month', kept: 'rollups' },
  { name: 'active_user_hour', unit: 'month', kept: 'rollups' },
  { name: 'user_count_hour', unit: 'month', kept: 'rollups' },
  { name: 'failed_user_day', unit: 'month', kept: 'calls' },
  { name: 'call_count_day', unit: 'year', kept: 'rollups' },
  { name: 'call_latency_day', unit: 'year', kept: 'rollups' },
  { name: 'name_latency_day', unit: 'year', kept: 'rollups' },
  { name: 'call_pair_day', unit: 'year', kept: 'rollups' },
  { name: 'active_user_day', unit: 'year', kept: 'rollups' },
  { name: 'user_count_day', unit: 'year', kept: 'rollups' },
  { name: 'failed_call_day', unit: 'year', kept: 'rollups' },
  { name: 'failed_return_day', unit: 'year', kept: 'rollups' },
  { name: 'slow_call_day', unit: 'year', kept: 'rollups' },
] as const;

const daysAhead = 7;

export interface MadePartitions {
  /** Number of created partitions. */
  readonly made: number;
  /** Rows that had come before their partition was there; not 0: it was made too late. */
  readonly moved: number;
}

/**
 * Creates the missing partitions of all records for the day of `now` (UTC) and the next seven; rows of those days in the
 * default partition move into them. Safe on several servers at once.
 */
export async function ensurePartitions(db: PortalDatabase, now: Instant): Promise<MadePartitions> {
  const firstDay = instantToIso(now).slice(0, 10);
  let [made, moved] = [0, 0];
  // A transaction for each table: one that held several would wait for a writer that waits for it.
  for (const { name, unit } of tables) {
    const { rows } = await typedSql({ made: int4(), moved: int8() })`
      select made, moved from portal.make_partitions(${name}, ${unit}, ${firstDay}::date, ${daysAhead}::integer)`.execute(
      db,
    );
    made += rows[0]?.made ?? 0;
    moved += Number(rows[0]?.moved ?? 0);
  }
  return { made, moved };
}

/**
 * Deletes the records whose partitions end before a moment (UTC), whole partitions at a time: 'calls', which are raw rows, samples of
 * nodes and rollups by minute and name, or 'rollups' by minute, hour and day. Returns the number of dropped partitions.
 */
export async function dropOldPartitions(
  db: PortalDatabase,
  which: 'calls' | 'rollups',
  before: Instant,
): Promise<number> {
  const firstKept = instantToIso(before).slice(0, 10);
  let dropped = 0;
  for (const { name } of tables.filter(({ kept }) => kept === which)) {
    const { rows } = await typedSql({ dropped: int4() })`
      select portal.drop_partitions(${name}, ${firstKept}::date) as dropped`.execute(db);
    dropped += rows[0]?.dropped ?? 0;
  }
  return dropped;
}
