import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  checkSession,
  passSecondFactor,
  resendSecondFactor,
  signInPerson as signInPersonCall,
} from '#contract/auth.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from '#contract/second-factor.ts';
import { listSessions } from '#contract/sessions.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { deriveSecret } from '#portal/http/derive-secret.ts';
import { createTokens } from '#portal/http/token.ts';
import { lastCodeTo } from '#portal/testing/last-code.ts';
import { startTestApp, type TestApp, tokenSecret } from '#portal/testing/start-test-app.ts';
import { readConfig } from '../../config.ts';
import { createAdministrator } from '../admins/public.ts';
import { createPersonIdentity } from '../identity/public.ts';
import { enterOrChallenge, secondFactorOf } from './public.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const second = 1000;
const minute = 60 * second;
const password = 'Світло: 2026-demo';

let cabinet: TestApp;
let lastPhone = 380501110000;

beforeAll(async () => {
  cabinet = await startTestApp('2026-11-20T10:00:00Z');
});
afterAll(() => cabinet.close());
beforeEach(() => at(start));

function at(instant: number): void {
  cabinet.clock.set(instant as Instant);
}

interface Person {
  readonly phone: string;
  readonly identityId: string;
}

async function newPerson(): Promise<Person> {
  lastPhone += 1;
  const phone = `+${lastPhone}`;
  const identityId = await createPersonIdentity(cabinet.portalDb, {
    phone,
    password,
    email: '',
    accounts: [],
  });
  return { phone, identityId };
}

function signIn({ phone }: { readonly phone: string }, word = password) {
  const authorization = `Basic ${Buffer.from(`${phone}:${word}`).toString('base64')}`;
  return cabinet.post(signInPersonCall, { phone, userType: 'person' }, { authorization });
}

const tokenOf = async (person: Person) => (await signIn(person)).body.user.token;

/** The code that an application shows at a moment. */
function shown(secret: string, instant: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: instant });
}

function wrong(code: string): string {
  return code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`;
}

async function enableTotp(token: string): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
  const secret = begun.body.secret ?? '';
  const code = shown(secret, start - 30 * second);
  const { body, httpStatus } = await cabinet.post(enableSecondFactor, { token, method: 'totp', code });
  expect(httpStatus).toBe(200);
  return { secret, recoveryCodes: body.recoveryCodes };
}

async function enableSms(person: Person): Promise<readonly string[]> {
  const token = await tokenOf(person);
  await cabinet.post(beginSecondFactor, { token, method: 'sms', password });
  const code = await lastCodeTo(cabinet, person.phone);
  const { body, httpStatus } = await cabinet.post(enableSecondFactor, { token, method: 'sms', code });
  expect(httpStatus).toBe(200);
  return body.recoveryCodes;
}

/** The challenge with which a sign-in was refused. */
async function challengeOf(
  person: { readonly phone: string },
  code = 'identity.totpRequired',
): Promise<string> {
  const { httpStatus, body } = await signIn(person);
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code });
  return String(body.details.challenge);
}

async function pass(challenge: string, code: string) {
  const answer = await cabinet.post(passSecondFactor, { challenge, code });
  return { ...answer, said: answer.httpStatus === 200 ? 'entered' : answer.body.code };
}

describe('codes of an application', () => {
  test('are asked for after the password once the factor is on, and open a session', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
    expect(begun.body.otpauthUri).toContain(`secret=${begun.body.secret}`);
    expect(await secondFactorOf(cabinet.portalDb, person.identityId)).toBe('none');
    expect((await signIn(person)).httpStatus).toBe(200);
    const secret = begun.body.secret ?? '';
    await cabinet.post(enableSecondFactor, { token, method: 'totp', code: shown(secret, start) });
    expect(await secondFactorOf(cabinet.portalDb, person.identityId)).toBe('totp');

    at(start + minute);
    const refused = await signIn(person);
    expect(refused.httpStatus).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'identity.totpRequired',
      message: 'Підтвердьте вхід кодом із застосунку для входу.',
      details: { method: 'totp', maskedPhone: '', resendAfterSeconds: 0, expiresInSeconds: 600 },
    });
    expect(JSON.stringify(refused.body)).not.toContain('token');
    const entered = await pass(String(refused.body.details.challenge), shown(secret, start + minute));
    expect(entered.httpStatus).toBe(200);
    expect(entered.body.user).toMatchObject({ type: 'person', phone: person.phone, dualAuth: true });
    const check = await cabinet.post(checkSession, { token: entered.body.user.token });
    expect(check.httpStatus).toBe(200);
  });

  test('a right code is taken once, and none of a moment before it', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const code = shown(secret, start + minute);
    expect((await pass(await challengeOf(person), code)).said).toBe('entered');
    expect((await pass(await challengeOf(person), code)).said).toBe('identity.wrongCode');
    const before = shown(secret, start + 30 * second);
    expect((await pass(await challengeOf(person), before)).said).toBe('identity.wrongCode');
    at(start + 2 * minute);
    expect((await pass(await challengeOf(person), shown(secret, start + 2 * minute))).said).toBe('entered');
  });

  test('the code with which the factor was switched on opens nothing', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    expect((await pass(await challengeOf(person), shown(secret, start - 30 * second))).said).toBe(
      'identity.wrongCode',
    );
  });

  test.each([
    [-60, 'identity.wrongCode'],
    [-30, 'entered'],
    [0, 'entered'],
    [30, 'entered'],
    [60, 'identity.wrongCode'],
  ])('of a clock that is %i seconds off: %s', async (drift, expected) => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    const now = start + 10 * minute;
    at(now);
    const code = shown(secret, now + drift * second);
    expect((await pass(await challengeOf(person), code)).said).toBe(expected);
  });

  test('spaces in a typed code do no harm', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const code = shown(secret, start + minute);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await pass(await challengeOf(person), typed)).said).toBe('entered');
  });
});

describe('a challenge', () => {
  test('has three tries; the right code comes too late for the fourth', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const code = shown(secret, start + minute);
    const challenge = await challengeOf(person);
    const said: string[] = [];
    for (let guess = 1; guess <= 3; guess += 1) said.push((await pass(challenge, wrong(code))).said);
    expect(said).toEqual(['identity.wrongCode', 'identity.wrongCode', 'identity.attemptsExhausted']);
    const late = await pass(challenge, code);
    expect([late.said, late.headers['retry-after']]).toEqual(['identity.attemptsExhausted', '60']);
    expect((await pass(await challengeOf(person), code)).said).toBe('entered');
  });

  test('guesses made at once have three tries together', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const code = shown(secret, start + minute);
    const challenge = await challengeOf(person);
    const answers = await Promise.all(Array.from({ length: 8 }, () => pass(challenge, wrong(code))));
    expect(answers.filter(({ said }) => said === 'identity.wrongCode').length).toBe(2);
    const { tries } = await cabinet.portalDb
      .selectFrom('portal.sign_in_challenge')
      .select('tries')
      .where('challenge_id', '=', challenge)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(3);
  });

  test('five wrong codes over challenges exhaust the attempts for 15 minutes, whatever the challenge', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const code = shown(secret, start + minute);
    const [first, next] = [await challengeOf(person), await challengeOf(person)];
    for (const challenge of [first, first, next, next]) await pass(challenge, wrong(code));
    expect((await pass(await challengeOf(person), wrong(code))).said).toBe('identity.wrongCode');
    const fresh = await challengeOf(person);
    const refused = await pass(fresh, code);
    expect([refused.httpStatus, refused.said]).toEqual([429, 'identity.attemptsExhausted']);
    expect(refused.body.message).toContain('через 15 хв');
    expect(refused.headers['retry-after']).toBe('900');
    at(start + 17 * minute);
    expect((await pass(await challengeOf(person), shown(secret, start + 17 * minute))).said).toBe('entered');
  });

  test('is good once', async () => {
    const person = await newPerson();
    const { secret, recoveryCodes } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const challenge = await challengeOf(person);
    expect((await pass(challenge, shown(secret, start + minute))).said).toBe('entered');
    expect((await pass(challenge, recoveryCodes[0] ?? '')).said).toBe('identity.codeExpired');
  });

  test('stands for ten minutes', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const challenge = await challengeOf(person);
    const end = start + 11 * minute;
    at(end);
    expect((await pass(challenge, shown(secret, end))).said).toBe('identity.codeExpired');
  });

  test('of one person is not passed by a code of another', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    await enableTotp(await tokenOf(person));
    const theirs = await enableTotp(await tokenOf(other));
    at(start + minute);
    const challenge = await challengeOf(person);
    expect((await pass(challenge, shown(theirs.secret, start + minute))).said).toBe('identity.wrongCode');
    expect((await pass(challenge, theirs.recoveryCodes[0] ?? '')).said).toBe('identity.wrongCode');
  });

  test('that nobody has is answered like one that expired', async () => {
    expect((await pass(newId(), '123456')).said).toBe('identity.codeExpired');
    const { httpStatus, body } = await cabinet.post(resendSecondFactor, { challenge: newId() });
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'identity.codeExpired' });
  });

  test('of somebody who was blocked meanwhile is passed by nothing', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const challenge = await challengeOf(person);
    await cabinet.portalDb
      .updateTable('portal.identity')
      .set({ blocked_at: '2026-11-20T10:01:00Z' })
      .where('identity_id', '=', person.identityId)
      .execute();
    expect((await pass(challenge, shown(secret, start + minute))).said).toBe('identity.codeExpired');
  });

  test('is not given for a wrong password', async () => {
    const person = await newPerson();
    await enableTotp(await tokenOf(person));
    const { httpStatus, body } = await signIn(person, 'another password');
    expect({ httpStatus, code: body.code, details: body.details }).toEqual({
      httpStatus: 401,
      code: 'identity.badCredentials',
      details: undefined,
    });
  });
});

describe('codes from an SMS', () => {
  test('are sent to the phone after the password and open a session', async () => {
    const person = await newPerson();
    await enableSms(person);
    at(start + 2 * minute);
    const refused = await signIn(person);
    const masked = `${person.phone.slice(0, 4)} ${person.phone.slice(4, 6)} ••• •• ${person.phone.slice(11)}`;
    expect(refused.body).toMatchObject({
      code: 'identity.dualAuth',
      message: `Підтвердьте вхід кодом, який ми надіслали на ${masked}.`,
      details: { method: 'sms', maskedPhone: masked, resendAfterSeconds: 60 },
    });
    expect(JSON.stringify(refused.body)).not.toContain(person.phone);
    const code = await lastCodeTo(cabinet, person.phone);
    const entered = await pass(String(refused.body.details.challenge), code.toLowerCase());
    expect(entered.said).toBe('entered');
    const { body } = await cabinet.post(listSessions, { token: entered.body.user.token });
    expect(body.sessions[0]?.way).toBe('password');
  });

  test('of one challenge open no other one', async () => {
    const person = await newPerson();
    await enableSms(person);
    at(start + 2 * minute);
    const first = await challengeOf(person, 'identity.dualAuth');
    const firstCode = await lastCodeTo(cabinet, person.phone);
    at(start + 8 * minute);
    const next = await challengeOf(person, 'identity.dualAuth');
    expect(next).not.toBe(first);
    expect((await pass(next, firstCode)).said).toBe('identity.wrongCode');
    expect((await pass(next, await lastCodeTo(cabinet, person.phone))).said).toBe('entered');
  });

  test('a second sign-in within a minute goes on with the code that was sent', async () => {
    const person = await newPerson();
    await enableSms(person);
    at(start + 2 * minute);
    const first = await challengeOf(person, 'identity.dualAuth');
    at(start + 2 * minute + 20 * second);
    const again = await signIn(person);
    expect(again.body.details).toMatchObject({ challenge: first, resendAfterSeconds: 40 });
    expect((await pass(first, await lastCodeTo(cabinet, person.phone))).said).toBe('entered');
  });

  test('are sent again after a minute, and the code before counts no more', async () => {
    const person = await newPerson();
    await enableSms(person);
    at(start + 2 * minute);
    const challenge = await challengeOf(person, 'identity.dualAuth');
    const before = await lastCodeTo(cabinet, person.phone);
    const soon = await cabinet.post(resendSecondFactor, { challenge });
    expect([soon.httpStatus, soon.body.code, soon.headers['retry-after']]).toEqual([
      429,
      'common.tooManyRequests',
      '60',
    ]);
    at(start + 3 * minute);
    const { body } = await cabinet.post(resendSecondFactor, { challenge });
    expect(body).toMatchObject({ resendAfterSeconds: 60, expiresInSeconds: 300 });
    const code = await lastCodeTo(cabinet, person.phone);
    expect((await pass(challenge, before)).said).toBe('identity.wrongCode');
    expect((await pass(challenge, code)).said).toBe('entered');
  });

  test('that came too late cost no try: another is asked for', async () => {
    const person = await newPerson();
    await enableSms(person);
    at(start + 2 * minute);
    const challenge = await challengeOf(person, 'identity.dualAuth');
    const late = await lastCodeTo(cabinet, person.phone);
    at(start + 7 * minute);
    for (let times = 1; times <= 4; times += 1) {
      expect((await pass(challenge, late)).said).toBe('identity.codeExpired');
    }
    await cabinet.post(resendSecondFactor, { challenge });
    expect((await pass(challenge, await lastCodeTo(cabinet, person.phone))).said).toBe('entered');
  });

  test('another code does not give the challenge new tries', async () => {
    const person = await newPerson();
    await enableSms(person);
    at(start + 2 * minute);
    const challenge = await challengeOf(person, 'identity.dualAuth');
    await pass(challenge, 'ZZZZ');
    await pass(challenge, 'ZZZZ');
    at(start + 3 * minute);
    await cabinet.post(resendSecondFactor, { challenge });
    const code = await lastCodeTo(cabinet, person.phone);
    expect((await pass(challenge, wrong(code))).said).toBe('identity.attemptsExhausted');
    expect((await pass(challenge, code)).said).toBe('identity.attemptsExhausted');
  });

  test('are sent for no challenge of an application', async () => {
    const person = await newPerson();
    await enableTotp(await tokenOf(person));
    const challenge = await challengeOf(person);
    expect((await cabinet.post(resendSecondFactor, { challenge })).httpStatus).toBe(400);
  });

  test('are no way in alone for somebody whose second factor they are', async () => {
    const { identityId } = await newPerson().then(async (person) => {
      await enableSms(person);
      return person;
    });
    const services = {
      db: cabinet.portalDb,
      tokens: createTokens(tokenSecret),
      secretFor: (purpose: string) => deriveSecret(tokenSecret, purpose),
      config: readConfig({}),
    };
    const context = { clock: cabinet.clock, device: '', address: '', billing: () => Promise.reject() };
    const proof = { way: 'code', passwordChangedAt: null } as const;
    const entrance = await enterOrChallenge(services, { identityId, type: 'person' }, proof, context);
    expect(entrance).toMatchObject({ kind: 'challenge', failure: { code: 'identity.passwordNeeded' } });
  });
});

describe('recovery codes', () => {
  test('are eight, and each opens once where a code is asked for, however it is typed', async () => {
    const person = await newPerson();
    const { recoveryCodes } = await enableTotp(await tokenOf(person));
    expect(recoveryCodes.length).toBe(8);
    expect(new Set(recoveryCodes).size).toBe(8);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const [first = '', next = ''] = recoveryCodes;
    expect((await pass(await challengeOf(person), first)).said).toBe('entered');
    expect((await pass(await challengeOf(person), first)).said).toBe('identity.wrongCode');
    const typed = next.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await pass(await challengeOf(person), typed)).said).toBe('entered');
  });

  test('open in place of a code from an SMS too', async () => {
    const person = await newPerson();
    const [code = ''] = await enableSms(person);
    at(start + 2 * minute);
    expect((await pass(await challengeOf(person, 'identity.dualAuth'), code)).said).toBe('entered');
  });

  test('are kept as digests only', async () => {
    const person = await newPerson();
    const { recoveryCodes, secret } = await enableTotp(await tokenOf(person));
    const kept = await cabinet.portalDb.selectFrom('portal.recovery_code').selectAll().execute();
    const factors = await cabinet.portalDb.selectFrom('portal.second_factor').selectAll().execute();
    const plain = JSON.stringify([kept, factors], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const bytes = [...kept.map((row) => row.code_digest), ...factors.map((row) => row.secret_sealed)];
    for (const word of [...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', '')), secret]) {
      expect(plain).not.toContain(word);
      expect(bytes.some((value) => value?.includes(word))).toBe(false);
    }
  });
});

describe('setting a second factor up', () => {
  test('begins with the password', async () => {
    const token = await tokenOf(await newPerson());
    const { httpStatus, body } = await cabinet.post(beginSecondFactor, {
      token,
      method: 'totp',
      password: 'another',
    });
    expect({ httpStatus, code: body.code, secret: Reflect.get(body, 'secret') }).toEqual({
      httpStatus: 422,
      code: 'identity.wrongPassword',
      secret: undefined,
    });
  });

  test('ends with the right code within 15 minutes; five wrong ones exhaust the attempts', async () => {
    const token = await tokenOf(await newPerson());
    const { body } = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
    const secret = body.secret ?? '';
    const said: string[] = [];
    for (let guess = 1; guess <= 6; guess += 1) {
      const code = wrong(shown(secret, start));
      said.push((await cabinet.post(enableSecondFactor, { token, method: 'totp', code })).body.code);
    }
    expect(said).toEqual([...Array(5).fill('identity.wrongCode'), 'identity.attemptsExhausted']);
    at(start + 15 * minute);
    const code = shown(secret, start + 15 * minute);
    const late = await cabinet.post(enableSecondFactor, { token, method: 'totp', code });
    expect(late.body.code).toBe('identity.codeExpired');
  });

  test('a code counts for nothing that was not begun', async () => {
    const token = await tokenOf(await newPerson());
    await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
    const { body } = await cabinet.post(enableSecondFactor, { token, method: 'sms', code: 'AB3D' });
    expect(body.code).toBe('identity.codeExpired');
  });

  test('the code of a way in does not switch the factor on, nor the other way round', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const token = await tokenOf(person);
    await cabinet.post(beginSecondFactor, { token, method: 'sms', password });
    const code = await lastCodeTo(cabinet, person.phone);
    await enableSms(other);
    at(start + 2 * minute);
    const challenge = await challengeOf(other, 'identity.dualAuth');
    expect((await pass(challenge, code)).said).toBe('identity.wrongCode');
  });

  test('a factor that is on is not replaced without switching it off first', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const { secret } = await enableTotp(token);
    const { httpStatus } = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
    expect(httpStatus).toBe(400);
    at(start + minute);
    expect((await pass(await challengeOf(person), shown(secret, start + minute))).said).toBe('entered');
  });

  test('by SMS needs a phone', async () => {
    const token = await cabinet.signIn([], 'entity');
    const { httpStatus } = await cabinet.post(beginSecondFactor, { token, method: 'sms', password });
    expect(httpStatus).toBe(400);
  });

  test('by SMS asks for a code once a minute', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const begin = () => cabinet.post(beginSecondFactor, { token, method: 'sms', password });
    const first = await begin();
    expect(first.body).toMatchObject({ resendAfterSeconds: 60, maskedPhone: expect.stringContaining('•••') });
    const again = await begin();
    expect([again.httpStatus, again.body.code]).toEqual([429, 'common.tooManyRequests']);
  });
});

describe('switching a second factor off', () => {
  test('takes the password and a recovery code; then the password alone opens', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const { recoveryCodes } = await enableTotp(token);
    const [code = '', next = ''] = recoveryCodes;
    const wrongWord = await cabinet.post(disableSecondFactor, { token, password: 'another', code });
    expect(wrongWord.body.code).toBe('identity.wrongPassword');
    expect(await secondFactorOf(cabinet.portalDb, person.identityId)).toBe('totp');
    expect((await cabinet.post(disableSecondFactor, { token, password, code })).httpStatus).toBe(200);
    expect((await signIn(person)).httpStatus).toBe(200);
    await enableTotp(token);
    expect((await pass(await challengeOf(person), next)).said).toBe('identity.wrongCode');
  });

  test('is not done by the password alone, and a code must be right', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const { secret } = await enableTotp(token);
    at(start + minute);
    const code = shown(secret, start + minute);
    expect((await cabinet.post(disableSecondFactor, { token, password })).httpStatus).toBe(400);
    expect(await secondFactorOf(cabinet.portalDb, person.identityId)).toBe('totp');
    const refused = await cabinet.post(disableSecondFactor, { token, password, code: wrong(code) });
    expect(refused.body.code).toBe('identity.wrongCode');
    expect((await cabinet.post(disableSecondFactor, { token, password, code })).httpStatus).toBe(200);
  });

  test('by SMS takes a code that was sent for it, which is another than that of a way in', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    await enableSms(person);
    at(start + 2 * minute);
    const challenge = await challengeOf(person, 'identity.dualAuth');
    const ofWayIn = await lastCodeTo(cabinet, person.phone);
    at(start + 4 * minute);
    const sent = await cabinet.post(sendSecondFactorCode, { token });
    expect(sent.body).toMatchObject({ resendAfterSeconds: 60, maskedPhone: expect.stringContaining('•••') });
    const code = await lastCodeTo(cabinet, person.phone);
    const off = (given: string) => cabinet.post(disableSecondFactor, { token, password, code: given });
    expect((await off(ofWayIn)).body.code).toBe('identity.wrongCode');
    expect((await pass(challenge, code)).said).toBe('identity.wrongCode');
    expect((await off(code)).httpStatus).toBe(200);
    expect(await secondFactorOf(cabinet.portalDb, person.identityId)).toBe('none');
  });

  test('needs no code by SMS for an application, nor where nothing is on', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const none = await cabinet.post(sendSecondFactorCode, { token });
    expect([none.httpStatus, none.body.code]).toEqual([409, 'identity.secondFactorOff']);
    await enableTotp(token);
    expect((await cabinet.post(sendSecondFactorCode, { token })).httpStatus).toBe(400);
  });

  test('when none is on is told', async () => {
    const token = await tokenOf(await newPerson());
    const { httpStatus, body } = await cabinet.post(disableSecondFactor, { token, password, code: 'AB3D' });
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 409, code: 'identity.secondFactorOff' });
  });
});

describe('an administrator with dualAuth', () => {
  const services = () => ({
    db: cabinet.portalDb,
    tokens: createTokens(tokenSecret),
    secretFor: (purpose: string) => deriveSecret(tokenSecret, purpose),
    config: readConfig({ REQUESTS_PER_MINUTE: '0' }),
  });

  async function enter(login: string, phone: string | undefined, dualAuth: boolean) {
    const made = await createAdministrator(cabinet.portalDb, {
      login,
      fullName: 'Ткачук Оксана Романівна',
      password: 'Svitlo-2026-demo',
      roles: ['owner'],
      dualAuth,
      ...(phone !== undefined && { phone }),
    });
    if (made.kind === 'refused') throw new Error(made.reason);
    const who = { identityId: made.identityId, type: 'admin' as const };
    const context = { clock: cabinet.clock, device: 'd', address: 'a', billing: () => Promise.reject() };
    const { password_hash: passwordHash } = await cabinet.portalDb
      .selectFrom('portal.identity')
      .select('password_hash')
      .where('identity_id', '=', made.identityId)
      .executeTakeFirstOrThrow();
    return enterOrChallenge(services(), who, { way: 'password', passwordHash }, context);
  }

  test('is sent a code to the phone and comes in with login, name and roles', async () => {
    const entrance = await enter('owner', '+380501130001', true);
    if (entrance.kind !== 'challenge') throw new Error('no challenge');
    expect(entrance.failure).toMatchObject({
      code: 'identity.dualAuth',
      params: { maskedPhone: '+380 50 ••• •• 01' },
    });
    const challenge = String(Reflect.get(Object(entrance.failure.details), 'challenge'));
    const entered = await pass(challenge, await lastCodeTo(cabinet, '+380501130001'));
    expect(entered.body.user).toMatchObject({
      type: 'admin',
      login: 'owner',
      fullName: 'Ткачук Оксана Романівна',
      roles: ['owner'],
      dualAuth: true,
    });
    expect(entered.body.accounts).toEqual([]);
  });

  test('comes in at once without it', async () => {
    const entrance = await enter('operator', undefined, false);
    expect(entrance).toMatchObject({
      kind: 'entered',
      fields: { user: { type: 'admin', login: 'operator', dualAuth: false }, accounts: [] },
    });
  });
});
