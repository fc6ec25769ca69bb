import { beforeEach, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { changeEmail, changePhone, getProfile, updateProfile } from '#contract/identity/profile.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import type { Instant } from '#domain/time/instant.ts';
import { basicPair, makeCodeCaller, newPhone } from '#portal/testing/callers/code-caller.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { hashPassword } from '../password/password.ts';
import { createPersonIdentity } from '../sign-in/create-identity.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const password = 'Пароль: Світло-2026';
const confirm = { action: 'confirm' } as const;

const cabinet = provideTestApp({ hasSupplier: true });
const codes = makeCodeCaller(cabinet);

beforeEach(() => cabinet.clock.set(start as Instant));

async function signIn(phone: string): Promise<string> {
  const { body } = await cabinet.post(
    signInPerson,
    { phone, userType: 'person' },
    basicPair(phone, password),
  );
  return body.user.token;
}

async function makePerson(email = 'olena@example.test', accounts: readonly string[] = []) {
  const phone = newPhone();
  await createPersonIdentity(cabinet.portalDb, { phone, password, email, accounts });
  return { phone, token: await signIn(phone) };
}

async function profileOf(token: string) {
  return (await cabinet.post(getProfile, { token })).body.profile;
}

async function messagesTo(contact: string) {
  return cabinet.portalDb
    .selectFrom('portal.outgoing_message')
    .select(['channel', 'kind'])
    .where('recipient', '=', contact)
    .where('kind', '<>', 'code')
    .execute();
}

function resultOf(answer: { httpStatus: number; body: { code?: string } }) {
  return { httpStatus: answer.httpStatus, code: answer.body.code };
}

describe('the profile', () => {
  test('of an administrator has the login and the roles', async () => {
    const token = await cabinet.signIn([], 'admin', ['analyst', 'operator']);
    const profile = await profileOf(token);
    expect(profile).toMatchObject({ type: 'admin', secondFactor: 'none', consents: [] });
    expect(profile.login).toMatch(/^admin-/);
    expect(profile.roles).toEqual(['analyst', 'operator']);
  });

  test('of a customer has neither', async () => {
    const profile = await profileOf(await cabinet.signIn([], 'entity'));
    expect(profile.type).toBe('entity');
    expect(profile).not.toHaveProperty('login');
    expect(profile).not.toHaveProperty('roles');
  });
});

describe('the personal information', () => {
  test('names are kept, those that are absent stay', async () => {
    const { phone, token } = await makePerson();
    const names = { surname: 'Коваль', name: 'Олена', middle_n: 'Іванівна' };
    const first = await cabinet.post(updateProfile, { token, userType: 'person', ...names });
    expect(first.httpStatus).toBe(200);
    expect(first.body.user).toMatchObject({ type: 'person', phone, email: 'olena@example.test' });
    await cabinet.post(updateProfile, { token, userType: 'person', surname: 'Коваль-Мороз' });
    expect(await profileOf(token)).toMatchObject({
      surname: 'Коваль-Мороз',
      name: 'Олена',
      middleName: 'Іванівна',
    });
  });

  test('the token of the answer is good', async () => {
    const { token } = await makePerson();
    const { body } = await cabinet.post(updateProfile, { token, userType: 'person' });
    expect((await cabinet.post(getProfile, { token: body.user.token })).httpStatus).toBe(200);
  });

  test.each(['<b>Іван</b>', 'Іван"><script>', 'Іван1'])('a name like %s is refused', async (name) => {
    const { token } = await makePerson();
    const { httpStatus, body } = await cabinet.post(updateProfile, { token, userType: 'person', name });
    expect(httpStatus).toBe(400);
    expect(body.issues?.map(({ path, code }) => ({ path, code }))).toEqual([
      { path: 'name', code: 'field.strayCharacter' },
    ]);
    expect((await profileOf(token)).name).toBe('');
  });

  test('an account of the own is chosen, one of a stranger is not found', async () => {
    const [own, foreign] = [await makeAccount(cabinet.billingDb), await makeAccount(cabinet.billingDb)];
    const { token } = await makePerson('', [own.accountNumber]);
    const chosen = await cabinet.post(updateProfile, {
      token,
      userType: 'person',
      account: own.accountNumber,
    });
    expect(chosen.body.user).toMatchObject({ account: own.accountNumber, partner: own.accountNumber });
    const payload = { token, userType: 'person', account: foreign.accountNumber };
    expect(resultOf(await cabinet.post(updateProfile, payload))).toEqual({
      httpStatus: 404,
      code: 'common.notFound',
    });
    const again = await cabinet.post(updateProfile, { token, userType: 'person' });
    expect(again.body.user.account).toBe(own.accountNumber);
  });

  test('unchanged contacts may be sent along, in any case of the e-mail', async () => {
    const { phone, token } = await makePerson();
    const payload = { token, userType: 'person', phone, email: 'Olena@Example.test', name: 'Олена' };
    expect((await cabinet.post(updateProfile, payload)).httpStatus).toBe(200);
  });

  test.each([{ phone: '+380679999999' }, { email: 'other@example.test' }])(
    'another contact needs a code, and nothing is kept: %j',
    async (contact) => {
      const { token } = await makePerson();
      const answer = await cabinet.post(updateProfile, {
        token,
        userType: 'person',
        name: 'Олена',
        ...contact,
      });
      expect(resultOf(answer)).toEqual({ httpStatus: 422, code: 'identity.confirmationNeeded' });
      expect(await profileOf(token)).toMatchObject({ name: '', email: 'olena@example.test' });
    },
  );

  test('the type is that of the session', async () => {
    const { token } = await makePerson();
    const { httpStatus, body } = await cabinet.post(updateProfile, { token, userType: 'admin' });
    expect(httpStatus).toBe(400);
    expect(body.issues?.map(({ path }) => path)).toEqual(['userType']);
  });
});

describe('another phone', () => {
  test('is stored with its code and the password; the former one is notified and no longer signs in', async () => {
    const { phone, token } = await makePerson();
    const next = newPhone();
    const code = await codes.receive(next, confirm);
    const { httpStatus, body } = await cabinet.post(changePhone, { token, phone: next, code, password });
    expect(httpStatus).toBe(200);
    expect(body.profile.phone).toBe(next);
    expect(await messagesTo(phone)).toEqual([{ channel: 'sms', kind: 'contactChanged' }]);
    expect(await messagesTo(next)).toEqual([]);
    const former = await cabinet.post(
      signInPerson,
      { phone, userType: 'person' },
      basicPair(phone, password),
    );
    expect(resultOf(former)).toEqual({ httpStatus: 401, code: 'identity.badCredentials' });
    expect(await signIn(next)).not.toBe('');
  });

  test('stays as it was with a wrong password, and the code stays good', async () => {
    const { token } = await makePerson();
    const next = newPhone();
    const code = await codes.receive(next, confirm);
    const refused = await cabinet.post(changePhone, { token, phone: next, code, password: 'not this one' });
    expect(resultOf(refused)).toEqual({ httpStatus: 422, code: 'identity.wrongPassword' });
    expect((await cabinet.post(changePhone, { token, phone: next, code, password })).httpStatus).toBe(200);
  });

  test('is not confirmed by a code to login', async () => {
    const { token } = await makePerson();
    const next = newPhone();
    const code = await codes.receive(next, { action: 'login' });
    const answer = await cabinet.post(changePhone, { token, phone: next, code, password });
    expect(resultOf(answer)).toEqual({ httpStatus: 422, code: 'identity.wrongCode' });
  });

  test('that is another person’s is refused, and both stay as they are', async () => {
    const { phone, token } = await makePerson();
    const other = await makePerson('other@example.test');
    const code = await codes.receive(other.phone, confirm);
    const answer = await cabinet.post(changePhone, { token, phone: other.phone, code, password });
    expect(resultOf(answer)).toEqual({ httpStatus: 409, code: 'identity.phoneTaken' });
    expect((await profileOf(token)).phone).toBe(phone);
    expect((await profileOf(other.token)).phone).toBe(other.phone);
    expect(await messagesTo(phone)).toEqual([]);
  });
});

describe('an e-mail', () => {
  test('is stored and confirmed by its code; the former one is notified', async () => {
    const { token } = await makePerson('former@example.test');
    const code = await codes.receive('next@example.test', confirm);
    const payload = { token, email: 'Next@Example.test', code, password };
    const { httpStatus, body } = await cabinet.post(changeEmail, payload);
    expect(httpStatus).toBe(200);
    expect(body.profile).toMatchObject({ email: 'next@example.test', emailConfirmed: true });
    expect(await messagesTo('former@example.test')).toEqual([{ channel: 'mail', kind: 'contactChanged' }]);
  });

  test('that is unchanged is confirmed the same way, without a notice', async () => {
    const { token } = await makePerson('same@example.test');
    expect((await profileOf(token)).emailConfirmed).toBe(false);
    const code = await codes.receive('same@example.test', confirm);
    await cabinet.post(changeEmail, { token, email: 'same@example.test', code, password });
    expect(await profileOf(token)).toMatchObject({ email: 'same@example.test', emailConfirmed: true });
    expect(await messagesTo('same@example.test')).toEqual([]);
  });

  test('is one person’s once it is confirmed', async () => {
    const [first, second] = [await makePerson('one@example.test'), await makePerson('one@example.test')];
    const code = await codes.receive('one@example.test', confirm);
    await cabinet.post(changeEmail, { token: first.token, email: 'one@example.test', code, password });
    cabinet.clock.set((start + 60_000) as Instant);
    const again = await codes.receive('one@example.test', confirm);
    const payload = { token: second.token, email: 'one@example.test', code: again, password };
    expect(resultOf(await cabinet.post(changeEmail, payload))).toEqual({
      httpStatus: 409,
      code: 'identity.emailTaken',
    });
    expect((await profileOf(second.token)).emailConfirmed).toBe(false);
  });
});

test('an administrator changes the phone by a code, too', async () => {
  const token = await cabinet.signIn([], 'admin');
  const hash = await hashPassword(password);
  await cabinet.portalDb
    .updateTable('portal.identity')
    .set({ password_hash: hash })
    .where('identity_type', '=', 'admin')
    .execute();
  const phone = newPhone();
  const asPerson = await codes.receive(phone, confirm);
  const refused = await cabinet.post(changePhone, { token, phone, code: asPerson, password });
  expect(resultOf(refused)).toEqual({ httpStatus: 422, code: 'identity.wrongCode' });
  cabinet.clock.set((start + 60_000) as Instant);
  const code = await codes.receive(phone, { ...confirm, userType: 'admin' });
  expect((await cabinet.post(changePhone, { token, phone, code, password })).httpStatus).toBe(200);
  expect((await profileOf(token)).phone).toBe(phone);
});
