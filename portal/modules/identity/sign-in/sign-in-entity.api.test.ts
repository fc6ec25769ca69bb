import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ENTITY_PROVE } from '#billing/api/customers.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { checkSession, signInEntity } from '#contract/identity/sign-in.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { entityFixture, makeEntityAccounts } from '#portal/testing/scenarios/entity-accounts.ts';
import { createEntityIdentity } from './create-identity.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const password = 'Комбінат: світло 2026';
const { objectCode: uniqueCode } = entityFixture;
const phone = '+380501120001';

const cabinet = provideTestApp({ hasSupplier: true });

const makeAccounts = (count?: number, endedOn?: string) => makeEntityAccounts(cabinet, count, endedOn);

/** An entity that can sign in; `inCabinet`: how many of its accounts stand there already. */
async function makeEntity(count = 1, inCabinet = count): Promise<string[]> {
  const accounts = await makeAccounts(count);
  await putInCabinet(accounts.slice(0, inCabinet));
  return accounts;
}

const putInCabinet = (accounts: readonly string[]) =>
  createEntityIdentity(cabinet.portalDb, { phone, email: 'office@example.test', password, accounts });

interface Try {
  readonly typedPassword?: string;
  readonly code?: string;
  readonly login?: string;
}

function signIn(account: string, { typedPassword = password, code = uniqueCode, login = account }: Try = {}) {
  const payload = { account, unique_code: code, userType: 'entity', site: 'cabinet.example.test' };
  return cabinet.post(signInEntity, payload, basicPair(login, typedPassword));
}

describe('an entity signs in by account, password and unique code', () => {
  test('and its only account is chosen at once', async () => {
    const [account = ''] = await makeEntity();
    const { httpStatus, body } = await signIn(account);
    expect(httpStatus).toBe(200);
    expect(body.user).toMatchObject({
      type: 'entity',
      phone: '+380501120001',
      email: 'office@example.test',
      account,
      partner: account,
      expires: '2026-11-21T10:00:00.000Z',
    });
    expect(body.accounts.map((one) => one.account)).toEqual([account]);
    expect((await cabinet.post(checkSession, { token: body.user.token })).httpStatus).toBe(200);
  });

  test('each time as the same user, to whom what waits on a device is bound', async () => {
    const [account = ''] = await makeEntity();
    const users = [await signIn(account), await signIn(account)].map(({ body }) => body.user);
    expect(users[0]?.userId).toMatch(/^[0-9a-f-]{36}$/);
    expect(users[1]?.userId).toBe(users[0]?.userId);
    expect(users[1]?.token).not.toBe(users[0]?.token);
  });

  test('by any of its accounts, and of two none is chosen', async () => {
    const accounts = await makeEntity(2);
    for (const account of accounts) {
      const { body } = await signIn(account);
      expect(body.user.account).toBe('');
      expect(body.accounts.map((one) => one.account)).toEqual(accounts);
    }
  });

  test('and finds an account that it gained since the last time', async () => {
    const [first = '', gained = ''] = await makeEntity(2, 1);
    const { body } = await signIn(first);
    expect(body.accounts.map((one) => one.account)).toEqual([first, gained]);
    expect((await signIn(gained)).httpStatus).toBe(200);
  });

  test('also when one of its accounts is in the cabinet of another entity, which keeps it', async () => {
    const [own = '', contested = ''] = await makeAccounts(2);
    for (const account of [contested, own]) await putInCabinet([account]);
    const { httpStatus, body } = await signIn(own);
    expect(httpStatus).toBe(200);
    expect(body.accounts.map((one) => one.account)).toEqual([own]);
  });

  test('the unique code is the same in small letters and with Cyrillic look-alikes', async () => {
    const [account = ''] = await makeEntity();
    expect((await signIn(account, { code: 'svіtlо01' })).httpStatus).toBe(200);
  });
});

test('a wrong account, password, code, pair or contract gets the same answer, and so does a wrong password of who is blocked', async () => {
  const [account = ''] = await makeEntity();
  const [other = ''] = await makeEntity();
  const [blocked = ''] = await makeEntity();
  await sql`update portal.identity set blocked_at = now() where identity_id =
    (select identity_id from portal.identity_account where account_number = ${blocked})
  `.execute(cabinet.portalDb);
  const [ended = ''] = await makeAccounts(1, '2026-11-19');
  await putInCabinet([ended]);
  const [nobodys = ''] = await makeAccounts(1);
  const household = await makeAccount(cabinet.billingDb, { objectCode: uniqueCode, meters: [] });
  const answers = [
    await signIn('1999999999'),
    await signIn(nobodys),
    await signIn(household.accountNumber),
    await signIn(account, { typedPassword: 'wrong' }),
    await signIn(account, { code: 'SVITLO02' }),
    await signIn(account, { login: other }),
    await signIn(blocked, { typedPassword: 'wrong' }),
    await signIn(blocked, { code: 'SVITLO02' }),
    await signIn(ended),
    await cabinet.post(signInEntity, { account, unique_code: uniqueCode, userType: 'entity' }),
  ];
  const shown = answers.map(({ httpStatus, body: { reference: _, ...body } }) => ({ httpStatus, body }));
  expect(new Set(shown.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(shown[0]).toMatchObject({ httpStatus: 401, body: { code: 'identity.badCredentials' } });
  expect((await signIn(account)).httpStatus).toBe(200);
});

test('the billing back end is asked for every login that is tried, known or not', async () => {
  const [account = ''] = await makeEntity();
  for (const attempt of [
    () => signIn(account, { typedPassword: 'wrong' }),
    () => signIn('1999999998'),
    () => signIn(account),
  ]) {
    const before = cabinet.moduleCalls.filter(({ name }) => name === ENTITY_PROVE.name).length;
    await attempt();
    expect(cabinet.moduleCalls.filter(({ name }) => name === ENTITY_PROVE.name)).toHaveLength(before + 1);
  }
});

test('after five failures, of the password or of the unique code, the right ones are exhausted until a minute is over', async () => {
  const [account = ''] = await makeEntity();
  const wrong = [{ typedPassword: 'wrong' }, { code: 'SVITLO02' }];
  for (const attempt of [...wrong, ...wrong, { typedPassword: 'worst' }])
    expect((await signIn(account, attempt)).httpStatus).toBe(401);
  expect(outcomeOf(await signIn(account))).toBe('429 identity.attemptsExhausted');
  cabinet.clock.set((start + 60_000) as Instant);
  expect((await signIn(account)).httpStatus).toBe(200);
  cabinet.clock.set(start);
});

test('making the same entity again adds only what is missing', async () => {
  const accounts = await makeEntity(2, 1);
  const again = { phone: '+380501120009', email: 'b@example.test', password: 'another', accounts };
  await createEntityIdentity(cabinet.portalDb, again);
  const { body } = await signIn(accounts[0] ?? '');
  expect(body.user.phone).toBe('+380501120001');
  expect(body.accounts.map((one) => one.account)).toEqual(accounts);
});
