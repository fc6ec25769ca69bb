import Fastify from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { listObjects } from '#contract/accounts/accounts.ts';
import { personBalance } from '#contract/balance.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/add-jobs.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { readConfig } from '#portal/config.ts';
import { startJobs } from '#portal/jobs.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { startTestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { createMetrics, type Metrics, servePortalMetrics } from './metrics.ts';

const metricsToken = 'a-token-of-the-collector';
const right = `Bearer ${metricsToken}`;
const [near, far] = ['192.0.2.9', '198.51.100.1'] as const;
const ofAddresses = { METRICS_ADDRESSES: '192.0.2.0/24' };
const ofBoth = { ...ofAddresses, METRICS_TOKEN: metricsToken };
const forwarded = { 'x-forwarded-for': near };

const cabinet = provideTestApp({ environment: { METRICS_TOKEN: metricsToken }, hasSupplier: true });

/** Series of a metric: `name{labels}` to its value. */
function seriesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

async function scrape(): Promise<Map<string, number>> {
  const response = await cabinet.app.inject({ url: '/metrics', headers: { authorization: right } });
  expect(response.statusCode).toBe(200);
  return seriesOf(response.body);
}

const countOf = (path: string, outcome: string) =>
  `svitlo_calls_total{http_route="${path}",outcome="${outcome}"}`;
const requestsOf = (route: string, status: number, method = 'POST') => {
  const error = status >= 500 ? `,error_type="${status}"` : '';
  return `http_server_request_duration_seconds_count{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}"${error}}`;
};

test('without METRICS_TOKEN and METRICS_ADDRESSES there is no /metrics, whatever is sent', async () => {
  const plain = await startTestApp();
  for (const authorization of ['', right, 'Bearer ', 'Bearer undefined']) {
    const response = await plain.app.inject({ url: '/metrics', headers: { authorization } });
    expect(response.statusCode).toBe(404);
  }
  await plain.close();
});

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  metricsToken,
  `Basic ${metricsToken}`,
  `${right}x`,
  right.slice(0, -1),
])('answers 401 and nothing else to %j', async (authorization) => {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await cabinet.app.inject({ url: '/metrics', headers });
  expect([response.statusCode, response.body]).toEqual([401, '']);
  expect(response.headers['www-authenticate']).toBe('Bearer');
});

test.each([
  // Settings, address of the connection, what it sends, status.
  ['addresses alone', ofAddresses, near, {}, 200],
  ['addresses alone, IPv6', { METRICS_ADDRESSES: '192.0.2.0/24, 2001:db8::/32' }, '2001:db8::9', {}, 200],
  ['addresses alone, mapped', ofAddresses, `::ffff:${near}`, {}, 200],
  ['another address', ofAddresses, far, {}, 403],
  ['another address that says it is of a proxy', ofAddresses, far, forwarded, 403],
  ['behind a trusted proxy', { ...ofAddresses, TRUSTED_PROXIES: far }, far, forwarded, 200],
  ['both', ofBoth, near, { authorization: right }, 200],
  ['both, without the token', ofBoth, near, {}, 401],
  ['both, from elsewhere', ofBoth, far, { authorization: right }, 403],
] as const)('readers: %s', async (_, environment, remoteAddress, headers, status) => {
  const { metrics, close } = metricsOfDeadDatabase();
  const config = readConfig(environment);
  const app = Fastify({ trustProxy: config.trustedProxies ?? false });
  const access = config.metricsAccess;
  servePortalMetrics(app, { metrics, access, callPaths: new Set(), requestsPerMinute: 0 });
  const response = await app.inject({ url: '/metrics', remoteAddress, headers });
  expect(response.statusCode).toBe(status);
  expect(response.body === '').toBe(status !== 200);
  await app.close();
  await close();
});

test('a right token reads the text of Prometheus, which is not cached and not in the API description', async () => {
  const response = await cabinet.app.inject({ url: '/metrics', headers: { authorization: right } });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  });
  const series = seriesOf(response.body);
  expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(series.get('nodejs_eventloop_delay_p99')).toBeGreaterThanOrEqual(0);
  expect(series.get('nodejs_eventloop_utilization')).toBeGreaterThan(0);
  // The scrape itself.
  expect(series.get('http_server_active_requests{http_request_method="GET"}')).toBe(1);
  expect(response.body).not.toContain('eventloop_lag');
  const description = await cabinet.app.inject({ url: '/api/openapi.json' });
  expect(description.statusCode).toBe(200);
  expect(description.body).not.toContain('/metrics');
});

test('counts calls by path, status and outcome, a failing one and its modules too', async () => {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  const token = await cabinet.signIn([account]);
  const before = await scrape();
  await cabinet.post(personBalance, { token, account });
  await cabinet.post(personBalance, { token: 'x', account });
  await sql`alter table billing.account rename to account_away`.execute(cabinet.billingDb);
  expect((await cabinet.post(personBalance, { token, account })).httpStatus).toBe(500);
  await sql`alter table billing.account_away rename to account`.execute(cabinet.billingDb);
  const after = await scrape();
  const grownBy = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0);
  const { path } = personBalance;
  const outcomes = ['success', 'common.sessionEnded', 'common.unexpected'];
  expect(outcomes.map((outcome) => grownBy(countOf(path, outcome)))).toEqual([1, 1, 1]);
  const all = [200, 401, 500].map((status) => grownBy(requestsOf(path, status)));
  expect(all).toEqual([1, 1, 1]);
  const ofModule = (outcome: string) =>
    `svitlo_module_call_duration_seconds_count{module="BALANCE_GET",outcome="${outcome}"}`;
  expect([grownBy(ofModule('success')), grownBy(ofModule('failed'))]).toEqual([1, 1]);
});

test('values of a request make no series: unknown paths, accounts, tokens, methods', async () => {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  const token = await cabinet.signIn([account]);
  const ask = async (run: number) => {
    const secret = `secret-${run}`;
    for (const url of [`/api/${secret}`, `/${secret}`, `${personBalance.path}/${secret}`, `/?x=${secret}`]) {
      await cabinet.app.inject({ method: 'GET', url });
      await cabinet.app.inject({ method: 'DELETE', url });
    }
    await cabinet.post(personBalance, { token, account: secret });
    await cabinet.post(personBalance, { token: secret, account });
    await cabinet.post(listObjects, { token, [secret]: secret });
  };
  await ask(1);
  const first = await scrape();
  for (let run = 2; run < 6; run += 1) await ask(run);
  const later = await scrape();
  // The second scrape counts the first one, of which there were some before; a kind of garbage collection has series once it ran.
  const seriesOf = (samples: typeof first) =>
    [...samples.keys()].filter((key) => !key.startsWith('nodejs_gc_')).sort();
  expect(seriesOf(later)).toEqual(seriesOf(first));
  const notFound = requestsOf('other', 404, 'GET');
  expect(later.get(notFound)).toBeGreaterThan(first.get(notFound) ?? 0);
  const text = [...later.keys()].join('\n');
  for (const value of ['secret', account, token]) expect(text).not.toContain(value);
});

test('shows connections of the pool, and jobs that wait by their task', async () => {
  const { portalDb } = cabinet;
  await addJob(portalDb, 'nobody-runs-this', {}, { maxAttempts: 1 });
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '5 minutes'`.execute(portalDb);
  const waiting = await scrape();
  expect(waiting.get('svitlo_jobs_waiting{job="nobody-runs-this"}')).toBe(1);
  const late = 'svitlo_jobs_late_seconds{job="nobody-runs-this"}';
  expect(waiting.get(late)).toBeGreaterThanOrEqual(300);
  await sql`update graphile_worker._private_jobs set locked_at = now()`.execute(portalDb);
  await addJob(portalDb, 'nobody-runs-this', {}, { maxAttempts: 1 });
  expect((await scrape()).get(late)).toBe(0);
  await sql`delete from graphile_worker._private_jobs`.execute(portalDb);
  expect((await scrape()).has('svitlo_jobs_waiting{job="nobody-runs-this"}')).toBe(false);
  const pool = (state: string) =>
    `db_client_connection_count{db_client_connection_pool_name="portal",db_client_connection_state="${state}"}`;
  expect((waiting.get(pool('idle')) ?? 0) + (waiting.get(pool('used')) ?? 0)).toBeGreaterThan(0);
  expect(waiting.get('db_client_connection_pending_requests{db_client_connection_pool_name="portal"}')).toBe(
    0,
  );
});

/** Metrics of a database that never answers. */
function metricsOfDeadDatabase(): { metrics: Metrics; close(): Promise<void> } {
  const { db, pool, close } = connectDatabase<unknown>({ url: 'postgres://nobody@127.0.0.1:1/none' });
  return { metrics: createMetrics({ db: db as PortalDatabase, pools: { portal: pool } }), close };
}

test('is answered without the database, with what the process knows', async () => {
  const { metrics, close } = metricsOfDeadDatabase();
  metrics.countCall({ name: '/api/x', outcomeCode: 'common.serviceDown' });
  const { text } = await metrics.read();
  expect(seriesOf(text).get(countOf('/api/x', 'common.serviceDown'))).toBe(1);
  expect(text).not.toContain('svitlo_jobs_waiting{');
  await close();
});

test('two servers in one process count apart', async () => {
  const { metrics, close } = metricsOfDeadDatabase();
  expect((await metrics.read()).text).not.toContain('http_route="');
  await close();
});

test('measures background jobs, and a failed one as failed', async () => {
  const { portalDb: db, clock, url: databaseUrl } = cabinet;
  const transport = inProcess(cabinet.billing);
  const billing = createBillingClient({ transport, record: () => undefined, clock });
  const { metrics, close } = metricsOfDeadDatabase();
  const config = readConfig({});
  await addJob(db, 'send-sms', { messageId: 'no-such-message' }, { maxAttempts: 1 });
  const { log, lines } = collectLog();
  const jobs = await startJobs({ databaseUrl, db, billing, clock, config, keys: testKeys, log, metrics });
  const ended = (job: string, outcome: string) =>
    `svitlo_job_duration_seconds_count{job="${job}",outcome="${outcome}"}`;
  const expected = [ended('send-sms', 'failed'), ended('relay-events', 'success')];
  let series = new Map<string, number>();
  await expect
    .poll(async () => {
      series = seriesOf((await metrics.read()).text);
      return expected.every((name) => series.has(name));
    })
    .toBe(true);
  await jobs.stop();
  await close();
  expect(expected.map((name) => series.get(name))).toEqual([1, 1]);
  const reference = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(lines).toContainEqual(
    expect.objectContaining({ part: 'jobs', job: 'send-sms', maxAttempts: 1, reference }),
  );
});
