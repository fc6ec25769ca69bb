import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { dropOldPartitions, ensurePartitions } from './partitions.ts';

const evening = instantFromIso('2026-12-30T23:30:00Z');

let database: TestDatabase;
let connected: ReturnType<typeof connectDatabase<unknown>>;
let db: PortalDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 8 });
  db = connected.db as PortalDatabase;
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name
      from pg_inherits
      join pg_class child on child.oid = inhrelid
      join pg_class parent on parent.oid = inhparent
     where parent.relname = ${table}
     order by child.relname
  `.execute(db);
  return rows.map((row) => row.name);
}

async function call(happenedAt: string): Promise<string> {
  const reference = newId();
  await sql`
    insert into portal.api_call (happened_at, reference, name, duration_us, outcome_code, http_status)
    values (${happenedAt}::timestamptz, ${reference}::uuid, 'test', 1, 'success', 200)
  `.execute(db);
  return reference;
}

async function partitionOf(reference: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from portal.api_call join pg_class on pg_class.oid = api_call.tableoid
     where reference = ${reference}::uuid
  `.execute(db);
  return rows.map((row) => row.name);
}

const daily = ['active_user_minute', 'api_call', 'call_count_minute', 'error_log', 'fm_call', 'node_sample'];
const monthly = [
  ...['active_user_hour', 'call_count_hour', 'call_latency_hour', 'call_latency_minute', 'call_total_minute'],
  ...['failed_user_day', 'user_count_hour', 'user_count_minute'],
];
const yearly = [
  ...['active_user_day', 'call_count_day', 'call_latency_day', 'call_pair_day', 'failed_call_day'],
  ...['failed_return_day', 'name_latency_day', 'slow_call_day', 'user_count_day'],
];

test('a call without a partition is stored and moves with its rollups when the partitions are created', async () => {
  const early = await call('2026-12-31T00:00:00Z');
  const other = await call('2026-11-01T12:00:00Z');
  expect(await partitionOf(early)).toEqual(['api_call_default']);
  // The call; its minute, hour and day, and the minute of all calls; each of them by duration, hour and day once for its name and once
  // for all; the day of the other call in the same way, for it has the same year.
  expect(await ensurePartitions(db, evening)).toEqual({
    made: daily.length * 8 + monthly.length * 2 + yearly.length * 2,
    moved: 1 + (3 + 1) + (1 + 2 * 2) + 3,
  });
  expect(await partitionOf(early)).toEqual(['api_call_20261231']);
  expect(await partitionOf(other)).toEqual(['api_call_default']);
  const { rows } = await sql`
    select tableoid::regclass::text as partition, calls from portal.call_count_minute where name = 'test' order by at
  `.execute(db);
  expect(rows).toEqual([
    { partition: 'portal.call_count_minute_default', calls: 1n },
    { partition: 'portal.call_count_minute_20261231', calls: 1n },
  ]);
});

test.each([
  ...daily.map((table) => ({
    table,
    spans: ['20261230', '20261231', '20270101', '20270102', '20270103', '20270104', '20270105', '20270106'],
  })),
  ...monthly.map((table) => ({ table, spans: ['202612', '202701'] })),
  ...yearly.map((table) => ({ table, spans: ['2026', '2027'] })),
])('$table has today and seven days ahead, over the year’s end', async ({ table, spans }) => {
  expect(await partitionsOf(table)).toEqual([...spans.map((span) => `${table}_${span}`), `${table}_default`]);
});

test('no record is without a partition that is dropped', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_partitioned_table join pg_class on pg_class.oid = partrelid
     where relnamespace = 'portal'::regnamespace and relname <> 'account_event' order by 1`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual([...daily, ...monthly, ...yearly].toSorted());
});

test('a day ends at midnight UTC', async () => {
  expect(await partitionOf(await call('2026-12-31T23:59:59.999Z'))).toEqual(['api_call_20261231']);
  expect(await partitionOf(await call('2027-01-01T00:00:00Z'))).toEqual(['api_call_20270101']);
});

test('creates nothing in the next hour and one partition of each daily table on the next day', async () => {
  expect(await ensurePartitions(db, instantFromIso('2026-12-30T23:59:59Z'))).toEqual({ made: 0, moved: 0 });
  expect(await ensurePartitions(db, instantFromIso('2026-12-31T00:00:00Z'))).toEqual({ made: 6, moved: 0 });
});

test('servers that start at once create each partition once, while calls are recorded', async () => {
  const later = instantFromIso('2027-02-01T10:00:00Z');
  const [calls, partitions] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, (_, n) => call(`2027-02-0${1 + (n % 9)}T10:00:00Z`))),
    Promise.all([ensurePartitions(db, later), ensurePartitions(db, later), ensurePartitions(db, later)]),
  ]);
  expect(partitions.reduce((sum, { made }) => sum + made, 0)).toBe(daily.length * 8 + monthly.length);
  const { rows } = await sql`
    select (select count(*) from portal.api_call where happened_at >= '2027-02-01')::integer as raw,
           (select sum(calls) from portal.call_count_minute where at >= '2027-02-01')::integer as minutes,
           (select sum(calls) from portal.call_latency_day where day >= '2027-02-01')::integer as days
  `.execute(db);
  expect(rows).toEqual([{ raw: calls.length, minutes: calls.length, days: calls.length }]);
});

test('a partition has the indexes for the search of calls', async () => {
  const { rows } = await sql`
    select 1 from pg_indexes where schemaname = 'portal' and tablename = 'api_call_20261231'`.execute(db);
  expect(rows).toHaveLength(7);
});

/** Drops what is older than the default terms; returns the number of partitions. */
async function dropOld(now: Instant): Promise<number> {
  const ago = (days: number) => (now - days * 24 * 3_600_000) as Instant;
  const calls = await dropOldPartitions(db, 'calls', ago(90));
  return calls + (await dropOldPartitions(db, 'rollups', ago(1826)));
}

test('deletes whole days older than 90 days, also rows without a partition, and keeps minutes of all calls, hours and days', async () => {
  const now = instantFromIso('2027-05-01T10:00:00Z');
  const [old, oldest, kept] = [
    await call('2027-01-30T23:59:59Z'),
    await call('2026-11-02T12:00:00Z'),
    await call('2027-01-31T00:00:00Z'),
  ];
  const { made } = await ensurePartitions(db, instantFromIso('2027-01-30T10:00:00Z'));
  // Two days in January that were not there yet; the days from February on are.
  expect(made).toBe(6 * 2);
  const before = Object.fromEntries(
    await Promise.all(daily.map(async (table) => [table, await partitionsOf(table)] as const)),
  );
  expect(await partitionOf(old)).toEqual(['api_call_20270130']);
  // Concurrent servers drop each partition once.
  const dropped = await Promise.all([dropOld(now), dropOld(now)]);
  let gone = 0;
  for (const table of daily) {
    const names = before[table] ?? [];
    const left = names.filter((name) => name >= `${table}_20270131`);
    expect(await partitionsOf(table)).toEqual(left);
    gone += names.length - left.length;
  }
  // Who met a failure is kept as long as the raw rows: December went with them.
  expect(await partitionsOf('failed_user_day')).not.toContain('failed_user_day_202612');
  expect(dropped.reduce((sum, one) => sum + one, 0)).toBe(gone + 1);
  expect(gone).toBeGreaterThanOrEqual(60);
  expect(await partitionOf(old)).toEqual([]);
  expect(await partitionOf(oldest)).toEqual([]);
  expect(await partitionOf(kept)).toEqual(['api_call_20270131']);
  const { rows } = await sql`
    select (select count(*) from portal.call_count_minute where at < '2027-01-31')::integer as minutes,
           (select sum(calls) from portal.call_total_minute where at < '2027-01-31')::integer as totals,
           (select count(*) from portal.call_count_day where day < '2027-01-31')::integer as days
  `.execute(db);
  expect(rows).toEqual([{ minutes: 0, totals: 6, days: 4 }]);
});

test('deletes months and years of rollups once all of them are older than five years', async () => {
  const at = (now: string) => dropOld(instantFromIso(now));
  await at('2031-12-01T00:00:00Z');
  expect(await partitionsOf('call_count_hour')).toContain('call_count_hour_202612');
  expect(await partitionsOf('user_count_minute')).toContain('user_count_minute_202612');
  expect(await partitionsOf('call_count_day')).toContain('call_count_day_2026');
  await at('2032-01-01T00:00:00Z');
  expect(await partitionsOf('call_count_hour')).toEqual([
    'call_count_hour_202701',
    'call_count_hour_202702',
    'call_count_hour_default',
  ]);
  expect(await partitionsOf('user_count_minute')).not.toContain('user_count_minute_202612');
  expect(await partitionsOf('call_count_day')).toEqual(['call_count_day_2027', 'call_count_day_default']);
  const { rows } = await sql`select day::text from portal.call_count_day order by day limit 1`.execute(db);
  expect(rows).toEqual([{ day: '2027-01-01' }]);
});
