import type pg from 'pg';
import { idOf } from '#bench/support/seed/seed-readings.ts';
import { allHandlers } from '#billing/handlers.ts';
import { allCalls } from '#contract/all-calls.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { ensurePartitions } from '#portal/http/records/partitions.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

export const days = 30;
const dayMs = 24 * 3_600_000;
const ofJobs = 0.1;

export interface SeedOptions {
  readonly url: string;
  readonly pool: pg.Pool;
  /** API calls over 30 days; each has 2.4 calls of modules, and jobs make a tenth as many. */
  readonly apiCalls: number;
  /** Accounts of `seedReadings`, each with one session. */
  readonly accounts: number;
  /** Moment of the newest record. */
  readonly until: Instant;
  readonly log: (line: string) => void;
}

/** Names as they are, and as many more as reach the count. */
function namesOf(count: number, known: readonly string[], another: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, n) => known[n] ?? another(n));
}

const apiNames = namesOf(
  300,
  allCalls.map(({ path }) => path),
  (n) => `/api/bench/call-${n}`,
);
const moduleNames = namesOf(
  200,
  allHandlers.map(({ module }) => module.name),
  (n) => `BENCH_${n}`,
);

/** Calls of a hundred by the hour (UTC): few at night, most in the evening. */
const perHour = [1, 1, 1, 2, 3, 4, 5, 6, 6, 5, 5, 4, 4, 4, 5, 6, 7, 8, 8, 6, 4, 3, 1, 1];
const hours = perHour.flatMap((calls, hour) => Array.from({ length: calls }, () => hour));

const accountSql = '(2300000000 + i)::text';
const sessionSql = `('${idOf('session', 0).slice(0, 24)}' || lpad(to_hex(i + 1), 12, '0'))::uuid`;

const columns =
  'happened_at, reference, name, duration_us, outcome_code, http_status, account_number, session_id, node, cause';

/** API calls of a day: a few names have most of them, durations are log-normal, three of a hundred fail. */
const apiCallsOfDay = `
  insert into day_call (${columns})
  select at, uuidv7(at - clock_timestamp()), ($1::text[])[1 + api],
    least(1000 * (2 + api * 7919 % 60) * exp(0.8 * spread), 60000000)::integer,
    case when luck < 0.97 then 'success' when luck < 0.985 then 'common.badRequest' when luck < 0.991 then 'common.sessionEnded'
         when luck < 0.995 then 'common.notFound' when luck < 0.998 then 'common.unexpected' else 'common.serviceDown' end,
    case when luck < 0.97 then 200 when luck < 0.985 then 400 when luck < 0.991 then 401 when luck < 0.995 then 404
         when luck < 0.998 then 500 else 503 end,
    case when known < 0.8 then ${accountSql} end, case when known < 0.85 then ${sessionSql} end, 'node' || (1 + i % 2),
    case when luck >= 0.995 then 'Error: cause ' || api % 7 end
  from (select $2::timestamptz + ($5::integer[])[1 + floor(random() * 100)::integer] * interval '1 hour'
                 + random() * interval '1 hour' as at,
               floor(300 * random() ^ 2.5)::integer as api, random() as luck, random() as known, random_normal() as spread,
               floor($4::integer * random() ^ 2)::integer as i
          from generate_series(1, $3::integer)) as made
  where at >= $6::timestamptz and at < $7::timestamptz
  order by at`;

/** The modules that those calls asked: two or three, the same for a name. */
const moduleCallsOfDay = `
  insert into portal.fm_call
    (happened_at, reference, name, duration_us, outcome_code, http_status, account_number, session_id, node, api)
  select call.happened_at + k * interval '1 millisecond', call.reference, ($1::text[])[1 + (abs(hashtext(call.name)) % 997 + k * 29) % 200],
    greatest(call.duration_us / 4, 50), case when call.http_status = 404 then 'common.notFound'
      when call.http_status >= 500 then 'common.unexpected' else 'success' end,
    case when call.http_status = 404 then 422 when call.http_status >= 500 then 500 else 200 end,
    call.account_number, call.session_id, call.node, call.name
  from day_call as call cross join lateral generate_series(1, 2 + (call.duration_us % 5 < 2)::integer) as k
  order by 1`;

const jobCallsOfDay = `
  insert into portal.fm_call (happened_at, reference, name, duration_us, outcome_code, http_status, node)
  select at, uuidv7(at - clock_timestamp()), ($1::text[])[1 + floor(20 * random())::integer],
    least(5000 * exp(1.2 * random_normal()), 60000000)::integer, 'success', 200, 'node1'
  from (select $2::timestamptz + random() * interval '1 day' as at from generate_series(1, $3::integer)) as made
  where at >= $4::timestamptz and at < $5::timestamptz
  order by at`;

const samplesOfNodes = `
  insert into portal.node_sample
    (node, at, in_flight, requests, errors, pool_total, pool_idle, pool_waiting, jobs_waiting, jobs_running, workers_busy,
     workers_waiting, lag_p99_us, loop_used, rss, heap_used, dropped_records)
  select node, at, 4 * random(), 40 * random(), random() * 0.6, 24, 20 * random(), 0, 9 * random(), 2 * random(), random(), 0,
    2000 * exp(random_normal()), random() * 0.5, 200000000 + 50000000 * random(), 90000000 + 9000000 * random(), 0
  from unnest('{node1,node2}'::text[]) as node,
    generate_series(date_trunc('minute', $1::timestamptz), $2::timestamptz, interval '10 seconds') as at
  on conflict do nothing`;

/**
 * Adds records of 30 days and their partitions, without rollups: rows are made without triggers, and indexes at the end. May be
 * called again for more records of the same days.
 */
export async function seedRecords({ url, pool, apiCalls, accounts, until, log }: SeedOptions): Promise<void> {
  const started = performance.now();
  const since = (until - days * dayMs) as Instant;
  const { db, close } = connectDatabase<unknown>({ url, poolSize: 1 });
  for (let at = since; at <= until; at = (at + 7 * dayMs) as Instant)
    await ensurePartitions(db as PortalDatabase, at);
  await close();
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query('set synchronous_commit = off');
    await client.query("set work_mem = '256MB'");
    await client.query("set maintenance_work_mem = '1GB'");
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as made
         from pg_index where indrelid in ('portal.api_call'::regclass, 'portal.fm_call'::regclass)`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const [from, to] = [instantToIso(since), instantToIso(until)];
    await client.query(`create temporary table day_call as select ${columns} from portal.api_call limit 0`);
    for (let day = since - (since % dayMs); day < until; day += dayMs) {
      const at = instantToIso(day as Instant);
      const count = Math.round(apiCalls / days);
      await client.query(apiCallsOfDay, [apiNames, at, count, accounts, hours, from, to]);
      await client.query(`insert into portal.api_call (${columns}) select ${columns} from day_call`);
      await client.query(moduleCallsOfDay, [moduleNames]);
      await client.query(jobCallsOfDay, [moduleNames, at, Math.round(count * ofJobs), from, to]);
      await client.query('truncate day_call');
    }
    await client.query(samplesOfNodes, [from, to]);
    for (const { made } of indexes) await client.query(made);
  } finally {
    client.release(true);
  }
  log(`seeded in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/**
 * Makes the rollups of the raw rows by the functions of the migrations, day by day.
 * @param newestDays Of what is counted by name and time; failures are counted on all days.
 */
export async function seedRollups(
  { pool, until, log }: Omit<SeedOptions, 'url'>,
  newestDays = days + 1,
): Promise<void> {
  const started = performance.now();
  const client = await pool.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query("set work_mem = '256MB'");
    const { rows } = await client.query<{ names: string }>(
      `select string_agg(format('portal.%I', relname), ', ') as names
         from pg_partitioned_table join pg_class on pg_class.oid = partrelid
        where relnamespace = 'portal'::regnamespace and relname not in ('api_call', 'fm_call', 'error_log', 'node_sample')`,
    );
    await client.query(`truncate ${rows[0]?.names ?? ''}`);
    for (let day = until - days * dayMs; day <= until; day += dayMs)
      await client.query(
        `select portal.recount_calls(day, day) from (select ($1::timestamptz at time zone 'Europe/Kyiv')::date as day) as of_kyiv
          where $2`,
        [instantToIso(day as Instant), until - day < newestDays * dayMs],
      );
    for (let day = until - days * dayMs; day <= until; day += dayMs)
      await client.query(
        `select portal.recount_failed_and_slow_calls(day, day)
           from (select ($1::timestamptz at time zone 'Europe/Kyiv')::date as day) as of_kyiv`,
        [instantToIso(day as Instant)],
      );
  } finally {
    client.release(true);
  }
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  log(`rollups made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** A signed-in administrator with the role 'owner'; the id of the session. */
export async function seedAdministrator(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
       insert into portal.identity (identity_id, identity_type, password_hash, created_at)
       values (gen_random_uuid(), 'admin', '', now()) returning identity_id),
     administrator as (
       insert into portal.administrator (identity_id, login) select identity_id, 'bench' from made returning identity_id),
     role as (
       insert into portal.administrator_role (identity_id, role) select identity_id, 'owner' from administrator)
     insert into portal.session (session_id, identity_id, started_at, expires_at)
     select gen_random_uuid(), identity_id, now(), now() + interval '1 day' from administrator returning session_id as id`,
  );
  if (rows[0] === undefined) throw new Error('no session');
  return rows[0].id;
}
