import { describe, expect, test } from 'vitest';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from '#contract/identity/second-factor.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { readConfig } from '../../../config.ts';
import { createAdministrator } from '../administrators/create-administrator.ts';
import { getFactorFacts } from './factor-store.ts';
import { signInOrChallenge } from './sign-in-or-challenge.ts';
import {
  at,
  cabinet,
  challengeOf,
  enableSms,
  enableTotp,
  minute,
  newPerson,
  pass,
  password,
  shown,
  signIn,
  start,
  startFactorFixture,
  tokenOf,
  wrong,
} from './testing/factor-fixture.ts';

startFactorFixture();

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
    const result: string[] = [];
    for (let guess = 1; guess <= 6; guess += 1) {
      const code = wrong(shown(secret, start));
      result.push((await cabinet.post(enableSecondFactor, { token, method: 'totp', code })).body.code);
    }
    expect(result).toEqual([...Array(5).fill('identity.wrongCode'), 'identity.attemptsExhausted']);
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
    expect((await pass(challenge, code)).result).toBe('identity.wrongCode');
  });

  test('a factor that is on is not replaced without switching it off first', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const { secret } = await enableTotp(token);
    const { httpStatus } = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
    expect(httpStatus).toBe(400);
    at(start + minute);
    expect((await pass(await challengeOf(person), shown(secret, start + minute))).result).toBe('entered');
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
    expect(again.body).toMatchObject({ resendAfterSeconds: 60, alreadySent: true });
    const code = await lastCodeTo(cabinet, person.phone);
    const enabled = await cabinet.post(enableSecondFactor, { token, method: 'sms', code });
    expect(enabled.httpStatus).toBe(200);
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
    expect((await getFactorFacts(cabinet.portalDb, person.identityId)).method).toBe('totp');
    expect((await cabinet.post(disableSecondFactor, { token, password, code })).httpStatus).toBe(200);
    expect((await signIn(person)).httpStatus).toBe(200);
    await enableTotp(token);
    expect((await pass(await challengeOf(person), next)).result).toBe('identity.wrongCode');
  });

  test('is not done by the password alone, and a code must be right', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const { secret } = await enableTotp(token);
    at(start + minute);
    const code = shown(secret, start + minute);
    expect((await cabinet.post(disableSecondFactor, { token, password })).httpStatus).toBe(400);
    expect((await getFactorFacts(cabinet.portalDb, person.identityId)).method).toBe('totp');
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
    const ofSignIn = await lastCodeTo(cabinet, person.phone);
    at(start + 4 * minute);
    const sent = await cabinet.post(sendSecondFactorCode, { token });
    expect(sent.body).toMatchObject({ resendAfterSeconds: 60, maskedPhone: expect.stringContaining('•••') });
    const code = await lastCodeTo(cabinet, person.phone);
    const off = (given: string) => cabinet.post(disableSecondFactor, { token, password, code: given });
    expect((await off(ofSignIn)).body.code).toBe('identity.wrongCode');
    expect((await pass(challenge, code)).result).toBe('identity.wrongCode');
    expect((await off(code)).httpStatus).toBe(200);
    expect((await getFactorFacts(cabinet.portalDb, person.identityId)).method).toBe('none');
  });

  test('needs no code by SMS for an application, nor where nothing is on', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const none = await cabinet.post(sendSecondFactorCode, { token });
    expect([none.httpStatus, none.body.code]).toEqual([409, 'identity.secondFactorOff']);
    await enableTotp(token);
    expect((await cabinet.post(sendSecondFactorCode, { token })).httpStatus).toBe(404);
  });

  test('is refused when none is on', async () => {
    const token = await tokenOf(await newPerson());
    const { httpStatus, body } = await cabinet.post(disableSecondFactor, { token, password, code: 'AB3D' });
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 409, code: 'identity.secondFactorOff' });
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

  test('signs in at once without it', async () => {
    const entrance = await enter('operator', undefined, false);
    expect(entrance).toMatchObject({
      kind: 'entered',
      fields: { user: { type: 'admin', login: 'operator', dualAuth: false }, accounts: [] },
    });
  });
});
