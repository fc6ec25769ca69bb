import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { dropOldPartitions, ensurePartitions } from './call-log.ts';

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

test('a call without a partition is stored and moves to its day when the partition is created', async () => {
  const early = await call('2026-12-31T00:00:00Z');
  const other = await call('2026-11-01T12:00:00Z');
  expect(await partitionOf(early)).toEqual(['api_call_default']);
  expect(await ensurePartitions(db, evening)).toBe(24);
  expect(await partitionOf(early)).toEqual(['api_call_20261231']);
  expect(await partitionOf(other)).toEqual(['api_call_default']);
});

test.each(['api_call', 'fm_call', 'error_log'])(
  '%s has today and seven days ahead, over the year’s end',
  async (table) => {
    expect(await partitionsOf(table)).toEqual([
      ...['20261230', '20261231', '20270101', '20270102', '20270103', '20270104', '20270105', '20270106'].map(
        (day) => `${table}_${day}`,
      ),
      `${table}_default`,
    ]);
  },
);

test('a day ends at midnight UTC', async () => {
  expect(await partitionOf(await call('2026-12-31T23:59:59.999Z'))).toEqual(['api_call_20261231']);
  expect(await partitionOf(await call('2027-01-01T00:00:00Z'))).toEqual(['api_call_20270101']);
});

test('creates nothing in the next hour and one partition of each log on the next day', async () => {
  expect(await ensurePartitions(db, instantFromIso('2026-12-30T23:59:59Z'))).toBe(0);
  expect(await ensurePartitions(db, instantFromIso('2026-12-31T00:00:00Z'))).toBe(3);
});

test('servers that start at once create each partition once, while calls are logged', async () => {
  const later = instantFromIso('2027-02-01T10:00:00Z');
  const made = await Promise.all([
    ensurePartitions(db, later),
    call('2027-02-01T10:00:00Z'),
    ensurePartitions(db, later),
    call('2027-02-02T10:00:00Z'),
    ensurePartitions(db, later),
  ]);
  const counts = made.filter((one) => typeof one === 'number');
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(24);
});

test('a partition has the indexes for the search of calls', async () => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from pg_indexes where schemaname = 'portal' and tablename = 'api_call_20261231'
  `.execute(db);
  expect(Number(rows[0]?.count)).toBe(4);
});

test('deletes whole days older than 90 days, also rows without a partition', async () => {
  const now = instantFromIso('2027-05-01T10:00:00Z');
  const [old, oldest, kept] = [
    await call('2027-01-30T23:59:59Z'),
    await call('2026-11-02T12:00:00Z'),
    await call('2027-01-31T00:00:00Z'),
  ];
  expect(await ensurePartitions(db, instantFromIso('2027-01-30T10:00:00Z'))).toBe(6);
  const before = await partitionsOf('api_call');
  expect(await partitionOf(old)).toEqual(['api_call_20270130']);
  // Concurrent servers drop each partition once.
  const dropped = await Promise.all([dropOldPartitions(db, now, 90), dropOldPartitions(db, now, 90)]);
  const gone = before.filter((name) => name < 'api_call_20270131' && name !== 'api_call_default');
  expect(gone).toContain('api_call_20270130');
  expect(Math.max(...dropped)).toBe(3 * gone.length);
  expect(Math.min(...dropped)).toBe(0);
  expect(await partitionsOf('api_call')).toEqual(before.filter((name) => !gone.includes(name)));
  expect(await partitionOf(old)).toEqual([]);
  expect(await partitionOf(oldest)).toEqual([]);
  expect(await partitionOf(kept)).toEqual(['api_call_20270131']);
});
