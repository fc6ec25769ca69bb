import { describe, expect, test } from 'vitest';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from '#contract/identity/second-factor.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { readConfig } from '../../../config.ts';
import { createAdministrator } from '../administrators/create-administrator.ts';
import { signInOrChallenge } from './sign-in-or-challenge.ts';
import {
  at,
  cabinet,
  challengeOf,
  enableTotp,
  factorOf,
  minute,
  newPerson,
  pass,
  passResult,
  password,
  sentTo,
  shown,
  signIn,
  start,
  startFactorFixture,
  tokenOf,
  withSms,
  withTotp,
  wrong,
} from './testing/factor-fixture.ts';

startFactorFixture();

const begin = (token: string, method: 'totp' | 'sms', word = password) =>
  cabinet.post(beginSecondFactor, { token, method, password: word });
const enable = (token: string, method: 'totp' | 'sms', code: string) =>
  cabinet.post(enableSecondFactor, { token, method, code });

describe('setting a second factor up', () => {
  test('begins with the password', async () => {
    const refused = await begin(await tokenOf(await newPerson()), 'totp', 'another');
    expect(outcomeOf(refused)).toBe('422 identity.wrongPassword');
    expect(refused.body).not.toHaveProperty('secret');
  });

  test('ends with the right code within 15 minutes; five wrong ones exhaust the attempts', async () => {
    const token = await tokenOf(await newPerson());
    const { secret = '' } = (await begin(token, 'totp')).body;
    const result: string[] = [];
    for (let guess = 1; guess <= 6; guess += 1)
      result.push((await enable(token, 'totp', wrong(shown(secret, start)))).body.code);
    expect(result).toEqual([...Array(5).fill('identity.wrongCode'), 'identity.attemptsExhausted']);
    at(start + 15 * minute);
    const late = await enable(token, 'totp', shown(secret, start + 15 * minute));
    expect(late.body.code).toBe('identity.codeExpired');
  });

  test('a code counts for nothing that was not begun', async () => {
    const token = await tokenOf(await newPerson());
    await begin(token, 'totp');
    expect((await enable(token, 'sms', 'AB3D')).body.code).toBe('identity.codeExpired');
  });

  test('the code of a way in does not switch the factor on, nor the other way round', async () => {
    const person = await newPerson();
    await begin(await tokenOf(person), 'sms');
    const code = await sentTo(person);
    const { challenge } = await withSms();
    expect(await passResult(challenge, code)).toBe('identity.wrongCode');
  });

  test('a factor that is on is not replaced without switching it off first', async () => {
    const { person, token, code } = await withTotp();
    expect((await begin(token, 'totp')).httpStatus).toBe(400);
    expect(await passResult(await challengeOf(person), code)).toBe('entered');
  });

  test('by SMS needs a phone', async () => {
    expect((await begin(await cabinet.signIn([], 'entity'), 'sms')).httpStatus).toBe(400);
  });

  test('by SMS asks for a code once a minute', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const first = await begin(token, 'sms');
    expect(first.body).toMatchObject({ resendAfterSeconds: 60, maskedPhone: expect.stringContaining('•••') });
    expect((await begin(token, 'sms')).body).toMatchObject({ resendAfterSeconds: 60, alreadySent: true });
    expect((await enable(token, 'sms', await sentTo(person))).httpStatus).toBe(200);
  });
});

describe('switching a second factor off', () => {
  const disable = (token: string, code?: string, word = password) =>
    cabinet.post(disableSecondFactor, { token, password: word, code });

  test('takes the password and a recovery code; then the password alone opens', async () => {
    const { person, token, recoveryCodes } = await withTotp(start);
    const [code, next] = recoveryCodes;
    expect((await disable(token, code, 'another')).body.code).toBe('identity.wrongPassword');
    expect(await factorOf(person)).toBe('totp');
    expect((await disable(token, code)).httpStatus).toBe(200);
    expect((await signIn(person)).httpStatus).toBe(200);
    await enableTotp(token);
    expect(await passResult(await challengeOf(person), next)).toBe('identity.wrongCode');
  });

  test('is not done by the password alone, and a code must be right', async () => {
    const { person, token, code } = await withTotp();
    expect((await disable(token)).httpStatus).toBe(400);
    expect(await factorOf(person)).toBe('totp');
    expect((await disable(token, wrong(code))).body.code).toBe('identity.wrongCode');
    expect((await disable(token, code)).httpStatus).toBe(200);
  });

  test('by SMS takes a code that was sent for it, which is another than that of a way in', async () => {
    const { person, token, challenge } = await withSms();
    const ofSignIn = await sentTo(person);
    at(start + 4 * minute);
    const sent = await cabinet.post(sendSecondFactorCode, { token });
    expect(sent.body).toMatchObject({ resendAfterSeconds: 60, maskedPhone: expect.stringContaining('•••') });
    const code = await sentTo(person);
    expect((await disable(token, ofSignIn)).body.code).toBe('identity.wrongCode');
    expect(await passResult(challenge, code)).toBe('identity.wrongCode');
    expect((await disable(token, code)).httpStatus).toBe(200);
    expect(await factorOf(person)).toBe('none');
  });

  test('needs no code by SMS for an application; where none is on, neither a code is sent nor anything switched off', async () => {
    const token = await tokenOf(await newPerson());
    const none = [await cabinet.post(sendSecondFactorCode, { token }), await disable(token, 'AB3D')];
    expect(none.map(outcomeOf)).toEqual(Array(2).fill('409 identity.secondFactorOff'));
    await enableTotp(token);
    expect((await cabinet.post(sendSecondFactorCode, { token })).httpStatus).toBe(404);
  });
});

describe('an administrator with dualAuth', () => {
  const services = () => ({
    db: cabinet.portalDb,
    tokens: createTokens(testKeys.sessions),
    keys: testKeys,
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
    return signInOrChallenge(services(), who, { way: 'password', passwordHash }, context);
  }

  test('gets a code to the phone and signs in with login, name and roles', async () => {
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
});
