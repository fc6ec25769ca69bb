import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkSession, signInAdmin, signInPerson } from '#contract/identity/sign-in.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { createAdministrator } from '../administrators/create-administrator.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const password = 'Адмін: світло 2026';

const cabinet = provideTestApp();
let count = 0;
async function makeAdmin(): Promise<string> {
  count += 1;
  const login = `operator${count}`;
  const card = { login, fullName: 'Operator', password, phone: '+380501130001', dualAuth: false } as const;
  await createAdministrator(cabinet.portalDb, { ...card, roles: ['operator', 'content'] });
  return login;
}

function signIn(login: string, typedPassword = password, pairLogin = login) {
  return cabinet.post(signInAdmin, { login }, basicPair(pairLogin, typedPassword));
}

test('an administrator signs in by login and password, and gets name and roles', async () => {
  const login = await makeAdmin();
  const { httpStatus, body } = await signIn(login);
  expect(httpStatus).toBe(200);
  expect(body.user).toMatchObject({ type: 'admin', login, fullName: 'Operator', account: '' });
  expect([...body.user.roles].sort()).toEqual(['content', 'operator']);
  expect((await cabinet.post(checkSession, { token: body.user.token })).httpStatus).toBe(200);
});

test('capital letters and spaces around the login do not matter, letters of the password do', async () => {
  const login = await makeAdmin();
  expect((await signIn(` ${login.toUpperCase()} `, password, login)).httpStatus).toBe(200);
  expect((await signIn(login, password.toUpperCase())).httpStatus).toBe(401);
});

test('an unknown login, a wrong password, another pair, a block and no pair get the same answer', async () => {
  const login = await makeAdmin();
  const other = await makeAdmin();
  const blocked = await makeAdmin();
  await sql`update portal.identity set blocked_at = now()
    where identity_id = (select identity_id from portal.administrator where login = ${blocked})
  `.execute(cabinet.portalDb);
  const answers = [
    await signIn('nobody'),
    await signIn("' or true --"),
    await signIn(login, 'wrong'),
    await signIn(login, ''),
    await signIn(login, password, other),
    await signIn(blocked),
    await cabinet.post(signInAdmin, { login }),
  ];
  const shown = answers.map(({ httpStatus, body: { reference: _, ...body } }) => ({ httpStatus, body }));
  expect(new Set(shown.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(shown[0]).toMatchObject({ httpStatus: 401, body: { code: 'identity.badCredentials' } });
});

test('after five wrong passwords the right one is exhausted until a minute is over; the capitals of a login do not get around it', async () => {
  const login = await makeAdmin();
  for (let n = 0; n < 5; n += 1) {
    expect((await signIn(n % 2 === 0 ? login : login.toUpperCase(), 'wrong')).httpStatus).toBe(401);
  }
  expect((await signIn(login)).httpStatus).toBe(429);
  expect((await signIn(login.toUpperCase())).httpStatus).toBe(429);
  cabinet.clock.set((start + 60_000) as Instant);
  expect((await signIn(login)).httpStatus).toBe(200);
  cabinet.clock.set(start);
});

test('the phone of an administrator is no login of a person', async () => {
  await makeAdmin();
  const payload = { phone: '+380501130001', userType: 'person' };
  const pair = basicPair('+380501130001', password);
  expect((await cabinet.post(signInPerson, payload, pair)).httpStatus).toBe(401);
});
