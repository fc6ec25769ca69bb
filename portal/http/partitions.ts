import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { int4, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '../portal-database.ts';

const daysAhead = 7;

/**
 * Creates the missing partitions of api_call, fm_call and error_log for the day of `now` (UTC) and the next seven; rows
 * of those days in the default partition move into them. Safe on several servers at once. Returns the number of created
 * partitions.
 */
export async function ensurePartitions(db: PortalDatabase, now: Instant): Promise<number> {
  const { rows } = await typedSql({ made: int4() })`
    select portal.make_log_partitions(${instantToIso(now).slice(0, 10)}::date, ${daysAhead}::integer) as made
  `.execute(db);
  return rows[0]?.made ?? 0;
}

const dayMs = 24 * 3_600_000;

/**
 * Deletes call and error records older than this many days (UTC), whole partitions at once. Returns the number of
 * dropped partitions.
 */
export async function dropOldPartitions(db: PortalDatabase, now: Instant, keptDays: number): Promise<number> {
  const firstKept = instantToIso((now - keptDays * dayMs) as Instant).slice(0, 10);
  const { rows } = await typedSql({ dropped: int4() })`
    select portal.drop_log_partitions(${firstKept}::date) as dropped`.execute(db);
  return rows[0]?.dropped ?? 0;
}
