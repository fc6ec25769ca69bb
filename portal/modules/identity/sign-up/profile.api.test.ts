import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { changeEmail, changePhone, getProfile, updateProfile } from '#contract/identity/profile.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import type { Instant } from '#domain/time/instant.ts';
import { basicPair, makeCodeCaller, newPhone } from '#portal/testing/callers/code-caller.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { messagesTo } from '#portal/testing/message-state.ts';
import { hashPassword } from '../password/password.ts';
import { createPersonIdentity } from '../sign-in/create-identity.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const password = 'Пароль: Світло-2026';
const confirm = { action: 'confirm' } as const;

const cabinet = provideTestApp({ hasSupplier: true });
const codes = makeCodeCaller(cabinet);

beforeEach(() => cabinet.clock.set(start as Instant));

const signIn = (phone: string) =>
  cabinet.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, password));

async function makePerson(email = 'olena@example.test', accounts: readonly string[] = []) {
  const phone = newPhone();
  await createPersonIdentity(cabinet.portalDb, { phone, password, email, accounts });
  return { phone, token: (await signIn(phone)).body.user.token };
}

async function profileOf(token: string) {
  return (await cabinet.post(getProfile, { token })).body.profile;
}

describe('the profile', () => {
  test('of an administrator has the login and the roles, that of a customer neither', async () => {
    const profile = await profileOf(await cabinet.signIn([], 'admin', ['analyst', 'operator']));
    expect(profile).toMatchObject({ type: 'admin', secondFactor: 'none', consents: [] });
    expect(profile.login).toMatch(/^admin-/);
    expect(profile.roles).toEqual(['analyst', 'operator']);
    const own = await profileOf(await cabinet.signIn([], 'entity'));
    expect(own).toMatchObject({ type: 'entity' });
    for (const field of ['login', 'roles']) expect(own).not.toHaveProperty(field);
  });
});

describe('the personal information', () => {
  test('names are kept, those that are absent stay; the token of the answer is good', async () => {
    const { phone, token } = await makePerson();
    const names = { surname: 'Коваль', name: 'Олена', middle_n: 'Іванівна' };
    const { httpStatus, body } = await cabinet.post(updateProfile, { token, userType: 'person', ...names });
    expect(httpStatus).toBe(200);
    expect(body.user).toMatchObject({ type: 'person', phone, email: 'olena@example.test' });
    await cabinet.post(updateProfile, { token, userType: 'person', surname: 'Коваль-Мороз' });
    const kept = { surname: 'Коваль-Мороз', name: 'Олена', middleName: 'Іванівна' };
    expect(await profileOf(body.user.token)).toMatchObject(kept);
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
    const [ofOwn, ofForeign] = [own, foreign].map((one) => ({
      userType: 'person',
      account: one.accountNumber,
    }));
    const chosen = await cabinet.post(updateProfile, { token, ...ofOwn });
    expect(chosen.body.user).toMatchObject({ account: own.accountNumber, partner: own.accountNumber });
    expect(outcomeOf(await cabinet.post(updateProfile, { token, ...ofForeign }))).toBe('404 common.notFound');
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
      const names = { userType: 'person', name: 'Олена' };
      const answer = await cabinet.post(updateProfile, { token, ...names, ...contact });
      expect(outcomeOf(answer)).toBe('422 identity.confirmationNeeded');
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
    expect(await messagesTo(cabinet, phone)).toEqual(['contactChanged sms']);
    expect(await messagesTo(cabinet, next)).toEqual([]);
    expect(outcomeOf(await signIn(phone))).toBe('401 identity.badCredentials');
    expect((await signIn(next)).httpStatus).toBe(200);
  });

  test('stays as it was with a wrong password, and the code stays good', async () => {
    const { token } = await makePerson();
    const next = newPhone();
    const code = await codes.receive(next, confirm);
    const refused = await cabinet.post(changePhone, { token, phone: next, code, password: 'not this one' });
    expect(outcomeOf(refused)).toBe('422 identity.wrongPassword');
    expect((await cabinet.post(changePhone, { token, phone: next, code, password })).httpStatus).toBe(200);
  });

  test('that is another person’s is refused, and both stay as they are', async () => {
    const { phone, token } = await makePerson();
    const other = await makePerson('other@example.test');
    const code = await codes.receive(other.phone, confirm);
    const answer = await cabinet.post(changePhone, { token, phone: other.phone, code, password });
    expect(outcomeOf(answer)).toBe('409 identity.phoneTaken');
    expect((await profileOf(token)).phone).toBe(phone);
    expect((await profileOf(other.token)).phone).toBe(other.phone);
    expect(await messagesTo(cabinet, phone)).toEqual([]);
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
    expect(await messagesTo(cabinet, 'former@example.test')).toEqual(['contactChanged mail']);
  });

  test('that is unchanged is confirmed the same way, without a notice', async () => {
    const { token } = await makePerson('same@example.test');
    expect((await profileOf(token)).emailConfirmed).toBe(false);
    const code = await codes.receive('same@example.test', confirm);
    await cabinet.post(changeEmail, { token, email: 'same@example.test', code, password });
    expect(await profileOf(token)).toMatchObject({ email: 'same@example.test', emailConfirmed: true });
    expect(await messagesTo(cabinet, 'same@example.test')).toEqual([]);
  });

  test('is one person’s once it is confirmed', async () => {
    const [first, second] = [await makePerson('one@example.test'), await makePerson('one@example.test')];
    const code = await codes.receive('one@example.test', confirm);
    await cabinet.post(changeEmail, { token: first.token, email: 'one@example.test', code, password });
    cabinet.clock.set((start + 60_000) as Instant);
    const again = await codes.receive('one@example.test', confirm);
    const payload = { token: second.token, email: 'one@example.test', code: again, password };
    expect(outcomeOf(await cabinet.post(changeEmail, payload))).toBe('409 identity.emailTaken');
    expect((await profileOf(second.token)).emailConfirmed).toBe(false);
  });
});

test('an administrator changes the phone by a code, too', async () => {
  const token = await cabinet.signIn([], 'admin');
  const hash = await hashPassword(password);
  await sql`update portal.identity set password_hash = ${hash} where identity_type = 'admin'`.execute(
    cabinet.portalDb,
  );
  const phone = newPhone();
  const asPerson = await codes.receive(phone, confirm);
  const refused = await cabinet.post(changePhone, { token, phone, code: asPerson, password });
  expect(outcomeOf(refused)).toBe('422 identity.wrongCode');
  cabinet.clock.set((start + 60_000) as Instant);
  const code = await codes.receive(phone, { ...confirm, userType: 'admin' });
  expect((await cabinet.post(changePhone, { token, phone, code, password })).httpStatus).toBe(200);
  expect((await profileOf(token)).phone).toBe(phone);
});
