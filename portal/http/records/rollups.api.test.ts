import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModuleCallRecord } from '#billing/client.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createLogger } from '#platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { type CallLog, createCallLog } from './call-log.ts';
import { compareRollups } from './testing/compare-rollups.ts';

let database: TestDatabase;
let connected: ReturnType<typeof connectDatabase<unknown>>;
let db: PortalDatabase;
let sessions: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 8, planOnce: true });
  db = connected.db as PortalDatabase;
  const made = [];
  for (const type of ['person', 'person', 'person', 'entity', 'admin'] as const)
    made.push((await makeSession(db, systemClock, [], type)).sessionId);
  // A second session of the same person, and one of nobody: a program's token.
  const [second, ofToken] = [newId(), newId()];
  await sql`
    insert into portal.session (session_id, identity_id, started_at, expires_at)
    select ${second}::uuid, identity_id, started_at, expires_at from portal.session where session_id = ${made[0]}::uuid
  `.execute(db);
  sessions = [...made, second, ofToken];
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

const errorsThrow = createLogger({
  level: 'error',
  stream: {
    write: (line) => {
      throw new Error(line);
    },
  },
});

function openLog(node: string): CallLog {
  return createCallLog({ db, node, log: errorsThrow, flushEveryMs: 1_000_000 });
}

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const outcomes = [
  ['success', 200],
  ['success', 200],
  ['common.badRequest', 400],
  ['common.unexpected', 500],
] as const;

function randomCall(from: number, spanMs: number): ModuleCallRecord {
  const [outcomeCode, httpStatus] = pick(outcomes);
  return {
    happenedAt: from + random(spanMs),
    reference: newId(),
    name: pick(['A', 'B', 'C']),
    // Also 0 and the longest that the column holds.
    durationUs: pick([0, 1, random(2000), random(3_000_000), 2 ** 31 - 1]),
    outcomeCode,
    httpStatus,
    accountNumber: null,
    sessionId: pick([null, ...sessions]),
    api: pick([null, '/api/a', '/api/b']),
  };
}

const compare = () => compareRollups(db);
const noDifference = expect.objectContaining({ differing: 0 });

test('rollups equal the raw rows, of nodes that write at once, on the days that have 25 and 23 hours', async () => {
  const nodes = ['one', 'two', 'three'].map(openLog);
  const hourMs = 3_600_000;
  for (let round = 0; round < 6; round += 1) {
    for (const node of nodes)
      for (const start of ['2026-10-24T18:00:00Z', '2026-03-28T18:00:00Z', '2026-12-31T18:00:00Z'])
        for (let n = 0; n < 60; n += 1) {
          node.recordApiCall({
            ...randomCall(Date.parse(start), 36 * hourMs),
            cause: pick([undefined, 'Error: a', 'Error: {"b", \\, null}']),
          });
          node.recordModuleCall(randomCall(Date.parse(start), 36 * hourMs));
        }
    await Promise.all(nodes.map((node) => node.flush()));
  }
  await Promise.all(nodes.map((node) => node.stop()));
  const compared = await compare();
  expect(Object.keys(compared)).toHaveLength(19);
  for (const [name, { rows, differing }] of Object.entries(compared))
    expect({ name, differing, isFilled: rows > 5 }).toEqual({ name, differing: 0, isFilled: true });
  const { rows } = await sql<{ day: string; hours: number }>`
    select (at at time zone 'Europe/Kyiv')::date::text as day, count(distinct at)::integer as hours
    from portal.call_count_hour where (at at time zone 'Europe/Kyiv')::date in ('2026-10-25', '2026-03-29')
    group by 1 order by 1`.execute(db);
  expect(rows).toEqual([
    { day: '2026-03-29', hours: 23 },
    { day: '2026-10-25', hours: 25 },
  ]);
});

test('recount_calls makes the same rollups of the raw rows, and of no other days', async () => {
  await sql`update portal.call_count_hour set calls = 7 where name = 'A'`.execute(db);
  await sql`delete from portal.call_latency_day`.execute(db);
  await sql`delete from portal.user_count_day`.execute(db);
  await sql`select portal.recount_calls('2026-03-28', '2026-03-30')`.execute(db);
  const partly = await compare();
  expect(partly.call_count_day).toEqual(noDifference);
  expect(partly.call_latency_day?.differing).toBeGreaterThan(0);
  const { rows } = await sql<{ day: string }>`
    select distinct (happened_at at time zone 'Europe/Kyiv')::date::text as day from portal.api_call
  `.execute(db);
  for (const { day } of rows) await sql`select portal.recount_calls(${day}::date, ${day}::date)`.execute(db);
  for (const one of Object.values(await compare())) expect(one).toEqual(noDifference);
});

test('recount_failed_and_slow_calls makes the same counts of the raw rows, and of no other days', async () => {
  await sql`update portal.failed_call_day set calls = 7`.execute(db);
  await sql`delete from portal.slow_call_day`.execute(db);
  await sql`select portal.recount_failed_and_slow_calls('2026-03-28', '2026-03-30')`.execute(db);
  expect((await compare()).failed_call_day?.differing).toBeGreaterThan(0);
  await sql`select portal.recount_failed_and_slow_calls('2026-03-01', '2027-01-31')`.execute(db);
  const { failed_call_day, failed_return_day, slow_call_day } = await compare();
  expect([failed_call_day, failed_return_day, slow_call_day]).toEqual([
    noDifference,
    noDifference,
    noDifference,
  ]);
});

test('the migration counts what an installation has recorded, in partitions', async () => {
  const file = join(import.meta.dirname, '../../migrations/0043-minutes-and-durations.sql');
  const [, last = ''] = (await readFile(file, 'utf8')).split('-- What an installation has recorded');
  // Of days that are near to each other: it looks at each hour between the first and the last.
  await sql`delete from portal.api_call where happened_at not between '2026-10-24' and '2026-10-27'
  `.execute(db);
  await sql`delete from portal.fm_call where happened_at not between '2026-10-24' and '2026-10-27'
  `.execute(db);
  await sql`truncate portal.call_count_minute, portal.call_latency_minute, portal.call_latency_day, portal.name_latency_day,
    portal.failed_user_day, portal.failed_return_day`.execute(db);
  await sql`
    select portal.recount_calls(day::date, day::date), portal.recount_failed_and_slow_calls(day::date, day::date)
    from generate_series('2026-10-24'::date, '2026-10-27', '1 day') as day`.execute(db);
  const ofMigration = [
    'call_total_minute',
    'call_latency_minute',
    'active_user_minute',
    'user_count_minute',
    'call_latency_day',
    'name_latency_day',
    'failed_return_day',
  ];
  await connected.db.connection().execute(async (session) => {
    await sql`create temporary table latency_minute as
      select kind, at, counted.bucket, counted.calls::bigint as calls
        from portal.call_latency_minute as minute, unnest(minute.buckets, minute.calls) as counted (bucket, calls)
    `.execute(session);
    await sql`create temporary table latency_day as
      select kind, '' as name, day, bucket, calls from portal.call_latency_day
      union all
      select kind, name, day, (first_bucket + place - 1)::smallint, counted.calls::bigint
        from portal.name_latency_day
        cross join unnest(array[n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15]) with ordinality as counted (calls, place)
       where counted.calls > 0`.execute(session);
    await sql`truncate ${sql.join(ofMigration.map((name) => sql.table(`portal.${name}`)))}`.execute(session);
    await sql.raw(last.slice(last.indexOf('do $$'))).execute(session);
    await sql`drop table latency_minute, latency_day`.execute(session);
  });
  const compared = await compare();
  expect(ofMigration.map((name) => compared[name])).toEqual(ofMigration.map(() => noDifference));
  const { rows } = await sql`
    select (select count(*) from portal.call_total_minute_default) as totals,
      (select count(*) from portal.active_user_minute_default) as users`.execute(db);
  expect(rows).toEqual([{ totals: 0n, users: 0n }]);
});

test('a bucket has durations within 4 %, and its middle is within 2 % of each', async () => {
  const { rows } = await sql<{ worst: number; buckets: number }>`
    select max(abs(portal.bucket_ms(portal.latency_bucket(us)) * 1000 / us - 1)) as worst,
      max(portal.latency_bucket(us))::integer as buckets
    from (select n as us from generate_series(1, 20000) as n
      union all select (1.013 ^ n)::integer from generate_series(1, 1663) as n
      union all select 2147483647) as sample`.execute(db);
  expect(rows[0]?.worst).toBeLessThan(0.02);
  expect(rows[0]?.buckets).toBeLessThan(600);
});
