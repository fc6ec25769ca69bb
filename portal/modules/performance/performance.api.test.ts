import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { openLiveChannel } from '#contract/live.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { performanceHistory, performanceReadings } from '#contract/performance/performance-history.ts';
import { bucketMs, latencyBucket } from '#domain/performance/latency-buckets.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { describeVersion, productVersion } from '#platform/host/version.ts';
import { addJob } from '#platform/jobs/add-jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { stopCacheTime } from '#platform/testing/pass-cache-time.ts';
import { type AppOptions, buildApp } from '#portal/app.ts';
import { readConfig } from '#portal/config.ts';
import { claimRefresh, publishState } from '#portal/http/live/live-event-store.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { createCallMeter } from './call-meter.ts';
import { type NodeParts, startNodePublisher } from './publish-node.ts';
import { createPerformanceReader } from './read-performance.ts';

const cabinet = provideTestApp();
const log = createLogger({ level: 'silent' });
const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closings.splice(0)) await close();
  await sql`delete from portal.node_state`.execute(cabinet.portalDb);
  await sql`delete from portal.live_topic`.execute(cabinet.portalDb);
});

const idlePool = { totalCount: 4, idleCount: 3, waitingCount: 0 };

interface StartedNode {
  everyMs?: number;
  pool?: typeof idlePool;
  jobs?: number;
  readBackups?: NodeParts['readBackups'];
}

/** A node that publishes when the test asks, or every `everyMs`; its row is written already. */
async function startNode(
  name: string,
  { everyMs = 3_600_000, pool = idlePool, jobs = 0, readBackups }: StartedNode = {},
) {
  let now = 100_000;
  const meter = createCallMeter(() => now);
  const node = { name, pools: [pool], countRunningJobs: () => jobs, ...(readBackups && { readBackups }) };
  const publisher = startNodePublisher({ db: cabinet.portalDb, node, meter, log, everyMs });
  closings.push(() => publisher.stop());
  await expect.poll(() => stateOf(name)).toBeDefined();
  return {
    publisher,
    /** Calls that take so long, made within the last second. */
    record(count: number, ms: number, status = 200, path = '/api/x') {
      for (let call = 0; call < count; call += 1) meter.record(path, status, ms);
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const stateOf = async (name: string) => {
  const { rows } = await sql<{ at: string; figures: { inFlight: number } | null }>`
    select at::text, figures from portal.node_state where node = ${name}`.execute(cabinet.portalDb);
  return rows[0];
};

/** Lets a node be silent since so many seconds. */
const silence = (name: string, seconds: number) =>
  sql`update portal.node_state set at = clock_timestamp() - make_interval(secs => ${seconds}::integer) where node = ${name}`.execute(
    cabinet.portalDb,
  );

describe('the state of the topic', () => {
  test('is the sum of the nodes; percentiles are those of all calls together', async () => {
    const [here, there] = [await startNode('a', { jobs: 2 }), await startNode('b')];
    here.record(90, 10);
    there.record(9, 800, 200, '/api/slow');
    there.record(1, 800, 500, '/api/failing');
    for (const { pass, publisher } of [here, there]) {
      pass(1000);
      await publisher.publish();
    }
    const state = await createPerformanceReader(cabinet.portalDb, undefined)();
    expect(state.together).toMatchObject({
      perSecond: 10,
      calls: 100,
      failed: 1,
      inFlight: 0,
      pool: { used: 2, idle: 6, waiting: 0 },
      jobsRunning: 2,
    });
    const [fast, slow] = [10, 800].map((ms) => Math.round(bucketMs(latencyBucket(ms * 1000)) * 100) / 100);
    // Averaged percentiles of the two nodes would be between them.
    expect([state.together.p50Ms, state.together.p95Ms, state.together.p99Ms]).toEqual([fast, slow, slow]);
    const version = describeVersion(productVersion());
    expect(state.nodes.map((node) => node.version)).toEqual([version, version]);
    expect(state.nodes.map(({ name, calls, p95Ms }) => [name, calls, p95Ms])).toEqual([
      ['a', 90, fast],
      ['b', 10, slow],
    ]);
    expect([state.seconds.calls.length, state.seconds.calls.at(-1), state.seconds.failed.at(-1)]).toEqual([
      60, 100, 1,
    ]);
    expect(state.paths).toEqual([
      { path: '/api/failing', calls: 1, failed: 1, slow: 1 },
      { path: '/api/slow', calls: 9, failed: 0, slow: 9 },
      { path: '/api/x', calls: 90, failed: 0, slow: 0 },
    ]);
    expect(state.findings.map(({ code }) => code)).toEqual(['slow']);
    const { database } = state;
    expect(database.connections).toBeGreaterThan(0);
    expect(database.maxConnections).toBeGreaterThan(database.connections);
    expect(database.sizeBytes).toBeGreaterThan(1_000_000);
    expect(database.cacheShare).toBeGreaterThan(0.5);
  });

  test('a node that died leaves the sums and is named, then forgotten; one that ended in order is not', async () => {
    const [lives, dies, ends] = [await startNode('lives'), await startNode('dies'), await startNode('ends')];
    for (const { record, pass, publisher } of [lives, dies, ends]) {
      record(5, 10);
      pass(1000);
      await publisher.publish();
    }
    await ends.publisher.stop();
    await silence('dies', 11);
    const read = createPerformanceReader(cabinet.portalDb, undefined);
    const state = await read();
    expect(state.nodes.map(({ name }) => name)).toEqual(['lives']);
    expect(state.together.calls).toBe(5);
    expect(state.silent).toEqual([{ name: 'dies', lastAt: expect.any(String) }]);
    expect(state.findings).toEqual([
      { code: 'nodeSilent', node: 'dies', value: null, since: state.silent[0]?.lastAt, isSinceKnown: true },
    ]);
    await silence('dies', 901);
    expect(await read()).toMatchObject({ silent: [], findings: [] });
  });

  test('says since when something is not well, also when another node reads on', async () => {
    await addJob(cabinet.portalDb, 'nobody-does-this', {}, { maxAttempts: 1 });
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '3 minutes'`.execute(
      cabinet.portalDb,
    );
    const first = await createPerformanceReader(cabinet.portalDb, undefined)();
    const [finding] = first.findings;
    // Nobody has looked before: it may have been so for longer.
    expect(finding).toMatchObject({ code: 'jobsLate', isSinceKnown: false, since: first.at });
    expect(first.jobs).toMatchObject({ waiting: 1, running: 0, lateJob: 'nobody-does-this' });
    await publishState(cabinet.portalDb, 'performance', first);
    const next = await createPerformanceReader(cabinet.portalDb, undefined)();
    expect(next.at > first.at).toBe(true);
    expect(next.findings[0]).toMatchObject({ since: first.at, isSinceKnown: false });
    await sql`delete from graphile_worker._private_jobs`.execute(cabinet.portalDb);
    expect((await createPerformanceReader(cabinet.portalDb, undefined)()).findings).toEqual([]);
  });

  test('has the newest backup that a node knows of; a node whose file of backups is broken publishes all the same', async () => {
    const read = createPerformanceReader(cabinet.portalDb, undefined);
    const broken = await startNode('broken', { readBackups: () => Promise.reject(new Error('no JSON')) });
    await broken.publisher.publish();
    expect(await read()).toMatchObject({ backup: null, nodes: [{ name: 'broken' }] });
    const hourAgo = (hours: number) => (Date.now() - hours * 3_600_000) as Instant;
    const state = { lastCheckAt: hourAgo(50), lastCheckOk: true, walArchivedAt: null };
    for (const [name, hours] of [
      ['a', 1],
      ['b', 40],
    ] as const) {
      const lastBackupAt = hourAgo(hours);
      const readBackups = async () => ({ ...state, target: '/secret/place', lastBackupAt });
      await (await startNode(name, { readBackups })).publisher.publish();
    }
    const answer = await read();
    expect(answer.backup).toMatchObject({ copy: 'fresh', check: 'good', log: 'off', walArchivedAt: null });
    expect(JSON.stringify(answer)).not.toContain('/secret/place');
  });

  test('statements that wait for connections are a finding when they do in each of five readings', async () => {
    const pool = { totalCount: 4, idleCount: 0, waitingCount: 9 };
    const { publisher } = await startNode('full', { pool });
    const read = createPerformanceReader(cabinet.portalDb, publisher);
    for (let reading = 1; reading < 5; reading += 1) expect((await read()).findings).toEqual([]);
    expect((await read()).findings).toMatchObject([{ code: 'poolWaiting', node: 'full', value: 9 }]);
  });

  test('holds nothing of who calls', async () => {
    const { record, pass, publisher } = await startNode('a');
    record(1, 10);
    pass(1000);
    await publisher.publish();
    const state = await createPerformanceReader(cabinet.portalDb, undefined)();
    expect(Object.keys(state.paths[0] ?? {}).sort()).toEqual(['calls', 'failed', 'path', 'slow']);
    const { rows } = await sql<{
      columns: string[];
    }>`select array_agg(column_name::text) as columns
      from information_schema.columns where table_schema = 'portal' and table_name = 'node_state'`.execute(
      cabinet.portalDb,
    );
    expect(rows[0]?.columns.toSorted()).toEqual(['at', 'commit', 'figures', 'node', 'version']);
  });
});

test('a node writes figures only while somebody looks, at whichever node', async () => {
  await startNode('a', { everyMs: 20 });
  // It writes that it is there at every third look.
  const signs = new Map<string, unknown>();
  await expect
    .poll(async () => {
      const state = await stateOf('a');
      if (state) signs.set(state.at, state.figures);
      return signs.size;
    })
    .toBeGreaterThan(3);
  expect(new Set(signs.values())).toEqual(new Set([null]));
  await claimRefresh(cabinet.portalDb, 'performance', 1500);
  await vi.waitFor(async () => expect((await stateOf('a'))?.figures).toMatchObject({ inFlight: 0 }), {
    timeout: 20_000,
  });
});

test('the live channel of a node carries what other nodes do, and moves with the calls', async () => {
  const nodes = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const { url, clock } = cabinet;
      const connected = connectDatabase<unknown>({ url, poolSize: 3 });
      const transport = inProcess(createBilling({ db: connected.db as BillingDatabase, clock }));
      const app = await buildApp({
        db: connected.db as AppOptions['db'],
        billing: createBillingClient({ transport, record: () => undefined, clock }),
        clock,
        config: readConfig({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '0' }),
        keys: testKeys,
        callLog: undefined,
        log,
        live: { databaseUrl: url, pollMs: 100 },
        node: { name, pools: [connected.pool], countRunningJobs: () => 0 },
      });
      await app.listen({ port: 0, host: '127.0.0.1' });
      closings.push(async () => {
        await app.close();
        await connected.close();
      });
      return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
    }),
  );
  const token = await cabinet.signIn([], 'admin', ['analyst']);
  const left = new AbortController();
  const { body } = await fetch(`${nodes[0]?.url}${openLiveChannel.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, topics: [{ topic: 'performance' }] }),
    signal: left.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  })().catch(() => undefined);
  const states = () =>
    [...text.matchAll(/^event: performance\ndata: (.*)\n\n/gm)].map(
      ([, data = '']) =>
        JSON.parse(data) as { nodes: { name: string; calls: number }[]; together: { calls: number } },
    );
  await vi.waitFor(
    () =>
      expect(
        states()
          .at(-1)
          ?.nodes.map(({ name }) => name),
      ).toEqual(['first', 'second']),
    {
      timeout: 20_000,
    },
  );
  const ask = () => nodes[1]?.app.inject({ method: 'POST', url: getServiceMessage.path, payload: {} });
  for (let call = 0; call < 7; call += 1) expect((await ask())?.statusCode).toBe(400);
  await vi.waitFor(() => expect(states().at(-1)?.nodes).toMatchObject([{ calls: 0 }, { calls: 7 }]), {
    timeout: 20_000,
  });
  // The open stream itself is no call under way.
  expect(states().at(-1)).toMatchObject({ together: { calls: 7, inFlight: 0 } });
  left.abort();
  await reading;
  await nodes[0]?.app.close();
  expect(await stateOf('first')).toBeUndefined();
}, 60_000);

test('the history of the last hour agrees with the raw records, minute by minute', async () => {
  const { portalDb: db, clock } = cabinet;
  const token = await cabinet.signIn([], 'admin', ['analyst']);
  const others = [];
  for (const type of ['person', 'entity'] as const)
    others.push((await makeSession(db, clock, [], type)).sessionId);
  await cabinet.flushCallLog();
  await sql`truncate portal.call_count_minute, portal.call_total_minute, portal.call_latency_minute,
    portal.active_user_minute, portal.user_count_minute`.execute(db);
  await sql`delete from portal.api_call`.execute(db);
  const now = instantToIso(clock.now());
  await sql`select setseed(0.29)`.execute(db);
  await sql`
    insert into portal.api_call (happened_at, reference, name, duration_us, outcome_code, http_status, session_id)
    select ${now}::timestamptz - interval '59 minutes' * random(), gen_random_uuid(),
           (array['/api/a', '/api/auth/person'])[1 + floor(random() * 2)::int], exp(random() * 15)::int, 'x',
           (array[200, 200, 401, 500, 503])[1 + floor(random() * 5)::int],
           (${others}::uuid[])[1 + floor(random() * 40)::int]
      from generate_series(1, 2000)`.execute(db);
  const { rows: raw } = await sql<{
    at: number;
    calls: number;
    failed: number;
    p95: number;
    ok: number;
    no: number;
    users: number;
  }>`
    select date_trunc('minute', happened_at) as at, count(*)::int as calls, (count(*) filter (where http_status >= 500))::int as failed,
           (percentile_disc(0.95) within group (order by duration_us))::float8 / 1000 as p95,
           (count(*) filter (where name = '/api/auth/person' and http_status < 400))::int as ok,
           (count(*) filter (where name = '/api/auth/person' and http_status >= 400))::int as no,
           count(distinct session_id)::int as users
      from portal.api_call group by 1`.execute(db);
  await sql`
    insert into portal.node_sample (node, at, in_flight, requests, errors, pool_total, pool_idle, pool_waiting, jobs_waiting,
      jobs_running, workers_busy, workers_waiting, lag_p99_us, loop_used, rss, heap_used, dropped_records)
    select node, ${now}::timestamptz - interval '5 minutes', 3, 0, 0, 12, 1, 2, 7, 0, 0, 0, lag, 0.5, 1, 1, 0
      from (values ('a', 4000), ('b', 9000)) as node(node, lag)`.execute(db);
  const { body } = await cabinet.post(performanceHistory, { token, span: 'hour' });
  expect([body.stepSeconds, body.points.length]).toEqual([60, 60]);
  const pointAt = new Map(body.points.map((point) => [Date.parse(point.at), point]));
  expect(raw.length).toBeGreaterThan(50);
  expect(new Set(raw.map(({ users }) => users))).toEqual(new Set([0, 1, 2]));
  for (const { at, calls, failed, p95, ok, no, users } of raw) {
    const point = pointAt.get(at);
    expect([point?.calls, point?.failed].map((perSecond) => Math.round((perSecond ?? 0) * 60))).toEqual([
      calls,
      failed,
    ]);
    expect([point?.signedIn, point?.signInsRefused, point?.usersPerMinute]).toEqual([ok, no, users]);
    expect(Math.abs((point?.p95Ms ?? 0) - p95) / p95).toBeLessThan(0.0201);
  }
  expect(pointAt.get(clock.now() - 5 * 60_000)).toMatchObject({
    inFlight: 6,
    lagMs: 9,
    poolWaiting: 4,
    jobsWaiting: 7,
  });
  expect(pointAt.get(clock.now() - 6 * 60_000)).toMatchObject({ inFlight: null, lagMs: null });
  const { body: day } = await cabinet.post(performanceHistory, { token, span: 'day' });
  expect([day.stepSeconds, day.points.length]).toEqual([600, 144]);
  const perDay = day.points.reduce((sum, { calls }, index) => sum + calls * (index === 143 ? 1 : 600), 0);
  expect(Math.round(perDay)).toBe(2000);
  // Of ten minutes the one with the most.
  expect(Math.max(...day.points.map(({ usersPerMinute }) => usersPerMinute))).toBe(2);
});

test('all who look share the readings for a minute and the history for ten seconds, of each span', async () => {
  const token = await cabinet.signIn([], 'admin', ['analyst']);
  const { clock } = cabinet;
  const read = async () => {
    const { body } = await cabinet.post(performanceReadings, { token });
    const spans = (['hour', 'day'] as const).map(async (span) => {
      const history = await cabinet.post(performanceHistory, { token, span });
      return history.body.points.at(-1)?.at;
    });
    return [body.asOf, ...(await Promise.all(spans))];
  };
  const pass = stopCacheTime();
  const first = await read();
  clock.set((clock.now() + 3_600_000) as Instant);
  expect(await read()).toEqual(first);
  pass(10_000);
  const [asOf, ...histories] = await read();
  expect(asOf).toBe(first[0]);
  for (const [index, at] of histories.entries()) expect(at).not.toBe(first[index + 1]);
  pass(50_000);
  expect((await read())[0]).toBe(instantToIso(clock.now()));
});
