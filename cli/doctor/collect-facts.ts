import { arch, cpus, freemem, loadavg, platform, release, totalmem, uptime } from 'node:os';
import { sql } from 'kysely';
import { allCalls } from '#contract/all-calls.ts';
import {
  bool,
  float8,
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import { listDisks } from '#platform/host/disk-room.ts';
import { withoutSecrets } from '#platform/without-secrets.ts';
import type { Config } from '#portal/config.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { DoctorReport } from '../doctor.ts';

/** Most rows of each list. */
const maxRows = 500;

/** Facts of findings that name no customer and hold no text of a row. */
const plainFacts = new Set([
  ...['count', 'rows', 'unsealed', 'isAll', 'accounts', 'days', 'hours', 'seal', 'version', 'versions'],
  ...[
    'disk',
    'freeBytes',
    'sizeBytes',
    'names',
    'name',
    'chain',
    'change',
    'rule',
    'period',
    'task',
    'event',
  ],
  ...['provider', 'mode', 'setting', 'httpStatus', 'problem', 'now', 'newest'],
]);
/** Checks whose reasons are errors of a connection or a disk; those of other checks may quote rows. */
const checksWithReasons = new Set([
  'database',
  'write',
  'files',
  'disk',
  'backup',
  'certificate',
  'proxy',
  'messages',
]);

/** The report of the doctor with codes in place of texts: these name accounts, orders and errors with values. */
export function reportWithoutTexts({ findings, ...report }: DoctorReport) {
  return {
    ...report,
    findings: findings.map(({ check, kind, code, details }) => {
      const facts = Object.entries(details).flatMap(([name, fact]) => {
        if (plainFacts.has(name)) return [[name, fact]];
        if (name !== 'reason' || !checksWithReasons.has(check)) return [];
        return [[name, withoutSecrets(String(fact))]];
      });
      return { check, kind, code, details: Object.fromEntries(facts) };
    }),
  };
}

/** Settings whose values are no secrets and name nobody. */
const openSettings =
  /^(NODE_ENV|PORT|LOG_LEVEL|API_DOCS|CALL_LOG|SIGNATURE_NETWORK|LIQPAY_VERSION|MAX_STATEMENT_MB|\w+_(DAYS|SECONDS|PER_MINUTE|PER_HOUR|PER_ADDRESS|WITHOUT_WORK|ENABLED))$/;

/** Each setting that `readConfig` reads, and whether it is set; the value of those that are open. */
export function describeSettings(
  environment: Readonly<Record<string, string | undefined>>,
  names: Iterable<string>,
) {
  return [...new Set(names)].sort().map((name) => {
    const value = environment[name] ?? '';
    const isSet = value !== '';
    return { name, isSet, ...(isSet && openSettings.test(name) && { value: withoutSecrets(value) }) };
  });
}

/** Processor, memory and disks of this machine, and Node. */
export async function readMachine(config: Pick<Config, 'dataFolder' | 'filesTo'>) {
  const disks = await listDisks(config).catch(() => []);
  return {
    platform: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    processors: cpus().length,
    loadAverage: loadavg(),
    memoryBytes: { total: totalmem(), free: freemem() },
    uptimeSeconds: Math.round(uptime()),
    disks: disks.map(({ folder, freeBytes, sizeBytes }) => ({ folder, freeBytes, sizeBytes })),
  };
}

const serverSettings = [
  ...[
    'max_connections',
    'superuser_reserved_connections',
    'shared_buffers',
    'effective_cache_size',
    'work_mem',
  ],
  ...['maintenance_work_mem', 'wal_level', 'synchronous_commit', 'fsync', 'full_page_writes', 'archive_mode'],
  ...['max_wal_size', 'checkpoint_timeout', 'autovacuum', 'jit', 'server_encoding', 'TimeZone', 'huge_pages'],
];

/** Version, size, settings and connections of the database. */
export async function readServer(db: PortalDatabase) {
  const server = await typedSql({ version: text(), sizeBytes: int8(), isInRecovery: bool() })`
    select version() as version, pg_database_size(current_database())::bigint as "sizeBytes",
           pg_is_in_recovery() as "isInRecovery"`.execute(db);
  const settings = await typedSql({ name: text(), value: text() })`
    select name, setting || coalesce(' ' || unit, '') as value from pg_settings
     where name = any(${serverSettings}::text[]) order by 1`.execute(db);
  const connections = await typedSql({ name: text(), state: nullable(text()), count: int4() })`
    select case when application_name like 'svitlo%' then application_name else 'other' end as name, state,
           count(*)::integer as count
      from pg_stat_activity where datname = current_database() group by 1, 2 order by 1, 2`.execute(db);
  return { ...server.rows[0], settings: settings.rows, connections: connections.rows };
}

/** Migrations of each schema with the times at which they were applied. */
export async function readMigrations(db: PortalDatabase) {
  const { rows } = await typedSql({ schema: text(), name: text(), appliedAt: text() })`
    select 'billing' as schema, name, timestamp as "appliedAt" from billing.kysely_migration
    union all select 'portal', name, timestamp from portal.kysely_migration order by 1, 2`.execute(db);
  return rows;
}

/** Size and estimated rows of each table, the largest first. */
export async function readTables(db: PortalDatabase) {
  const { rows } = await typedSql({
    ...{ table: text(), bytes: int8(), indexBytes: int8(), rows: float8(), deadRows: nullable(int8()) },
    ...{ vacuumedAt: nullable(timestamptz()), analyzedAt: nullable(timestamptz()) },
  })`
    select format('%s.%s', nspname, c.relname) as table, pg_total_relation_size(c.oid)::bigint as bytes,
           pg_indexes_size(c.oid)::bigint as "indexBytes", greatest(reltuples, 0)::float8 as rows,
           stat.n_dead_tup::bigint as "deadRows",
           greatest(stat.last_vacuum, stat.last_autovacuum) as "vacuumedAt",
           greatest(stat.last_analyze, stat.last_autoanalyze) as "analyzedAt"
      from pg_class c join pg_namespace n on n.oid = relnamespace left join pg_stat_user_tables stat on stat.relid = c.oid
     where nspname in ('billing', 'portal', 'graphile_worker') and relkind in ('r', 'p')
     order by 2 desc, 1`.execute(db);
  return rows;
}

/** The queue by task: what waits, runs and has failed for good. Errors are left out: they may quote rows. */
export async function readJobs(db: PortalDatabase) {
  const { rows } = await typedSql({
    ...{ task: text(), waiting: int4(), running: int4(), failed: int4() },
    ...{ oldestRunAt: nullable(timestamptz()), maxAttempts: int4() },
  })`
    select task_identifier as task, (count(*) filter (where locked_at is null and attempts < max_attempts))::integer as waiting,
           (count(*) filter (where locked_at is not null))::integer as running,
           (count(*) filter (where locked_at is null and attempts >= max_attempts))::integer as failed,
           min(run_at) filter (where locked_at is null and attempts < max_attempts) as "oldestRunAt",
           max(attempts)::integer as "maxAttempts"
      from graphile_worker.jobs group by 1 order by 1`.execute(db);
  return rows;
}

/** Calls of the last day that failed by a fault of ours, with the references that customers read. */
export async function readFailures(db: PortalDatabase) {
  const failed = sql`portal.api_call where happened_at > now() - interval '1 day' and http_status >= 500`;
  const { rows } = await typedSql({
    ...{ happenedAt: timestamptz(), reference: uuid(), path: text() },
    ...{ code: text(), httpStatus: int4(), durationUs: int4(), node: nullable(text()) },
  })`
    select happened_at as "happenedAt", reference, name as path, outcome_code as code, http_status::integer as "httpStatus",
           duration_us::integer as "durationUs", node from ${failed} order by happened_at desc limit ${maxRows}`.execute(
    db,
  );
  const counts = await typedSql({ path: text(), code: text(), count: int4() })`
    select name as path, outcome_code as code, count(*)::integer as count from ${failed}
     group by 1, 2 order by 3 desc, 1, 2 limit ${maxRows}`.execute(db);
  // A path that is declared has nothing of a request in it.
  const declared = new Set(allCalls.map(({ path }) => path as string));
  const shown = <Row extends { readonly path: string }>(row: Row) => ({
    ...row,
    path: declared.has(row.path) ? row.path : 'other',
  });
  return {
    counts: counts.rows.map(shown),
    newest: rows.map(shown),
  };
}

/** Nodes with their versions, what they do now, and their samples of the last hour by minute. */
export async function readNodes(db: PortalDatabase) {
  const nodes = await typedSql({
    ...{ node: text(), at: timestamptz(), version: text(), commit: text(), figures: nullable(json()) },
  })`
    select node, at, version, commit, figures from portal.node_state order by node`.execute(db);
  const samples = await typedSql({
    ...{
      node: text(),
      at: timestamptz(),
      requests: int4(),
      errors: int4(),
      inFlight: int4(),
      poolWaiting: int4(),
    },
    ...{ jobsWaiting: int4(), loopDelayUs: int4(), rssBytes: int8(), droppedRecords: int4() },
  })`
    select node, date_trunc('minute', at) as at, sum(requests)::integer as requests, sum(errors)::integer as errors,
           max(in_flight)::integer as "inFlight", max(pool_waiting)::integer as "poolWaiting",
           max(jobs_waiting)::integer as "jobsWaiting", max(lag_p99_us)::integer as "loopDelayUs",
           max(rss)::bigint as "rssBytes", sum(dropped_records)::integer as "droppedRecords"
      from portal.node_sample where at > now() - interval '1 hour' group by 1, 2 order by 2, 1`.execute(db);
  return { nodes: nodes.rows, samples: samples.rows };
}
