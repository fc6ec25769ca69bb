import { describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { signInAdmin, signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { authSms, recoverPassword } from '#contract/identity/sign-up.ts';
import type { Instant } from '#domain/time/instant.ts';
import { basicPair, newPhone } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { deleteOldNetworks } from '../../codes/public.ts';
import { createAdministrator } from '../administrators/create-administrator.ts';
import { createEntityIdentity, createPersonIdentity } from './create-identity.ts';

const password = 'Світло: 2026-demo';
const uniqueCode = 'SVITLO01';
const start = Date.parse('2026-11-20T10:00:00Z') as Instant;
const [home, neighbour, elsewhere] = ['198.51.100.10', '198.51.100.77', '192.0.2.50'];
const dayMs = 24 * 3_600_000;

const app = provideTestApp({
  environment: { TRUSTED_PROXIES: '127.0.0.1', ADMIN_NETWORKS: '192.0.2.0/24' },
  hasSupplier: true,
});
type Enter = (typedPassword: string, address: string) => Promise<{ httpStatus: number }>;
const from = (address: string) => ({ 'x-forwarded-for': address });

async function makePerson() {
  const phone = newPhone();
  await createPersonIdentity(app.portalDb, { phone, password, email: '', accounts: [] });
  const enter: Enter = (typedPassword, address) =>
    app.post(
      signInPerson,
      { phone, userType: 'person' },
      { ...basicPair(phone, typedPassword), ...from(address) },
    );
  return { phone, enter };
}

async function makeEntity() {
  const fixture = { customerType: 'entity', objectCode: uniqueCode, meters: [] } as const;
  const { accountNumber: account } = await makeAccount(app.billingDb, fixture);
  const phone = newPhone();
  await createEntityIdentity(app.portalDb, { phone, password, email: '', accounts: [account] });
  const payload = { account, unique_code: uniqueCode, userType: 'entity' };
  const enter: Enter = (typedPassword, address) =>
    app.post(signInEntity, payload, { ...basicPair(account, typedPassword), ...from(address) });
  return { phone, account, enter };
}

async function makeAdmin() {
  const login = `boss${newPhone().slice(-4)}`;
  await createAdministrator(app.portalDb, { login, password, fullName: '', roles: ['owner'] });
  const enter: Enter = (typedPassword, address) =>
    app.post(signInAdmin, { login }, { ...basicPair(login, typedPassword), ...from(address) });
  return { enter };
}

/** Strangers guess from three networks until they are slowed, and go on. */
async function attack(enter: Enter, times = 12) {
  const statuses = [];
  for (let count = 0; count < times; count += 1) {
    statuses.push((await enter(`guess ${count}`, `203.0.${count % 3}.9`)).httpStatus);
  }
  return statuses;
}

describe.each([
  ['a person', makePerson],
  ['an entity', makeEntity],
  ['an administrator', makeAdmin],
] as const)('%s', (_, make) => {
  test('signs in from a known network and from a new one while others guess', async () => {
    const { enter } = await make();
    expect((await enter(password, home)).httpStatus).toBe(200);
    const statuses = await attack(enter);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(3);
    expect((await enter(password, neighbour)).httpStatus).toBe(200);
    expect((await enter(password, elsewhere)).httpStatus).toBe(200);
  });

  test('has five tries of a known network, which strangers leave alone, then one a minute', async () => {
    const { enter } = await make();
    await enter(password, home);
    await attack(enter);
    for (let count = 0; count < 5; count += 1) expect((await enter('slip', home)).httpStatus).toBe(401);
    expect((await enter(password, home)).httpStatus).toBe(429);
    app.clock.set((start + 60_000) as Instant);
    expect((await enter(password, home)).httpStatus).toBe(200);
    app.clock.set(start);
  });
});

test('a configured network of administrators is known before the first sign-in', async () => {
  const { enter } = await makeAdmin();
  await attack(enter, 9);
  for (let count = 0; count < 4; count += 1) expect((await enter('slip', elsewhere)).httpStatus).toBe(401);
  expect((await enter(password, '192.0.2.200')).httpStatus).toBe(200);
});

test('a network is known for 90 days after it was used, and deleted then', async () => {
  await (await makePerson()).enter(password, home);
  const known = async () =>
    (await app.portalDb.selectFrom('portal.known_network').selectAll().execute()).length;
  expect(await known()).toBeGreaterThan(0);
  await deleteOldNetworks(app.portalDb, (start + dayMs) as Instant, 1000);
  expect(await known()).toBe(0);
});

test('a person on a new network signs in by a code of their own, whoever guessed at another', async () => {
  const { phone } = await makePerson();
  const payload = { phone, action: 'login', userType: 'person' };
  const sms = (code: string, address: string) =>
    app.post(authSms, payload, { ...basicPair(phone, code), ...from(address) });
  // The stranger asks and burns the tries of five networks.
  await sms('', '203.0.113.1');
  for (let count = 0; count < 15; count += 1) await sms('0000', `203.0.${10 + (count % 5)}.1`);
  const now = app.clock.now();
  app.clock.set((now + 61_000) as Instant);
  // The guesses at digits are used up: this one has letters.
  expect((await sms('', elsewhere)).body).not.toHaveProperty('isNumeric');
  const answer = await sms(await lastCodeTo(app, phone), elsewhere);
  app.clock.set(now);
  expect(answer.httpStatus).toBe(200);
});

test('an entity that recovered its password is known where it did', async () => {
  const { phone, account, enter } = await makeEntity();
  const recovery = { phone, account, userType: 'entity' };
  await app.post(authSms, { ...recovery, action: 'recover' }, { ...basicPair(phone, ''), ...from(home) });
  const code = await lastCodeTo(app, phone);
  const next = 'Інша-річка-2027';
  const pair = { ...basicPair(phone, next), ...from(home) };
  expect((await app.post(recoverPassword, { ...recovery, code }, pair)).httpStatus).toBe(200);
  await attack(enter);
  for (let count = 0; count < 4; count += 1) expect((await enter('slip', neighbour)).httpStatus).toBe(401);
  expect((await enter(next, home)).httpStatus).toBe(200);
});
