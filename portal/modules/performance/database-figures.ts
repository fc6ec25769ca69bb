import type { LivePayload } from '#contract/live.ts';
import { cached } from '#platform/cached.ts';
import { float8, int4, int8, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** The size is read from the file system, folder by folder: rarely. */
const sizeTtlMs = 60_000;

/** Reads what the database does now, with its time; statements of this reading are left out. */
export function createDatabaseReader(
  db: PortalDatabase,
): () => Promise<LivePayload<'performance'>['database'] & { readonly now: number }> {
  const sizes = cached(sizeTtlMs, async () => {
    const { rows } = await typedSql({ bytes: int8() })`
      select pg_database_size(current_database()) as bytes`.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  });
  let blocks: { readonly hit: bigint; readonly read: bigint } | undefined;

  return async () => {
    const sizeBytes = await sizes.get();
    const { rows } = await typedSql({
      now: timestamptz(),
      connections: int4(),
      maxConnections: int4(),
      longestSeconds: float8(),
      lockWaits: int4(),
      longestLockSeconds: float8(),
      hit: int8(),
      read: int8(),
    })`
      select clock_timestamp() as now, count(*)::integer as connections,
             current_setting('max_connections')::integer as "maxConnections",
             coalesce(max(extract(epoch from clock_timestamp() - query_start))
               filter (where state = 'active' and pid <> pg_backend_pid()), 0)::float8 as "longestSeconds",
             (count(*) filter (where wait_event_type = 'Lock'))::integer as "lockWaits",
             coalesce((select max(extract(epoch from clock_timestamp() - waitstart)) from pg_locks where not granted), 0)::float8
               as "longestLockSeconds",
             coalesce((select blks_hit from pg_stat_database where datname = current_database()), 0)::bigint as hit,
             coalesce((select blks_read from pg_stat_database where datname = current_database()), 0)::bigint as read
        from pg_stat_activity where backend_type = 'client backend'`.execute(db);
    const [row] = rows;
    if (row === undefined) throw new Error('the database says nothing of itself');
    const { hit, read, longestSeconds, longestLockSeconds, ...figures } = row;
    const before = blocks ?? { hit: 0n, read: 0n };
    // The counters begin anew when they are reset.
    const [found, fetched] = hit >= before.hit ? [hit - before.hit, read - before.read] : [hit, read];
    blocks = { hit, read };
    const all = found + fetched;
    return {
      ...figures,
      longestSeconds: Math.max(0, Math.round(longestSeconds * 10) / 10),
      longestLockSeconds: Math.max(0, Math.round(longestLockSeconds * 10) / 10),
      cacheShare: all > 0n ? Math.round((Number(found) / Number(all)) * 10_000) / 10_000 : null,
      sizeBytes,
    };
  };
}
