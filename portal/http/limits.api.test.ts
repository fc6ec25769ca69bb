import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addObject } from '#contract/accounts/accounts.ts';
import { allCalls } from '#contract/all-calls.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { postAsWritten, spellingsOf } from '#portal/testing/post-as-written.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';

const cabinet = provideTestApp({ environment: { REQUESTS_PER_MINUTE: '30', TRUSTED_PROXIES: '127.0.0.1' } });

beforeAll(() => cabinet.app.listen({ port: 0, host: '127.0.0.1' }));

let lastAddress = 0;
/** A visitor with an address of their own, behind the proxy. */
function visitor() {
  lastAddress += 1;
  const headers = { 'x-forwarded-for': `203.0.113.${lastAddress}` };
  return {
    read: () => cabinet.post(getServiceMessage, { pageToDisplay: '/' }, headers),
    ask: (path: string) => cabinet.post(path, {}, headers),
    askAsWritten: async (target: string) => ({
      httpStatus: await postAsWritten(cabinet.app, target, headers),
    }),
    guess: () => cabinet.post(signInPerson, { phone: '+380501110001', userType: 'person' }, headers),
  };
}

async function statuses(count: number, call: () => Promise<{ httpStatus: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await call()).httpStatus);
  return seen;
}

test('refuses an address over the limit with a wait time, without affecting another address', async () => {
  const { read } = visitor();
  expect(await statuses(30, read)).toEqual(Array(30).fill(200));
  const { httpStatus, body, headers } = await read();
  expect(httpStatus).toBe(429);
  expect(body.code).toBe('common.tooManyRequests');
  expect(body.message).toMatch(/^Забагато запитів\. Спробуйте через ([1-9]|[1-5]\d|60) с\.$/);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await visitor().read()).httpStatus).toBe(200);
});

test('addresses of one IPv6 network have one limit', async () => {
  const readFrom = (address: string) =>
    cabinet.post(getServiceMessage, { pageToDisplay: '/' }, { 'x-forwarded-for': address });
  await statuses(30, () => readFrom('2001:db8:1:2::1'));
  expect((await readFrom('2001:db8:1:2:ffff::2')).httpStatus).toBe(429);
  expect((await readFrom('2001:db8:1:3::1')).httpStatus).toBe(200);
});

test('sign-in has a tenth of the limit, counted separately', async () => {
  const { guess, read } = visitor();
  expect(await statuses(4, guess)).toEqual([401, 401, 401, 429]);
  expect((await read()).httpStatus).toBe(200);
});

/** Calls that every page makes before sign-in, and what many of one network look at while the service is interrupted. */
const ofPages: readonly string[] = ['/api/api-link', '/api/get-service-message', '/api/service-status/get'];
const open = allCalls.filter((call) => call.audience === 'public').map((call) => call.path as string);

/** Signed-in callers guess codes by it. */
const guessing = addObject.path;

test.each([...open.filter((path) => !ofPages.includes(path)), guessing])(
  '%s, open to everybody or to guesses, has a tenth of it',
  async (path) => {
    const { ask } = visitor();
    const seen = await statuses(4, () => ask(path));
    expect(seen.slice(0, 3)).not.toContain(429);
    expect(seen.at(-1)).toBe(429);
  },
);

test.each(spellingsOf(signInPerson.path))('limits every spelling of a path: %s', async (target) => {
  const { askAsWritten } = visitor();
  expect(await statuses(4, () => askAsWritten(target))).toEqual([400, 400, 400, 429]);
});

test('all spellings of a path share one limit', async () => {
  const { askAsWritten } = visitor();
  const targets = spellingsOf(signInPerson.path);
  for (const target of targets.slice(0, 3)) expect(await askAsWritten(target)).toEqual({ httpStatus: 400 });
  for (const target of targets) expect(await askAsWritten(target)).toEqual({ httpStatus: 429 });
});

test.each(['/api/nothing', '/nothing', 'http://x/%61pi/nothing'])(
  'what is not there is limited: %s',
  async (target) => {
    const { askAsWritten } = visitor();
    expect(await statuses(31, () => askAsWritten(target))).toEqual([...Array(30).fill(404), 429]);
  },
);

test('health probes are not limited', async () => {
  const asked = Array.from({ length: 40 }, () => cabinet.app.inject({ url: '/healthz' }));
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(200));
});

test('logs a call refused by the rate limit', async () => {
  await cabinet.flushCallLog();
  const { rows } = await sql`select distinct name, http_status from portal.api_call
    where outcome_code = 'common.tooManyRequests' and name = ${signInPerson.path}`.execute(cabinet.portalDb);
  expect(rows).toEqual([{ name: '/api/auth/person', http_status: 429 }]);
});

test('ignores X-Forwarded-For without a trusted proxy', async () => {
  const open = await startTestApp('2026-11-20T10:00:00Z', { REQUESTS_PER_MINUTE: '3' });
  try {
    let n = 0;
    const read = () =>
      open.post(getServiceMessage, { pageToDisplay: '/' }, { 'x-forwarded-for': `198.51.100.${n++}` });
    expect(await statuses(4, read)).toEqual([200, 200, 200, 429]);
  } finally {
    await open.close();
  }
});

test('provider callbacks have ten times the limit', async () => {
  const { ask } = visitor();
  const seen = await statuses(301, () => ask('/api/payments/callback/monobank'));
  expect(seen.slice(0, 300)).toEqual(Array(300).fill(403));
  expect(seen.at(-1)).toBe(429);
});
