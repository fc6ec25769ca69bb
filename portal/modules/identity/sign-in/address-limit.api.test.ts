import { beforeAll, expect, test } from 'vitest';
import { listSessions } from '#contract/identity/sessions.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { createPersonIdentity } from './create-identity.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const password = 'Пароль: Світло-2026';
const maxFailures = 4;
const phone = '+380501119999';

const cabinet = provideTestApp({
  environment: { SIGN_IN_FAILURES_PER_ADDRESS: `${maxFailures}`, TRUSTED_PROXIES: '127.0.0.1' },
});

beforeAll(() => createPersonIdentity(cabinet.portalDb, { phone, password, email: '', accounts: [] }));

function signIn(login: string, typedPassword: string, address: string) {
  const headers = { ...basicPair(login, typedPassword), 'x-forwarded-for': address };
  return cabinet.post(signInPerson, { phone: login, userType: 'person' }, headers);
}

test('an address that tried many phones is exhausted for every phone, another address is not, until 15 minutes are over', async () => {
  for (let n = 0; n < maxFailures; n += 1) {
    const guessed = `+3805022200${String(n).padStart(2, '0')}`;
    expect((await signIn(guessed, 'wrong', '203.0.113.7')).httpStatus).toBe(401);
  }
  const refused = await signIn(phone, password, '203.0.113.7');
  expect([outcomeOf(refused), refused.headers['retry-after']]).toEqual([
    '429 identity.attemptsExhausted',
    '900',
  ]);
  expect((await signIn(phone, password, '203.0.113.8')).httpStatus).toBe(200);
  cabinet.clock.set((start + 15 * 60_000) as Instant);
  expect((await signIn(phone, password, '203.0.113.7')).httpStatus).toBe(200);
});

test.each([
  ['with ports', (n: number) => `198.51.100.8:${40_000 + n}`],
  ['in brackets with ports', (n: number) => `[2001:db8:1::5]:${40_000 + n}`],
  ['mapped to IPv6', (n: number) => (n % 2 === 0 ? '::ffff:198.51.100.9' : '198.51.100.9')],
  ['behind words that are none', (n: number) => `203.0.113.${n}, unknown, 198.51.100.10`],
])('an address that a proxy writes %s is one address', async (_, addressOf) => {
  for (let n = 0; n < maxFailures; n += 1) {
    expect((await signIn(`+38050333${1000 + n}`, 'wrong', addressOf(n))).httpStatus).toBe(401);
  }
  expect((await signIn(phone, password, addressOf(maxFailures))).httpStatus).toBe(429);
});

test('what is no address leaves that of the proxy', async () => {
  const { httpStatus, body } = await signIn(phone, password, "x'y, unknown");
  expect(httpStatus).toBe(200);
  const { sessions } = (await cabinet.post(listSessions, { token: body.user.token })).body;
  expect(sessions.find(({ current }) => current)?.address).toBe('127.0.0.1');
});
