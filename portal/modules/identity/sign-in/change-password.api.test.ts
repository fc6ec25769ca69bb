import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { changePassword } from '#contract/identity/profile.ts';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { checkSession, passSecondFactor, signInPerson } from '#contract/identity/sign-in.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { basicPair, newPhone } from '#portal/testing/callers/code-caller.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { shown } from '../second-factor/testing/factor-fixture.ts';
import { createPersonIdentity } from './create-identity.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const password = 'Пароль: Світло-2026';
const fresh = 'кінь їсть овес уночі';
const cabinet = provideTestApp();
beforeEach(() => cabinet.clock.set(start));

async function makePerson(email = ''): Promise<string> {
  const phone = newPhone();
  await createPersonIdentity(cabinet.portalDb, { phone, password, email, accounts: [] });
  return phone;
}

const confirmEmail = (phone: string) =>
  sql`update portal.identity set email_confirmed_at = now() where phone = ${phone}`.execute(cabinet.portalDb);

/** The e-mail addresses that got a notice of the changed password. */
async function notifiedOfChange(): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from portal.outgoing_message where kind = 'passwordChanged' and channel = 'mail'
  `.execute(cabinet.portalDb);
  return rows.map(({ recipient }) => recipient);
}

const signIn = (phone: string, typedPassword = password) =>
  cabinet.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, typedPassword));

async function tokenOf(phone: string, typedPassword = password): Promise<string> {
  return (await signIn(phone, typedPassword)).body.user.token;
}

function change(token: string, oldPassword: string, newPassword: string) {
  return cabinet.post(changePassword, { token, old_pass: oldPassword, new_pass: newPassword });
}

test('the new password opens, the old one does not, and every session but this one has ended', async () => {
  const phone = await makePerson();
  const [here, phoneApp, office] = [await tokenOf(phone), await tokenOf(phone), await tokenOf(phone)];
  const { httpStatus, body } = await change(here, password, fresh);
  expect({ httpStatus, body }).toEqual({ httpStatus: 200, body: { status: 'success', endedSessions: 2 } });
  expect((await cabinet.post(checkSession, { token: here })).httpStatus).toBe(200);
  for (const token of [phoneApp, office]) {
    expect((await cabinet.post(checkSession, { token })).body.details).toMatchObject({ reason: 'revoked' });
  }
  expect((await signIn(phone)).httpStatus).toBe(401);
  expect((await signIn(phone, fresh)).httpStatus).toBe(200);
});

test('a change that is sent again, because its answer was lost, is done already and ends nothing more', async () => {
  const phone = await makePerson('again@example.test');
  await confirmEmail(phone);
  const here = await tokenOf(phone);
  await change(here, password, fresh);
  const office = await tokenOf(phone, fresh);
  cabinet.clock.set((start + 5 * 60_000) as Instant);
  const { httpStatus, body } = await change(here, password, fresh);
  expect({ httpStatus, body }).toEqual({ httpStatus: 200, body: { status: 'success', endedSessions: 0 } });
  expect((await cabinet.post(checkSession, { token: office })).httpStatus).toBe(200);
  expect(await notifiedOfChange()).toEqual(['again@example.test']);
});

test('after a change a wrong old password is still wrong, and so is the repetition when ten minutes have passed', async () => {
  const here = await tokenOf(await makePerson());
  await change(here, password, fresh);
  expect((await change(here, password, 'тихий вечір біля річки')).body.code).toBe('identity.wrongPassword');
  cabinet.clock.set((start + 10 * 60_000 + 1) as Instant);
  expect((await change(here, password, fresh)).body.code).toBe('identity.wrongPassword');
});

test('a sign-in that waits for its second step does not outlive the password it began with', async () => {
  const phone = await makePerson();
  const token = await tokenOf(phone);
  const { secret = '' } = (await cabinet.post(beginSecondFactor, { token, method: 'totp', password })).body;
  await cabinet.post(enableSecondFactor, { token, method: 'totp', code: shown(secret, start) });
  cabinet.clock.set((start + 60_000) as Instant);
  const { challenge } = (await signIn(phone)).body.details;
  await change(token, password, fresh);
  const code = shown(secret, start + 60_000);
  expect((await cabinet.post(passSecondFactor, { challenge, code })).body.code).toBe('identity.codeExpired');
  const next = (await signIn(phone, fresh)).body.details;
  expect((await cabinet.post(passSecondFactor, { challenge: next.challenge, code })).httpStatus).toBe(200);
});

test('a wrong old password is refused without ending the session, and the sixth try is exhausted', async () => {
  const token = await tokenOf(await makePerson());
  for (let n = 0; n < 5; n += 1) {
    expect(outcomeOf(await change(token, 'wrong', fresh))).toBe('422 identity.wrongPassword');
  }
  expect(outcomeOf(await change(token, password, fresh))).toBe('429 identity.attemptsExhausted');
  cabinet.clock.set((start + 15 * 60_000) as Instant);
  expect((await change(token, password, fresh)).httpStatus).toBe(200);
});

test('attempts at the own password do not exhaust those of the sign-in', async () => {
  const phone = await makePerson();
  const token = await tokenOf(phone);
  for (let n = 0; n < 5; n += 1) await change(token, 'wrong', fresh);
  expect((await signIn(phone)).httpStatus).toBe(200);
});

test.each([
  ['the old one', password, 'field.samePassword'],
  ['the old one with its letters in parts', password.normalize('NFD'), 'field.samePassword'],
  ['a short one', 'коротко', 'field.invalid'],
  ['a common one', 'пароль2026', 'identity.weakPassword'],
  ['one made of the own phone', undefined, 'identity.weakPassword'],
] as const)('as a new password %s is refused', async (_, typedPassword, code) => {
  const phone = await makePerson();
  const answer = await change(await tokenOf(phone), password, typedPassword ?? `${phone.slice(3)}аб`);
  expect(answer.httpStatus).toBe(400);
  expect(answer.body.issues).toEqual([{ path: 'new_pass', code, message: formatMessage(code) }]);
});

test('a confirmed e-mail gets a notice of the change; an unconfirmed one does not', async () => {
  const [confirmed, other] = [await makePerson('yes@example.test'), await makePerson('no@example.test')];
  await confirmEmail(confirmed);
  for (const phone of [confirmed, other]) await change(await tokenOf(phone), password, fresh);
  const notified = await notifiedOfChange();
  expect(notified.filter((email) => /^(yes|no)@/.test(email))).toEqual(['yes@example.test']);
});
