import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listObjects } from '#contract/accounts/accounts.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { postAsWritten, spellingsOf } from '#portal/testing/post-as-written.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let token: string;

const cabinet = provideTestApp({ environment: { PUBLIC_URL: 'https://cabinet.example.test' } });

beforeAll(async () => {
  token = await cabinet.signIn([]);
  await cabinet.app.listen({ port: 0, host: '127.0.0.1' });
});

/** A call to localhost:3000 with these extra headers. */
const ask = (headers: Record<string, string>) =>
  cabinet.post(listObjects, { token }, { host: 'localhost:3000', ...headers });

test.each([
  ['no browser at all', {}],
  ['our page', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  ['our page, behind a proxy that ends https', { origin: 'https://localhost:3000' }],
  ['our page by its public address', { origin: 'https://cabinet.example.test' }],
  ['our page on the usual port', { host: 'cabinet.test:443', origin: 'https://cabinet.test' }],
  ['an address typed in', { 'sec-fetch-site': 'none' }],
])('accepts %s', async (_, headers) => {
  expect((await ask(headers)).httpStatus).toBe(200);
});

test.each([
  ['a page of another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
  ['a page of another site in an old browser', { origin: 'https://evil.test' }],
  ['a page of another site that hides its name', { origin: 'null' }],
  ['a page of a neighbour under the same domain', { origin: 'https://other.example.test' }],
  ['a page of another port of this machine', { origin: 'http://localhost:3001' }],
  ['a name that begins like ours', { origin: 'https://cabinet.example.test.evil.test' }],
  ['a name that hides ours as a user', { origin: 'https://cabinet.example.test@evil.test' }],
  ['a page that names itself as the host', { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' }],
  ['what is no origin', { origin: 'localhost:3000' }],
  ['a browser that says so without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['one that says so of our origin', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
])('refuses %s', async (_, headers) => {
  expect(outcomeOf(await ask(headers))).toBe('403 common.forbidden');
});

/** One call of each kind of route: the check is made for every path of the API. */
describe.each(['/api/person/objects/list', '/api/pairs', '/api/readings/add-photo', '/api/live/open'])(
  '%s',
  (path) => {
    test('refuses a form or a script of another site', async () => {
      cabinet.moduleCalls.length = 0;
      const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
      const scripted = await cabinet.post(path, { token }, foreign);
      expect(scripted.httpStatus).toBe(403);
      expect(Object.keys(scripted.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const form = await cabinet.app.inject({
          method: 'POST',
          url: path,
          headers: { 'content-type': contentType },
          payload: `{"token":"${token}","x":"="}`,
        });
        expect([400, 415]).toContain(form.statusCode);
      }
      expect(cabinet.moduleCalls).toEqual([]);
    });
  },
);

const evil = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };

test.each(spellingsOf(listObjects.path))(
  'a page of another site may not, however it writes %s',
  async (target) => {
    expect(await postAsWritten(cabinet.app, target, evil)).toBe(403);
    // Without an Origin the call itself answers: it needs a session.
    expect(await postAsWritten(cabinet.app, target)).toBe(401);
  },
);

test.each(['/api/nothing', '/%61pi/nothing', '/nothing', 'http://x/api/payments/callback'])(
  'a page of another site may not ask for what is not there: %s',
  async (target) => {
    expect(await postAsWritten(cabinet.app, target, evil)).toBe(403);
    expect(await postAsWritten(cabinet.app, target)).toBe(404);
  },
);

test('checks a path that only looks like a provider callback', async () => {
  for (const path of ['/api/objects/callback/x', '/api/payments/callback/liqpay/more', '/api/callback/x'])
    expect({ path, is: await postAsWritten(cabinet.app, path, evil) }).toEqual({ path, is: 403 });
});

test('accepts a provider callback from any origin', async () => {
  const report = (provider: string) =>
    cabinet.app.inject({
      method: 'POST',
      url: `/api/payments/callback/${provider}`,
      headers: {
        'content-type': 'application/json',
        origin: 'https://bank.example.test',
        'sec-fetch-site': 'cross-site',
      },
      payload: '{}',
    });
  // The route decides, not the origin; then the signature.
  expect((await report('nobody')).statusCode).toBe(404);
  expect((await report('liqpay')).statusCode).toBe(403);
  for (const target of spellingsOf('/api/payments/callback/nobody'))
    expect(await postAsWritten(cabinet.app, target, evil)).toBe(404);
});

test('a cookie is not a session', async () => {
  const cookie = `token=${token}; session=${token}; svitlo.cabinet=${token}`;
  expect((await cabinet.post(listObjects, {}, { cookie })).httpStatus).toBe(401);
});

describe('in production', () => {
  let production: TestApp;

  beforeAll(async () => {
    production = await startTestApp('2026-11-20T10:00:00Z', {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://cabinet.example.test',
      TRUSTED_PROXIES: '127.0.0.1',
    });
  });
  afterAll(() => production.close());

  test.each([
    ['our page', { origin: 'https://cabinet.example.test' }, 401],
    ['no browser', {}, 401],
    ['a name that leads here', { host: 'evil.test', origin: 'https://evil.test' }, 403],
    ['a name that a proxy passes on', { 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' }, 403],
    ['the address of the server', { host: 'localhost:3000', origin: 'http://localhost:3000' }, 403],
  ])('%s', async (_, headers, status) => {
    expect((await production.post(listObjects, {}, headers as Record<string, string>)).httpStatus).toBe(
      status,
    );
  });
});
