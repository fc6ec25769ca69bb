import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { checkSession } from '#contract/identity/sign-in.ts';
import type { Instant } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { createCallLog } from './call-log.ts';
import { startNodeSamples } from './node-samples.ts';

let connected: ReturnType<typeof connectDatabase<unknown>>;
let db: PortalDatabase;
const refused: string[] = [];

const cabinet = provideTestApp({ onRecordError: (line) => refused.push(line) });

beforeAll(async () => {
  connected = connectDatabase<unknown>({ url: cabinet.url, poolSize: 3 });
  db = connected.db as PortalDatabase;
});

afterAll(() => connected.close());

const makeRecord = (httpStatus: number) => ({
  ...{ happenedAt: systemClock.now(), reference: newId(), name: personBalance.path, durationUs: 1 },
  ...{ outcomeCode: 'test', httpStatus, accountNumber: null, sessionId: null },
});

function openSamples(node: string, clock = systemClock) {
  const { log, lines } = collectLog();
  const callLog = createCallLog({ db, node, log, maxWaiting: 10, flushEveryMs: 1_000_000 });
  const pools = [connected.pool, connected.pool];
  const samples = startNodeSamples({ db, clock, node, callLog, pools, countRunningJobs: () => 3, log });
  return { callLog, samples, lines };
}

async function samplesOf(node: string) {
  const { rows } = await sql<Record<string, number>>`
    select *, (extract(epoch from at) * 1000)::float8 as "atMs" from portal.node_sample
    where node = ${node} order by at desc`.execute(db);
  return rows;
}

test('a sample has the counts since the one before and what the node is like', async () => {
  let now = Date.parse('2026-11-20T10:00:13.456Z') as Instant;
  const { callLog, samples } = openSamples('one', { ...systemClock, now: () => now });
  await sql`insert into portal.identity (identity_id, identity_type, password_hash, created_at)
    values (${newId()}::uuid, 'person', '', now())`.execute(db);
  for (const status of [200, 404, 500, 503]) callLog.recordApiCall(makeRecord(status));
  callLog.enter();
  callLog.enter();
  callLog.leave();
  expect(await samples.write()).toBe(true);
  now = (now + 10_000) as Instant;
  callLog.recordApiCall(makeRecord(200));
  callLog.leave();
  expect(await samples.write()).toBe(true);
  // The slot has one already: the other node of this name does not disturb it.
  expect(await samples.write()).toBe(true);
  samples.stop();
  const rows = await samplesOf('one');
  expect(rows).toMatchObject([
    { atMs: Date.parse('2026-11-20T10:00:20Z'), in_flight: 0, requests: 1, errors: 0, dropped_records: 0 },
    { atMs: Date.parse('2026-11-20T10:00:10Z'), in_flight: 1, requests: 4, errors: 2, jobs_running: 3 },
  ]);
  for (const row of rows) {
    expect(row.pool_total).toBe(connected.pool.totalCount * 2);
    expect(row.loop_used).toBeGreaterThan(0);
    expect(row.loop_used).toBeLessThanOrEqual(1);
    expect(Number(row.rss)).toBeGreaterThan(Number(row.heap_used));
    expect(row.lag_p99_us).toBeGreaterThanOrEqual(0);
  }
  await callLog.stop();
});

test('the delay of the event loop is what it was held up', async () => {
  const { callLog, samples } = openSamples('held');
  // Its histogram counts ticks of the event loop.
  const ticks = monitorEventLoopDelay({ resolution: 20 });
  ticks.enable();
  await expect.poll(() => ticks.count).toBeGreaterThan(1);
  const until = performance.now() + 300;
  while (performance.now() < until);
  const held = ticks.count;
  await expect.poll(() => ticks.count).toBeGreaterThan(held + 1);
  ticks.disable();
  expect(await samples.write()).toBe(true);
  samples.stop();
  await callLog.stop();
  const [row] = await samplesOf('held');
  expect(row?.lag_p99_us).toBeGreaterThan(200_000);
  expect(row?.lag_p99_us).toBeLessThan(5_000_000);
});

test('a call is in flight while it is handled', async () => {
  const token = await cabinet.signIn([]);
  const holder = await connected.pool.connect();
  await holder.query('begin; lock table portal.session');
  const answers = [1, 2, 3].map(() => cabinet.post(personBalance, { token, account: '1' }));
  await expect.poll(() => cabinet.callCounts().inFlight).toBe(3);
  await holder.query('rollback');
  holder.release();
  await Promise.all(answers);
  expect(cabinet.callCounts().inFlight).toBe(0);
});

test('a full database: calls go on, records are dropped and counted, and the next sample says how many', async () => {
  const { callLog, samples, lines } = openSamples('full');
  await sql`
    create function portal.refuse_when_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$
  `.execute(db);
  const full = ['api_call', 'fm_call', 'node_sample'];
  for (const table of full)
    await sql`create trigger full_disk before insert on ${sql.table(`portal.${table}`)}
      for each row execute function portal.refuse_when_full()`.execute(db);
  for (let n = 0; n < 40; n += 1) callLog.recordApiCall(makeRecord(200));
  await callLog.flush();
  expect(await samples.write()).toBe(false);
  const token = await cabinet.signIn([]);
  const answered = await cabinet.post(checkSession, { token });
  expect(answered.httpStatus).toBe(200);
  await cabinet.flushCallLog();
  expect(refused.some((line) => line.includes('53100'))).toBe(true);
  for (const table of full) await sql`drop trigger full_disk on ${sql.table(`portal.${table}`)}`.execute(db);
  // There is room again: what waited is written, rollups and all.
  expect(await samples.write()).toBe(true);
  await callLog.stop();
  samples.stop();
  await cabinet.flushCallLog();
  expect(await samplesOf('full')).toMatchObject([{ dropped_records: 30 }]);
  const { rows } = await sql`
    select (select count(*) from portal.api_call where node = 'full')::integer as kept,
      (select count(*) from portal.api_call where reference = ${String(answered.headers['x-reference'])}::uuid)::integer as waited,
      (select count(*) from portal.api_call)::integer
        - (select sum(calls) from portal.call_count_hour where kind = 'api')::integer as difference
  `.execute(db);
  expect(rows).toEqual([{ kept: 10, waited: 1, difference: 0 }]);
  expect(lines.filter(({ level }) => level === 'error').map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['records of calls are dropped', 'the sample of this node is not written']),
  );
});

test('a node whose clock is wrong by minutes is reported once; its records are where it says', async () => {
  let minutes = 7;
  const clock = { ...systemClock, now: () => (systemClock.now() + minutes * 60_000) as Instant };
  const { callLog, samples, lines } = openSamples('wrong', clock);
  callLog.recordApiCall({ ...makeRecord(200), name: 'of a wrong clock', happenedAt: clock.now() });
  await samples.write();
  minutes = 8;
  await samples.write();
  expect(lines).toMatchObject([{ level: 'error', node: 'wrong' }]);
  minutes = 0;
  await samples.write();
  minutes = -2;
  await samples.write();
  samples.stop();
  await callLog.stop();
  expect(lines).toHaveLength(2);
  const { rows } = await sql`
    select round(extract(epoch from call.happened_at - now()) / 60)::integer as minutes,
      rollup.at = date_trunc('minute', call.happened_at, 'UTC') as "isSame", rollup.calls
    from portal.api_call as call join portal.call_count_minute as rollup using (name)
    where name = 'of a wrong clock'`.execute(db);
  expect(rows).toEqual([{ minutes: 7, isSame: true, calls: 1n }]);
});
