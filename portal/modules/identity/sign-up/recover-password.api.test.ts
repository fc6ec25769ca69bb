import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { checkSession, passSecondFactor, signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { recoverPassword } from '#contract/identity/sign-up.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { Instant } from '#domain/time/instant.ts';
import { basicPair, makeCodeCaller, newPhone, wrongCode } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { makeIdentity } from '#portal/testing/callers/make-identity.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { messagesTo } from '#portal/testing/message-state.ts';
import { shown } from '../second-factor/testing/factor-fixture.ts';
import { createEntityIdentity, createPersonIdentity } from '../sign-in/create-identity.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const minute = 60_000;
const oldPassword = 'Старий пароль 1';
const newPassword = 'Новий: пароль 2';
const recover = { action: 'recover' } as const;

const cabinet = provideTestApp({ hasSupplier: true });
const codes = makeCodeCaller(cabinet);

beforeEach(() => cabinet.clock.set(start as Instant));

async function makePerson(email = ''): Promise<string> {
  const phone = newPhone();
  await createPersonIdentity(cabinet.portalDb, { phone, password: oldPassword, email, accounts: [] });
  return phone;
}

const confirmEmail = (phone: string) =>
  sql`update portal.identity set email_confirmed_at = '2026-11-01' where phone = ${phone}`.execute(
    cabinet.portalDb,
  );

function signIn(phone: string, password: string) {
  return cabinet.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, password));
}

function setPassword(
  contact: string,
  code: string,
  password = newPassword,
  more: Record<string, unknown> = {},
) {
  const field = contact.includes('@') ? { email: contact } : { phone: contact };
  const payload = { userType: 'person', ...field, code, ...more };
  return cabinet.post(recoverPassword, payload, basicPair(contact, password));
}

test('a recovered password ends every session at once but those of others, and only the new one opens the cabinet', async () => {
  const [phone, other] = [await makePerson(), await makePerson()];
  const { token: theirs } = (await signIn(other, oldPassword)).body.user;
  const tokens = [];
  for (let count = 0; count < 2; count += 1) tokens.push((await signIn(phone, oldPassword)).body.user.token);
  const code = await codes.receive(phone, recover);
  expect((await codes.give(phone, code, recover)).body.proven).toBe(true);
  const { httpStatus, body } = await setPassword(phone, code);
  expect({ httpStatus, body }).toEqual({ httpStatus: 200, body: { status: 'success' } });
  for (const token of tokens)
    expect(outcomeOf(await cabinet.post(checkSession, { token }))).toBe('401 common.sessionEnded');
  expect((await cabinet.post(checkSession, { token: theirs })).httpStatus).toBe(200);
  const { rows } = await sql`select end_reason, password_changed_at from portal.session
    join portal.identity using (identity_id) where phone = ${phone}`.execute(cabinet.portalDb);
  expect(rows).toEqual(Array(2).fill({ end_reason: 'passwordRecovered', password_changed_at: start }));
  expect(outcomeOf(await signIn(phone, oldPassword))).toBe('401 identity.badCredentials');
  expect((await signIn(phone, newPassword)).httpStatus).toBe(200);
});

test('the code may be given with the new password at once, and is used then', async () => {
  const phone = await makePerson();
  const code = await codes.receive(phone, recover);
  expect((await setPassword(phone, code)).httpStatus).toBe(200);
  expect(outcomeOf(await setPassword(phone, code, 'Третій пароль 3'))).toBe('422 identity.wrongCode');
  expect((await signIn(phone, newPassword)).httpStatus).toBe(200);
});

test('the change is notified to the phone, and to an e-mail only when it was confirmed', async () => {
  for (const [email, isConfirmed] of [
    ['told@example.test', true],
    ['unsure@example.test', false],
  ] as const) {
    const phone = await makePerson(email);
    if (isConfirmed) await confirmEmail(phone);
    await setPassword(phone, await codes.receive(phone, recover));
    expect(await messagesTo(cabinet, phone)).toEqual(['passwordChanged sms']);
    expect(await messagesTo(cabinet, email)).toEqual(isConfirmed ? ['passwordChanged mail'] : []);
  }
});

test('a confirmed e-mail recovers the password, too', async () => {
  const phone = await makePerson('mail@example.test');
  await confirmEmail(phone);
  const code = await codes.receive('mail@example.test', recover);
  expect((await setPassword('mail@example.test', code)).httpStatus).toBe(200);
  expect((await signIn(phone, newPassword)).httpStatus).toBe(200);
});

test('wrong passwords before a recovery do not keep its owner out after it', async () => {
  const phone = await makePerson();
  for (let count = 0; count < 5; count += 1) await signIn(phone, 'not the password');
  expect((await signIn(phone, oldPassword)).body.code).toBe('identity.attemptsExhausted');
  cabinet.clock.set((start + minute) as Instant);
  await setPassword(phone, await codes.receive(phone, recover));
  expect((await signIn(phone, newPassword)).httpStatus).toBe(200);
});

test('a refused recovery gives no tries back', async () => {
  const phone = await makePerson();
  for (let count = 0; count < 5; count += 1) await signIn(phone, 'not the password');
  cabinet.clock.set((start + minute / 2) as Instant);
  await setPassword(phone, wrongCode(await codes.receive(phone, recover)));
  expect((await signIn(phone, oldPassword)).body.code).toBe('identity.attemptsExhausted');
});

describe('a recovery with a second factor', () => {
  /** Switches an application on; what it shows at a moment. */
  async function enableTotp(phone: string): Promise<(at: number) => string> {
    const { token } = (await signIn(phone, oldPassword)).body.user;
    const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password: oldPassword });
    const at = (moment: number) => shown(begun.body.secret ?? '', moment);
    await cabinet.post(enableSecondFactor, { token, method: 'totp', code: at(start) });
    return at;
  }
  const factorsOf = async (phone: string) =>
    (
      await sql`select factor.* from portal.second_factor factor join portal.identity using (identity_id)
        where phone = ${phone}`.execute(cabinet.portalDb)
    ).rows;
  const countOpenSessions = async (phone: string) => {
    const { rows } = await sql`
      select session_id from portal.session join portal.identity using (identity_id)
       where phone = ${phone} and ended_at is null
    `.execute(cabinet.portalDb);
    return rows.length;
  };

  test('never enters and never takes it away: the application still asks', async () => {
    const phone = await makePerson();
    const shown = await enableTotp(phone);
    const before = await factorsOf(phone);
    expect(before).toHaveLength(1);
    cabinet.clock.set((start + minute) as Instant);
    const { httpStatus, body } = await setPassword(phone, await codes.receive(phone, recover));
    expect({ httpStatus, body }).toEqual({ httpStatus: 200, body: { status: 'success' } });
    expect(await countOpenSessions(phone)).toBe(0);
    expect(await factorsOf(phone)).toEqual(before);
    const refused = await signIn(phone, newPassword);
    expect(outcomeOf(refused)).toBe('422 identity.totpRequired');
    const pass = { challenge: refused.body.details.challenge, code: shown(start + minute) };
    expect((await cabinet.post(passSecondFactor, pass)).httpStatus).toBe(200);
  });

  async function enableSms(phone: string): Promise<void> {
    const { token } = (await signIn(phone, oldPassword)).body.user;
    await cabinet.post(beginSecondFactor, { token, method: 'sms', password: oldPassword });
    const code = await lastCodeTo(cabinet, phone);
    await cabinet.post(enableSecondFactor, { token, method: 'sms', code });
    cabinet.clock.set((start + 2 * minute) as Instant);
  }

  test('by SMS is not done by a code to the same phone, which only the right code tells', async () => {
    const phone = await makePerson();
    await enableSms(phone);
    const code = await codes.receive(phone, recover);
    expect((await codes.give(phone, wrongCode(code), recover)).body.code).toBe('identity.wrongCode');
    const refused = '422 identity.recoverByEmail';
    expect(outcomeOf(await codes.give(phone, code, recover))).toEqual(refused);
    expect(outcomeOf(await setPassword(phone, code))).toEqual(refused);
    expect(await countOpenSessions(phone)).toBe(1);
    cabinet.clock.set((start + 4 * minute) as Instant);
    expect(outcomeOf(await signIn(phone, oldPassword))).toBe('422 identity.dualAuth');
  });

  test('by SMS is done by the confirmed e-mail, and the next sign-in sends its own code', async () => {
    const email = 'two-steps@example.test';
    const phone = await makePerson(email);
    await confirmEmail(phone);
    await enableSms(phone);
    const code = await codes.receive(email, recover);
    expect((await codes.give(email, code, recover)).body.proven).toBe(true);
    expect((await setPassword(email, code)).httpStatus).toBe(200);
    expect(await countOpenSessions(phone)).toBe(0);
    cabinet.clock.set((start + 4 * minute) as Instant);
    expect(outcomeOf(await signIn(phone, newPassword))).toBe('422 identity.dualAuth');
  });

  test('ends a sign-in that waits for its second step', async () => {
    const phone = await makePerson();
    const shown = await enableTotp(phone);
    cabinet.clock.set((start + minute) as Instant);
    const { challenge } = (await signIn(phone, oldPassword)).body.details;
    await setPassword(phone, await codes.receive(phone, recover));
    const answer = await cabinet.post(passSecondFactor, { challenge, code: shown(start + minute) });
    expect(outcomeOf(answer)).toBe('422 identity.codeExpired');
  });

  test('gives no tries at its codes back', async () => {
    const phone = await makePerson();
    const shown = await enableTotp(phone);
    cabinet.clock.set((start + minute) as Instant);
    const wrong = shown(start + minute) === '000000' ? '111111' : '000000';
    for (const tries of [3, 2]) {
      const { challenge } = (await signIn(phone, oldPassword)).body.details;
      for (let count = 0; count < tries; count += 1)
        await cabinet.post(passSecondFactor, { challenge, code: wrong });
    }
    cabinet.clock.set((start + 2 * minute) as Instant);
    await setPassword(phone, await codes.receive(phone, recover));
    const { challenge } = (await signIn(phone, newPassword)).body.details;
    const answer = await cabinet.post(passSecondFactor, { challenge, code: shown(start + 2 * minute) });
    expect(outcomeOf(answer)).toBe('429 identity.attemptsExhausted');
  });
});

describe('the password stays', () => {
  test('when the new one is easily guessed; the code stays good', async () => {
    const phone = await makePerson();
    const code = await codes.receive(phone, recover);
    const { httpStatus, body } = await setPassword(phone, code, 'password1');
    const message = formatMessage('identity.weakPassword');
    const issues = [{ path: 'password', code: 'identity.weakPassword', message }];
    expect([httpStatus, body.issues]).toEqual([400, issues]);
    expect((await setPassword(phone, code)).httpStatus).toBe(200);
  });
});

test('a right code for a phone that nobody has is not told from a wrong one', async () => {
  const phone = newPhone();
  const code = await codes.receive(phone, recover);
  expect(outcomeOf(await setPassword(phone, code))).toBe('422 identity.wrongCode');
});

describe('an entity', () => {
  async function makeEntity(account: string): Promise<string> {
    const phone = newPhone();
    await makeIdentity(cabinet, phone, { type: 'entity', account });
    return phone;
  }
  const changedAt = (phone: string) =>
    cabinet.portalDb
      .selectFrom('portal.identity')
      .select('password_changed_at as at')
      .where('phone', '=', phone)
      .executeTakeFirst();

  test('recovers by its account and its phone', async () => {
    const [account, userType] = ['1000000071', 'entity'] as const;
    const phone = await makeEntity(account);
    const code = await codes.receive(phone, { ...recover, userType, account });
    expect((await setPassword(phone, code, newPassword, { userType, account })).httpStatus).toBe(200);
    expect((await changedAt(phone))?.at).toBe(start);
  });

  test('signs in after it by each of its accounts, whatever was guessed at them before', async () => {
    const accounts = [];
    for (let count = 0; count < 2; count += 1) {
      const fixture = { customerType: 'entity', objectCode: 'SVITLO01', meters: [] } as const;
      accounts.push((await makeAccount(cabinet.billingDb, fixture)).accountNumber);
    }
    const [phone, userType] = [newPhone(), 'entity'] as const;
    const contacts = { phone, email: 'office@example.test' };
    await createEntityIdentity(cabinet.portalDb, { ...contacts, password: oldPassword, accounts });
    const enter = (account: string, password: string) =>
      cabinet.post(
        signInEntity,
        { account, unique_code: 'SVITLO01', userType },
        basicPair(account, password),
      );
    for (const account of accounts) {
      for (let count = 0; count < 5; count += 1) await enter(account, 'not the password');
      expect((await enter(account, oldPassword)).body.code).toBe('identity.attemptsExhausted');
    }
    cabinet.clock.set((start + minute) as Instant);
    const [account = ''] = accounts;
    const code = await codes.receive(phone, { ...recover, userType, account });
    await setPassword(phone, code, newPassword, { userType, account });
    for (const own of accounts) expect((await enter(own, newPassword)).httpStatus).toBe(200);
  });

  test('does not recover by a code for another account, nor without one', async () => {
    const [account, userType] = ['1000000072', 'entity'] as const;
    const phone = await makeEntity(account);
    const code = await codes.receive(phone, { ...recover, userType, account });
    const other = await setPassword(phone, code, newPassword, { userType, account: '1000000073' });
    expect(outcomeOf(other)).toBe('422 identity.wrongCode');
    const none = await setPassword(phone, code, newPassword, { userType });
    expect(none.httpStatus).toBe(400);
    expect(none.body.issues?.map(({ path }) => path)).toEqual(['account']);
    expect((await changedAt(phone))?.at).toBeNull();
  });
});
