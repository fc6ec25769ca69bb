import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BillingUnavailable } from '#billing/billing-errors.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { pages } from '#contract/specification.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { buildApp } from '#portal/app.ts';
import { readConfig } from '#portal/config.ts';
import { startTestApp, type TestApp, testKeys } from '#portal/testing/start-test-app.ts';
import { expectCommon, expectStrict } from './testing/strict-headers.ts';

let cabinet: TestApp;
/** The same server with a built web app and with limits. */
let whole: FastifyInstance;
let address: string;
let folder: string;

beforeAll(async () => {
  cabinet = await startTestApp();
  await makeSupplier(cabinet.billingDb);
  folder = await mkdtemp(join(tmpdir(), 'svitlo-web-'));
  await mkdir(join(folder, 'assets'));
  const page = '<!doctype html><script type="module" src="/assets/main-1a2b.js"></script>';
  for (const file of ['app.html', 'index.html', 'sign-in-person.html'])
    await writeFile(join(folder, file), page);
  await writeFile(join(folder, 'assets/main-1a2b.js'), 'run()');
  await writeFile(join(folder, 'assets/signing-worker-1a2b.js'), 'run()');
  whole = await build({ REQUESTS_PER_MINUTE: '1000' }, { webFolder: folder });
  address = await whole.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await whole.close();
  await cabinet.close();
  await rm(folder, { recursive: true, force: true });
});

const json = { 'content-type': 'application/json' };

type ClientOptions = Parameters<typeof createBillingClient>[0];

/** The same server with other settings, or with another way to the billing. */
async function build(
  environment: Record<string, string>,
  more: { readonly webFolder?: string; readonly transport?: ClientOptions['transport'] } = {},
): Promise<FastifyInstance> {
  const { portalDb: db, clock, billing } = cabinet;
  const { transport = inProcess(billing), ...options } = more;
  return buildApp({
    ...{ db, clock, keys: testKeys, callLog: undefined, log: collectLog().log, ...options },
    billing: createBillingClient({ transport, record: () => undefined, clock }),
    config: readConfig({ LOG_LEVEL: 'silent', ...environment }),
  });
}

const postTo = (app: FastifyInstance, url: string, payload: string, more: object = {}) =>
  app.inject({ method: 'POST', url, headers: json, payload, ...more });
const getUrls = [
  ['the landing', '/', 200],
  ['a prerendered page', '/sign-in/person', 200],
  ['a page of the cabinet', '/cabinet/person/indication', 200],
  ['a page that is none', '/cabinet/person/no-such-page', 404],
  ['a file of the build', '/assets/main-1a2b.js', 200],
  ['a file that is none', '/assets/none-1a2b.js', 404],
  ['a path of the API with nothing', '/api/unknown', 404],
  ['a call by GET', '/api/check-session', 405],
  ['the description of the calls', '/api/openapi.json', 200],
  ['the probe of life', '/healthz', 200],
  ['the probe of readiness', '/readyz', 200],
  ['the test bank without such an order', '/sandbox-bank/liqpay/none', 404],
  ['the outbox of development', '/dev/outbox', 200],
  ['a path that looks like another site', '//evil.test/cabinet', 404],
  ['a path that climbs', '/assets/..%2f..%2fpackage.json', 404],
  ['a path that can not be read', '/%E0%A4%A', 400],
] as const;

test.each(getUrls)('%s', async (_, url, status) => {
  const { statusCode, headers } = await whole.inject({ method: 'GET', url });
  expect(statusCode).toBe(status);
  expectStrict(headers);
});

test('the worker that opens keys may send nothing', async () => {
  const { headers } = await whole.inject({ method: 'GET', url: '/assets/signing-worker-1a2b.js' });
  expectCommon(headers);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  );
});

/** The first page of each audience that works. */
const onePages = [
  ...Map.groupBy(
    pages.filter(({ state }) => state === 'works'),
    ({ path }) => path.split('/')[2] ?? '',
  ),
].map(([, [page]]) => page?.path ?? '');

test.each(onePages)('the page %s', async (path) => {
  const { headers } = await whole.inject({ method: 'GET', url: path.replace(/\$[^/]+/g, '1') });
  expectStrict(headers);
  expect(headers['content-security-policy']).toContain("worker-src 'self'");
  expect(headers['content-security-policy']).toContain("manifest-src 'self'");
  expect(headers['cache-control']).toBe('no-cache');
});

/** One call of each kind of route; every path is asked once by `admission.api.test.ts`. */
const kindsOfRoute = {
  'a call': '/api/bills/list',
  'a public call': '/api/pairs',
  'a call with a tight limit': '/api/auth/person',
  'an upload': '/api/readings/add-photo',
  'a file': '/api/bills/pdf',
  events: '/api/live/open',
};

test.each(Object.entries(kindsOfRoute))('%s has strict headers, however it fails', async (_, url) => {
  for (const request of [
    { payload: '{}', headers: json },
    { payload: '{', headers: json },
    { payload: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { payload: '{}', headers: { ...json, origin: 'https://evil.test' } },
  ]) {
    const answer = await cabinet.app.inject({ method: 'POST', url, ...request });
    expectStrict(answer.headers);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('an oversized payload has the headers', async () => {
  const { statusCode, headers } = await postTo(whole, '/api/check-session', `"${'x'.repeat(300_000)}"`);
  expect(statusCode).toBe(413);
  expectStrict(headers);
});

test('the API docs are off in production unless enabled', async () => {
  const statusesWith = async (environment: Record<string, string>) => {
    const app = await build({ NODE_ENV: 'production', ...environment });
    const urls = ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/yaml', '/api/openapi.json'];
    const answers = await Promise.all(urls.map((url) => app.inject({ method: 'GET', url })));
    await app.close();
    return answers.map(({ statusCode }) => statusCode);
  };
  expect(await statusesWith({})).toEqual([404, 404, 404, 404, 404]);
  expect(await statusesWith({ API_DOCS: 'on' })).not.toContain(404);
});

test('request headers time out after 15 seconds', () => {
  expect(whole.server.headersTimeout).toBe(15_000);
});

test('a response over the rate limit has the headers', async () => {
  const ask = () => postTo(whole, '/api/pairs', '{}', { remoteAddress: '10.1.2.3' });
  for (let time = 0; time < 100; time += 1) await ask();
  const { statusCode, headers } = await ask();
  expect(statusCode).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expectStrict(headers);
});

test('a 500 response has the headers', async () => {
  const payload = JSON.stringify({ token: await cabinet.signIn([]) });
  await sql`alter table portal.session rename to session_away`.execute(cabinet.portalDb);
  const broken = await postTo(whole, '/api/check-session', payload);
  await sql`alter table portal.session_away rename to session`.execute(cabinet.portalDb);
  expect(broken.statusCode).toBe(500);
  expectStrict(broken.headers);
});

const noConnection = 'Client has encountered a connection error and is not queryable';

test.each([
  ['a billing that is down', new BillingUnavailable(502, undefined), 502],
  ['a billing that is slow', new BillingUnavailable(504, undefined), 504],
  ['a database that is away', Object.assign(new Error('away'), { code: 'ECONNREFUSED' }), 503],
  ['a disk that is full', Object.assign(new Error('could not extend file'), { code: '53100' }), 503],
  ['a connection that broke', new Error(noConnection), 503],
] as const)('%s', async (_, error, status) => {
  const away = await build({ REQUESTS_PER_MINUTE: '0' }, { transport: () => Promise.reject(error) });
  const answer = await postTo(away, '/api/pairs', '{"domain":"a.test"}');
  await away.close();
  expect(answer.statusCode).toBe(status);
  expectStrict(answer.headers);
});

const twoLengths = 'Content-Length: 1\r\nTransfer-Encoding: chunked';

/** The response to bytes that are not HTTP. */
function answerTo(bytes: string): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const { port } = new URL(address);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      const [statusLine = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 2),
        ]),
      );
      resolve({ status: Number(statusLine.split(' ')[1]), headers, body });
    });
  });
}

test.each([
  ['headers beyond measure', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['what is no request', 'Svitlo\r\n\r\n', 400],
  ['a request that does not say whom it asks', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a request that asks two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n', 417],
  ['two lengths of one payload', `POST / HTTP/1.1\r\nHost: a\r\n${twoLengths}\r\n\r\n`, 400],
] as const)('%s', async (_, bytes, status) => {
  const answer = await answerTo(bytes);
  expect(answer.status).toBe(status);
  expectStrict(answer.headers);
  expect(JSON.parse(answer.body)).toEqual({
    status: 'fail',
    code: 'common.badRequest',
    message: expect.stringMatching(/./),
    reference: answer.headers['x-reference'],
  });
});

describe('form-action', () => {
  const liqpay = { LIQPAY_PUBLIC_KEY: 'i1', LIQPAY_PRIVATE_KEY: 'a key of LiqPay' };
  const others = { MONOBANK_TOKEN: 'a token', NODE_ENV: 'production' };

  test.each<[string, Record<string, string>, string]>([
    ['nowhere but to us', {}, "'self'"],
    ['to no provider whose page has an address', others, "'self'"],
    [
      'to LiqPay while it is on',
      { ...liqpay, ...others },
      "'self' https://www.liqpay.ua https://*.liqpay.ua",
    ],
    ['to where LiqPay is', { ...liqpay, LIQPAY_URL: 'http://[::1]:4999' }, "'self' http://[::1]:4999"],
  ])('%s', async (_, environment, sources) => {
    const app = await build(environment, { webFolder: folder });
    const { headers } = await app.inject({ method: 'GET', url: '/cabinet/person' });
    await app.close();
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy.find((directive) => directive.startsWith('form-action'))).toBe(`form-action ${sources}`);
    expect(policy.filter((directive) => /https?:/.test(directive)).length).toBe(
      sources.includes('http') ? 1 : 0,
    );
  });
});

describe('pages rendered by the server', () => {
  const inline = /<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son[a-z]+=|javascript:/i;

  test.each(['/dev/outbox', '/sandbox-bank/liqpay/none'])('%s has no inline code', async (url) => {
    const { body } = await whole.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    expect(body).not.toMatch(inline);
  });

  test('the pages of the web app have no inline code', async () => {
    const web = join(import.meta.dirname, '../../../web');
    const html = (await readdir(web)).filter((file) => file.endsWith('.html'));
    expect(html.length).toBeGreaterThan(0);
    for (const file of html) expect(await readFile(join(web, file), 'utf8')).not.toMatch(inline);
  });
});
