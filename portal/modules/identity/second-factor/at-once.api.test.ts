import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { changePassword, changePhone } from '#contract/identity/profile.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
} from '#contract/identity/second-factor.ts';
import { passSecondFactor, signInPerson } from '#contract/identity/sign-in.ts';
import { authSms, recoverPassword } from '#contract/identity/sign-up.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { basicPair, newPhone } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { sessionEnd } from '../session/session-list.ts';
import { endSessions, insertSession } from '../session/session-store.ts';
import {
  at,
  cabinet,
  enableSms as enableSmsFactor,
  newPerson,
  type Person,
  password,
  resultOf,
  second,
  shown,
  start,
  startFactorFixture,
  tokenOf,
  whileHeld,
} from './testing/factor-fixture.ts';

const fresh = 'кінь їсть овес уночі';

startFactorFixture({ SIGN_IN_FAILURES_PER_ADDRESS: '1000', CODES_PER_ADDRESS: '1000' });

async function makePerson() {
  const person = await newPerson();
  return { ...person, token: await tokenOf(person) };
}

type Answer = Parameters<typeof resultOf>[0];

async function codeTo(phone: string, action: string, token?: string): Promise<string> {
  const payload = { phone, action, userType: 'person', ...(token !== undefined && { token }) };
  await cabinet.post(authSms, payload, basicPair(phone, ''));
  return lastCodeTo(cabinet, phone);
}

/** Switches it on and returns a recovery code, a minute later. */
async function enableSms(person: Person): Promise<string> {
  const [recoveryCode = ''] = await enableSmsFactor(person);
  at(start + 61 * second);
  return recoveryCode;
}

describe('a session that ends while a call waits for its owner', () => {
  const ended = ['common.sessionEnded'];
  const endAll =
    ({ identityId }: Person) =>
    (db: PortalDatabase) =>
      endSessions(db, identityId, { reason: 'allEnded' }, cabinet.clock.now());

  test('changes no password', async () => {
    const person = await makePerson();
    const payload = { token: person.token, old_pass: password, new_pass: fresh };
    const change = () => [cabinet.post(changePassword, payload)];
    expect((await whileHeld<Answer>(person, change, endAll(person))).map(resultOf)).toEqual(ended);
  });

  test('moves no phone, and its code stays good', async () => {
    const person = await makePerson();
    const phone = newPhone();
    const code = await codeTo(phone, 'confirm', person.token);
    const move = () => [cabinet.post(changePhone, { token: person.token, phone, code, password })];
    expect((await whileHeld<Answer>(person, move, endAll(person))).map(resultOf)).toEqual(ended);
    const { rows } = await sql`select 1 from portal.confirmation_code
      where purpose = 'confirm' and used_at is not null`.execute(cabinet.portalDb);
    expect(rows).toEqual([]);
  });

  test('switches no second factor on or off', async () => {
    const [beginner, owner] = [await makePerson(), await makePerson()];
    await cabinet.post(beginSecondFactor, { token: beginner.token, method: 'sms', password });
    const code = await lastCodeTo(cabinet, beginner.phone);
    const enable = () => cabinet.post(enableSecondFactor, { token: beginner.token, method: 'sms', code });
    const on = await whileHeld<Answer>(beginner, () => [enable()], endAll(beginner));
    const recovery = await enableSms(owner);
    const disable = () => cabinet.post(disableSecondFactor, { token: owner.token, password, code: recovery });
    const off = await whileHeld<Answer>(owner, () => [disable()], endAll(owner));
    expect([...on, ...off].map(resultOf)).toEqual(['common.sessionEnded', 'common.sessionEnded']);
  });
});

test('a session that is opened while its password is being recovered ends with it', async () => {
  const person = await makePerson();
  const code = await codeTo(person.phone, 'recover');
  const payload = { phone: person.phone, userType: 'person', code };
  const recover = () => cabinet.post(recoverPassword, payload, basicPair(person.phone, fresh));
  const startedAt = cabinet.clock.now();
  const expiresAt = sessionEnd(startedAt);
  const answers = await whileHeld<Answer>(
    person,
    () => [recover()],
    (db) =>
      insertSession(db, {
        sessionId: newId(),
        identityId: person.identityId,
        startedAt,
        expiresAt,
        device: '',
        address: '',
        way: 'password',
        dualAuth: false,
      }),
  );
  expect(answers.map(resultOf)).toEqual(['done']);
  const { rows } = await sql`
    select 1 from portal.session where identity_id = ${person.identityId}::uuid and ended_at is null
  `.execute(cabinet.portalDb);
  expect(rows).toEqual([]);
});

describe('at once', () => {
  test('a code moves one phone of two that are asked for', async () => {
    const person = await makePerson();
    const phone = newPhone();
    const code = await codeTo(phone, 'confirm', person.token);
    const move = () => cabinet.post(changePhone, { token: person.token, phone, code, password });
    const answers = await whileHeld<Answer>(person, () => [move(), move()]);
    expect(answers.map(resultOf).sort()).toEqual(['done', 'identity.wrongCode']);
  });

  test('a recovery code moves one phone of two', async () => {
    const person = await makePerson();
    const { token } = person;
    const factorCode = await enableSms(person);
    const phones = [newPhone(), newPhone()] as const;
    const codes: string[] = [];
    for (const phone of phones) codes.push(await codeTo(phone, 'confirm', token));
    const move = (phone: string, code = '') =>
      cabinet.post(changePhone, { token, phone, code, password, factorCode });
    const moves = () => [move(phones[0], codes[0]), move(phones[1], codes[1])];
    const answers = await whileHeld<Answer>(person, moves);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 400]);
    const { rows } = await sql`
      select 1 from portal.confirmation_code
       where purpose = 'confirm' and used_at is null and replaced_at is null and contact_digest in (
         select contact_digest from portal.confirmation_code order by created_at desc limit 2)
    `.execute(cabinet.portalDb);
    expect(rows).toHaveLength(1);
  });

  test('a second factor is switched on once and off once, however often it is asked for', async () => {
    const person = await makePerson();
    const { token, phone } = person;
    await cabinet.post(beginSecondFactor, { token, method: 'sms', password });
    const code = await lastCodeTo(cabinet, phone);
    const enable = () => cabinet.post(enableSecondFactor, { token, method: 'sms', code });
    const on = await Promise.all([enable(), enable()]);
    expect(on.map(resultOf).filter((word) => word === 'done')).toHaveLength(1);
    const recoveryCodes = on.flatMap(({ body }) => body.recoveryCodes ?? []);
    const disable = (recovery = '') => cabinet.post(disableSecondFactor, { token, password, code: recovery });
    const off = await whileHeld<Answer>(person, () => [disable(recoveryCodes[0]), disable(recoveryCodes[1])]);
    expect(off.map(resultOf).sort()).toEqual(['done', 'identity.secondFactorOff']);
  });

  test('guesses at one challenge are three, and each is counted', async () => {
    const person = await makePerson();
    const recovery = await enableSms(person);
    const { phone } = person;
    const signIn = () =>
      cabinet.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, password));
    const { challenge } = (await signIn()).body.details;
    const pass = (code: string) => cabinet.post(passSecondFactor, { challenge, code });
    const guesses = () => Array.from({ length: 5 }, () => pass('AAAAA-AAAAA'));
    const words = (await whileHeld<Answer>(person, guesses, undefined, 'update')).map(resultOf);
    expect(words.filter((word) => word === 'identity.wrongCode')).toHaveLength(2);
    expect(words.filter((word) => word === 'identity.attemptsExhausted')).toHaveLength(3);
    expect(resultOf(await pass(recovery))).toBe('identity.attemptsExhausted');
    const { rows } = await sql`
      select tries from portal.sign_in_challenge where challenge_id = ${String(challenge)}::uuid
    `.execute(cabinet.portalDb);
    expect(rows).toEqual([{ tries: 3 }]);
  });

  test('a code of an application whose secret is replaced while it waits opens nothing', async () => {
    const person = await makePerson();
    const { token, phone, identityId } = person;
    const { secret = '' } = (await cabinet.post(beginSecondFactor, { token, method: 'totp', password })).body;
    const code = () => shown(secret, cabinet.clock.now());
    await cabinet.post(enableSecondFactor, { token, method: 'totp', code: code() });
    at(start + 61 * second);
    const payload = { phone, userType: 'person' };
    const entered = await cabinet.post(signInPerson, payload, basicPair(phone, password));
    const { challenge } = entered.body.details;
    const pass = () => cabinet.post(passSecondFactor, { challenge, code: code() });
    const replace = (db: PortalDatabase) =>
      sql`update portal.second_factor set secret_sealed = '\\x00' where identity_id = ${identityId}::uuid
      `.execute(db);
    const answers = await whileHeld<Answer>(person, () => [pass()], replace, 'update');
    expect(answers.map(resultOf)).toEqual(['identity.wrongCode']);
  });

  test('guesses at the own password are five', async () => {
    const { token } = await makePerson();
    const guess = () => cabinet.post(beginSecondFactor, { token, method: 'totp', password: 'wrong' });
    const answers: Answer[] = await Promise.all(Array.from({ length: 8 }, guess));
    const words = answers.map(resultOf);
    expect(words.filter((word) => word === 'identity.wrongPassword')).toHaveLength(5);
    expect(words.filter((word) => word === 'identity.attemptsExhausted')).toHaveLength(3);
  });

  test('one code of four is sent, in one message', async () => {
    const phone = newPhone();
    const ask = () =>
      cabinet.post(authSms, { phone, action: 'register', userType: 'person' }, basicPair(phone, ''));
    const answers: Answer[] = await Promise.all(Array.from({ length: 4 }, ask));
    const done = answers.filter((answer) => resultOf(answer) === 'done');
    // Whoever comes after it is told of the one that was sent.
    expect(done.filter(({ body }) => !('alreadySent' in body))).toHaveLength(1);
    const { rows } = await sql`
      select 1 from portal.outgoing_message join graphile_worker.jobs on key = message_id::text
       where recipient = ${phone}
    `.execute(cabinet.portalDb);
    expect(rows).toHaveLength(1);
  });
});

test('a right password is none of the failures, whatever the code beside it is', async () => {
  const { token } = await makePerson();
  const other = await makePerson();
  const phone = newPhone();
  const code = await codeTo(phone, 'confirm', token);
  const wrong = code === '0000' ? '1111' : '0000';
  const taken = await codeTo(other.phone, 'confirm', token);
  const words: unknown[] = [];
  for (let time = 0; time < 3; time += 1)
    for (const [to, given] of [
      [phone, wrong],
      [other.phone, taken],
    ] as const)
      words.push(resultOf(await cabinet.post(changePhone, { token, phone: to, code: given, password })));
  expect(words.filter((word) => word === 'identity.phoneTaken')).toHaveLength(3);
  const left = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
  expect(resultOf(left)).toBe('done');
});
