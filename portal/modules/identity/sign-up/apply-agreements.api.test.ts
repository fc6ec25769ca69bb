import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { changeEmail, changePassword, getProfile } from '#contract/identity/profile.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { applyAgreements, authSms } from '#contract/identity/sign-up.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { shippedLegalVersion } from '#contract/values/legal-keys.ts';
import type { Instant } from '#domain/time/instant.ts';
import { basicPair, makeCodeCaller, newPhone } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const minute = 60_000;
const password = 'Пароль: Світло-2026';
const register = { action: 'register' } as const;

const cabinet = provideTestApp({ hasSupplier: true });
const codes = makeCodeCaller(cabinet);

const form = {
  email: 'Olena@Example.test',
  surname: 'Нечуй-Левицька',
  name: "Дар'я",
  middle_n: 'Іванівна',
  consentVersion: shippedLegalVersion,
};

function apply(
  phone: string,
  code: string,
  changes: Record<string, unknown> = {},
  pair = basicPair(phone, password),
) {
  const headers = { ...pair, 'user-agent': 'Phone of Daria' };
  return cabinet.post(applyAgreements, { ...form, phone, code, ...changes }, headers);
}

function signIn(phone: string, typedPassword = password) {
  return cabinet.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, typedPassword));
}

async function identityOf(phone: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select identity_id, email, surname, name, middle_name, phone_confirmed_at, email_confirmed_at
    from portal.identity where phone = ${phone}`.execute(cabinet.portalDb);
  return rows[0];
}

test('a phone that was proven becomes a cabinet, whose owner then signs in by the password', async () => {
  const phone = newPhone();
  const code = await codes.receive(phone, register);
  expect((await codes.give(phone, code, register)).body.proven).toBe(true);
  const { httpStatus, body } = await apply(phone, code);
  expect({ httpStatus, body }).toEqual({ httpStatus: 200, body: { status: 'success' } });
  const names = { email: 'olena@example.test', surname: 'Нечуй-Левицька', name: 'Дар’я' };
  const confirmed = { phone_confirmed_at: start, email_confirmed_at: null };
  expect(await identityOf(phone)).toMatchObject({ ...names, middle_name: 'Іванівна', ...confirmed });
  const signedIn = await signIn(phone);
  expect(signedIn.httpStatus).toBe(200);
  expect(signedIn.body.user).toMatchObject({ phone, email: 'olena@example.test' });
  const profile = await cabinet.post(getProfile, { token: signedIn.body.user.token });
  const given = { version: shippedLegalVersion, givenAt: '2026-11-20T10:00:00.000Z' };
  expect(profile.body.profile).toEqual({
    ...{ type: 'person', phone, ...names, middleName: 'Іванівна', emailConfirmed: false },
    ...{ passwordChangedAt: null, secondFactor: 'none', phoneGuarded: false },
    consents: ['personalData', 'terms'].map((kind) => ({ kind, ...given })),
  });
});

test('the code may be given with the form at once, without fields that the base specification does not name', async () => {
  const phone = newPhone();
  const code = await codes.receive(phone, register);
  expect((await apply(phone, code, { consentVersion: undefined })).httpStatus).toBe(200);
});

test.each([
  ['without an e-mail', undefined],
  ['with an empty one', ''],
])('a cabinet is made %s, which is added and confirmed later', async (_, email) => {
  const phone = newPhone();
  const code = await codes.receive(phone, register);
  expect((await apply(phone, code, { email })).httpStatus).toBe(200);
  expect(await identityOf(phone)).toMatchObject({ email: null, surname: 'Нечуй-Левицька' });
  const { body } = await signIn(phone);
  expect(body.user).toMatchObject({ phone, email: '' });
  const { token } = body.user;
  const { profile } = (await cabinet.post(getProfile, { token })).body;
  expect(profile).toMatchObject({ email: '', emailConfirmed: false });
  const own = `${phone.slice(1)}@example.test`;
  const confirm = { token, action: 'confirm', userType: 'person', email: own };
  await cabinet.post(authSms, confirm, basicPair(own, ''));
  const emailCode = await lastCodeTo(cabinet, own);
  const changed = await cabinet.post(changeEmail, { token, email: own, code: emailCode, password });
  expect(changed.body.profile).toMatchObject({ email: own, emailConfirmed: true });
});

test('a wrong e-mail is refused, and no cabinet is made', async () => {
  const phone = newPhone();
  const code = await codes.receive(phone, register);
  const { httpStatus, body } = await apply(phone, code, { email: 'olena' });
  expect({ httpStatus, paths: body.issues?.map(({ path }) => path) }).toEqual({
    httpStatus: 400,
    paths: ['email'],
  });
  expect(await identityOf(phone)).toBeUndefined();
});

describe('the register of consents', () => {
  test('keeps what was agreed to, when, and from where, and is append-only', async () => {
    const phone = newPhone();
    await apply(phone, await codes.receive(phone, register));
    const owner = await identityOf(phone);
    const { rows } = await sql`select kind, act, version, happened_at, address, device from portal.consent
      where identity_id = ${owner?.identity_id}::uuid order by kind`.execute(cabinet.portalDb);
    const given = { act: 'given', version: shippedLegalVersion, happened_at: start };
    const origin = { address: '127.0.0.1', device: 'Phone of Daria' };
    expect(rows).toEqual(['personalData', 'terms'].map((kind) => ({ kind, ...given, ...origin })));
    for (const change of [
      sql`delete from portal.consent`,
      sql`update portal.consent set version = 'another'`,
    ])
      await expect(change.execute(cabinet.portalDb)).rejects.toThrow(
        'the register of consents is append-only',
      );
  });

  test('accepts only the current text', async () => {
    const phone = newPhone();
    const code = await codes.receive(phone, register);
    const { httpStatus, body } = await apply(phone, code, { consentVersion: '2019-01' });
    expect(httpStatus).toBe(400);
    expect(body.issues?.map(({ path }) => path)).toEqual(['consentVersion']);
    expect(await identityOf(phone)).toBeUndefined();
  });
});

describe('no cabinet is made', () => {
  test('for a phone that is taken, and the existing cabinet does not change', async () => {
    const phone = newPhone();
    await apply(phone, await codes.receive(phone, register));
    cabinet.clock.set((start + minute) as Instant);
    const again = await codes.receive(phone, register);
    const answer = outcomeOf(await apply(phone, again, { name: 'Інша' }));
    cabinet.clock.set(start as Instant);
    expect(answer).toBe('409 identity.phoneTaken');
    expect((await identityOf(phone))?.name).toBe('Дар’я');
  });

  test('twice, when the form is sent twice at once', async () => {
    const phone = newPhone();
    const code = await codes.receive(phone, register);
    const answers = await Promise.all([apply(phone, code), apply(phone, code)]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 422]);
  });
});

describe('problems are reported at their fields, and the code stays valid', () => {
  test.each([
    ['name', '<b>Іван</b>', 'field.strayCharacter', { n: 1, sign: '<' }],
    ['surname', 'Іван"><script>', 'field.strayCharacter', { n: 5, sign: '"' }],
    ['middle_n', 'Smith', 'field.latinLetter', { n: 1, sign: 'S' }],
    ['name', 'І', 'field.invalid', {}],
    ['email', 'olena', 'field.invalid', {}],
  ] as const)('%s %s', async (path, value, code, params) => {
    const phone = newPhone();
    const sent = await codes.receive(phone, register);
    const { httpStatus, body } = await apply(phone, sent, { [path]: value });
    expect(httpStatus).toBe(400);
    expect(body.issues).toEqual([{ path, code, message: formatMessage(code, params) }]);
    expect(await identityOf(phone)).toBeUndefined();
    expect((await apply(phone, sent)).httpStatus).toBe(200);
  });

  test('all of them at once', async () => {
    const phone = newPhone();
    const { body } = await apply(phone, 'AB', { name: '', email: 'olena', surname: undefined });
    expect(body.issues?.map(({ path }) => path).sort()).toEqual(['code', 'email', 'name', 'surname']);
  });

  test.each([
    ['nothing', '', 'field.required'],
    ['easily guessed', 'password1', 'identity.weakPassword'],
    ['the phone itself', undefined, 'identity.weakPassword'],
  ] as const)('a password that is %s', async (_, typedPassword, code) => {
    const phone = newPhone();
    const sent = await codes.receive(phone, register);
    const { httpStatus, body } = await apply(phone, sent, {}, basicPair(phone, typedPassword ?? phone));
    expect(httpStatus).toBe(400);
    expect(body.issues).toEqual([{ path: 'password', code, message: formatMessage(code) }]);
    expect((await apply(phone, sent)).httpStatus).toBe(200);
  });
});

test('128 characters of any kind are a password: at the sign-up, at the sign-in, to be changed and changed to', async () => {
  const [long, other] = ['🔑🐈🌻⚡🏠🚲🎈🍉'.repeat(16), '🍉🎈🚲🏠⚡🌻🐈🔑'.repeat(16)];
  const phone = newPhone();
  const sent = await codes.receive(phone, register);
  expect((await apply(phone, sent, {}, basicPair(phone, long))).httpStatus).toBe(200);
  const token = (await signIn(phone, long)).body.user?.token;
  const changed = await cabinet.post(changePassword, { token, old_pass: long, new_pass: other });
  expect(changed.httpStatus).toBe(200);
  expect((await signIn(phone, other)).httpStatus).toBe(200);
  expect((await signIn(phone, long)).httpStatus).toBe(401);
});
