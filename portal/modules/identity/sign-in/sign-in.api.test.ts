import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { listObjects } from '#contract/accounts/accounts.ts';
import { checkSession, signInPerson, signOut } from '#contract/identity/sign-in.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { readConfig } from '#portal/config.ts';
import { basicPair, newPhone } from '#portal/testing/callers/code-caller.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { type HashingPlace, reserveHashing } from '../password/password.ts';
import { verifyAttempt } from '../password/verify-attempt.ts';
import { createPersonIdentity } from './create-identity.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const password = 'Пароль: Світло-2026';
const hour = 3_600_000;

let accounts: readonly string[];

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  const made = [await makeAccount(cabinet.billingDb), await makeAccount(cabinet.billingDb)];
  accounts = made.map((account) => account.accountNumber).sort();
});

async function makePerson(owned: readonly string[] = []): Promise<string> {
  const phone = newPhone();
  await createPersonIdentity(cabinet.portalDb, { phone, password, email: 'a@example.test', accounts: owned });
  return phone;
}

function signIn(
  phone: string,
  typedPassword = password,
  login = phone,
  headers: Record<string, string> = {},
) {
  const sent = { ...basicPair(login, typedPassword), ...headers };
  return cabinet.post(signInPerson, { phone, userType: 'person' }, sent);
}

function at(instant: number): void {
  cabinet.clock.set(instant as Instant);
}

test('a person signs in and gets a token for 24 hours, the user and the objects by account number', async () => {
  const phone = await makePerson([...accounts].reverse());
  const { httpStatus, body } = await signIn(phone);
  expect(httpStatus).toBe(200);
  expect(body.user).toMatchObject({
    type: 'person',
    phone,
    email: 'a@example.test',
    account: '',
    expires: '2026-11-21T10:00:00.000Z',
  });
  expect(body.accounts.map((account) => account.account)).toEqual(accounts);
  expect(body.accounts[0]?.address).not.toBe('');
  expect(body.accounts[0]?.objectName).toBe(body.accounts[0]?.address);
  const objects = await cabinet.post(listObjects, { token: body.user.token });
  expect(objects.body.accounts).toEqual(body.accounts);
});

test('a person without objects signs in too', async () => {
  const { httpStatus, body } = await signIn(await makePerson());
  expect(httpStatus).toBe(200);
  expect(body.accounts).toEqual([]);
});

test('the session keeps the device and the address of the sign-in', async () => {
  const phone = await makePerson();
  await signIn(phone, password, phone, { 'user-agent': 'Old phone 1.0' });
  const { rows } =
    await sql`select device, address from portal.session join portal.identity using (identity_id)
    where phone = ${phone}`.execute(cabinet.portalDb);
  expect(rows).toEqual([{ device: 'Old phone 1.0', address: '127.0.0.1' }]);
});

test('an unknown phone, a wrong password and a pair of another phone get the same answer', async () => {
  const phone = await makePerson();
  const answers = [
    await signIn(newPhone()),
    await signIn(phone, 'wrong'),
    await signIn(phone, password, await makePerson()),
  ];
  const shown = answers.map(({ httpStatus, body: { reference: _, ...body } }) => ({ httpStatus, body }));
  const message = 'Такої комбінації логіна і пароля не знайдено';
  const refused = { status: 'fail', code: 'identity.badCredentials', message };
  expect(shown).toEqual(Array(3).fill({ httpStatus: 401, body: refused }));
});

test('the sixth attempt after five failures waits for a minute, also with the right password', async () => {
  const phone = await makePerson();
  for (let minute = 0; minute < 5; minute += 1) {
    at(start + minute * 60_000);
    expect((await signIn(phone, 'wrong')).httpStatus).toBe(401);
  }
  const refused = await signIn(phone);
  expect([outcomeOf(refused), refused.headers['retry-after']]).toEqual([
    '429 identity.attemptsExhausted',
    '60',
  ]);
  expect(refused.body.message).toContain('через 1 хв.');
  at(start + 5 * 60_000 - 1);
  expect((await signIn(phone)).httpStatus).toBe(429);
  at(start + 5 * 60_000);
  expect((await signIn(phone)).httpStatus).toBe(200);
  at(start);
});

test('a success forgives the failures before it', async () => {
  const phone = await makePerson();
  for (let round = 0; round < 3; round += 1) {
    at(start + round * 60_000);
    for (const typedPassword of ['wrong', 'worse', 'worst'])
      expect((await signIn(phone, typedPassword)).httpStatus).toBe(401);
    at(start + round * 60_000 + 1000);
    expect((await signIn(phone)).httpStatus).toBe(200);
  }
  at(start);
});

test('guesses made all at once do not slip past the limit, and another login is not touched', async () => {
  const phone = await makePerson();
  const neighbour = await makePerson();
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => signIn(phone, `guess ${n}`)));
  const statuses = guesses.map((guess) => guess.httpStatus);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  expect((await signIn(neighbour)).httpStatus).toBe(200);
});

test('an unknown phone is exhausted like a known one, so that exhaustion does not tell who is a customer', async () => {
  const phone = newPhone();
  for (let n = 0; n < 5; n += 1) expect((await signIn(phone)).httpStatus).toBe(401);
  expect((await signIn(phone)).httpStatus).toBe(429);
});

test('when the queue of hashes is full the answer is 503 with Retry-After, nothing is asked of the database, no attempt is used', async () => {
  const phone = await makePerson();
  const places: HashingPlace[] = [];
  for (let place = reserveHashing(); place !== undefined; place = reserveHashing()) places.push(place);
  expect(places).toHaveLength(201);
  try {
    for (let n = 0; n < 7; n += 1) {
      const refused = await signIn(phone, 'wrong');
      expect([outcomeOf(refused), refused.headers['retry-after']]).toEqual(['503 common.serviceDown', '5']);
    }
  } finally {
    for (const place of places) place.release();
  }
  const { rows } = await sql`select 1 from portal.sign_in_attempt
    where login_digest = ${createHash('sha256').update(`person:${phone}`).digest()}`.execute(
    cabinet.portalDb,
  );
  expect(rows).toEqual([]);
  expect((await signIn(phone)).httpStatus).toBe(200);
});

test('a timeout in the queue uses no attempt either', async () => {
  const phone = await makePerson();
  const late: HashingPlace = {
    hash: async () => 'busy',
    check: async () => 'busy',
    release: () => undefined,
  };
  const services = { db: cabinet.portalDb, config: readConfig({}) };
  const login = { kind: 'person', login: phone, address: '' };
  const guess = { login, password, at: start, findHash: async () => undefined };
  for (let n = 0; n < 7; n += 1) {
    expect(await verifyAttempt(services, guess, () => late)).toMatchObject({
      kind: 'refused',
      failure: { code: 'common.serviceDown', retryAfterSeconds: 5 },
    });
  }
  expect((await signIn(phone)).httpStatus).toBe(200);
});

test('a blocked person with a wrong password is answered as if nobody had the phone', async () => {
  const phone = await makePerson();
  await sql`update portal.identity set blocked_at = now() where phone = ${phone}`.execute(cabinet.portalDb);
  expect((await signIn(phone)).body.code).toBe('identity.blocked');
  const blocked = await signIn(phone, 'wrong');
  const unknown = await signIn(newPhone());
  expect(blocked.httpStatus).toBe(401);
  expect({ ...blocked.body, reference: '' }).toEqual({ ...unknown.body, reference: '' });
});

test.each([
  ['letters in parts', 'Їжак-йод-2026'.normalize('NFC'), 'Їжак-йод-2026'.normalize('NFD')],
  ['letters whole', 'Їжак-йод-2026'.normalize('NFD'), 'Їжак-йод-2026'.normalize('NFC')],
  ['colons', 'світло:горить:добре', 'світло:горить:добре'],
  ['a colon at its end', ':пароль із двокрапки:', ':пароль із двокрапки:'],
  ['emoji and spaces at its ends', ' 🐈 кіт на даху 🐈 ', ' 🐈 кіт на даху 🐈 '],
])('a Ukrainian password with %s opens', async (_, kept, typed) => {
  const phone = newPhone();
  const person = { phone, password: kept, email: '', accounts: [] };
  await createPersonIdentity(cabinet.portalDb, person);
  expect((await signIn(phone, typed)).httpStatus).toBe(200);
  expect((await signIn(phone, typed.slice(0, -1))).httpStatus).toBe(401);
  expect((await signIn(phone, `${typed} `)).httpStatus).toBe(401);
});

test('attempts are kept without the phone', async () => {
  const { rows } = await sql`select attempt::text from portal.sign_in_attempt attempt`.execute(
    cabinet.portalDb,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/380\d{9}/);
});

test('a session is checked without a change while less than half is used, and renewed after', async () => {
  const { body } = await signIn(await makePerson());
  const { token } = body.user;
  at(start + 12 * hour);
  const early = await cabinet.post(checkSession, { token });
  expect(early.body).toMatchObject({ status: 'success', token, expires: '2026-11-21T10:00:00.000Z' });
  at(start + 12 * hour + 1);
  const late = await cabinet.post(checkSession, { token });
  expect(late.body.expires).toBe('2026-11-21T22:00:00.001Z');
  expect(late.body.token).not.toBe(token);
  at(start + 30 * hour);
  expect((await cabinet.post(checkSession, { token })).httpStatus).toBe(401);
  expect((await cabinet.post(checkSession, { token: late.body.token })).httpStatus).toBe(200);
  at(start);
});

test('signing out ends the session at once, and only this one', async () => {
  const phone = await makePerson();
  const [first, second] = [await signIn(phone), await signIn(phone)].map(({ body }) => body.user.token);
  expect((await cabinet.post(signOut, { token: first })).httpStatus).toBe(200);
  const ended = await cabinet.post(checkSession, { token: first });
  expect([outcomeOf(ended), ended.body.details]).toEqual(['401 common.sessionEnded', { reason: 'revoked' }]);
  expect((await cabinet.post(checkSession, { token: second })).httpStatus).toBe(200);
});

test('making the same person again changes neither password nor identity, and adds what is missing', async () => {
  const phone = await makePerson([accounts[0] ?? '']);
  const again = { phone, password: 'another', email: 'b@example.test', accounts };
  await createPersonIdentity(cabinet.portalDb, again);
  expect((await signIn(phone, 'another')).httpStatus).toBe(401);
  const { body } = await signIn(phone);
  expect(body.user.email).toBe('a@example.test');
  expect(body.accounts.map((account) => account.account)).toEqual(accounts);
});
