import { describe, expect, test } from 'vitest';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { listSessions } from '#contract/identity/sessions.ts';
import { checkSession, resendSecondFactor } from '#contract/identity/sign-in.ts';
import { newId } from '#platform/uuid.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { getFactorFacts } from './factor-store.ts';
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
  second,
  shown,
  signIn,
  start,
  startFactorFixture,
  tokenOf,
  wrong,
} from './testing/factor-fixture.ts';

startFactorFixture();

describe('codes of an application', () => {
  test('are asked for after the password once the factor is on, and open a session', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
    expect(begun.body.otpauthUri).toContain(`secret=${begun.body.secret}`);
    expect((await getFactorFacts(cabinet.portalDb, person.identityId)).method).toBe('none');
    expect((await signIn(person)).httpStatus).toBe(200);
    const secret = begun.body.secret ?? '';
    await cabinet.post(enableSecondFactor, { token, method: 'totp', code: shown(secret, start) });
    expect((await getFactorFacts(cabinet.portalDb, person.identityId)).method).toBe('totp');

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
    expect((await pass(await challengeOf(person), code)).result).toBe('entered');
    expect((await pass(await challengeOf(person), code)).result).toBe('identity.wrongCode');
    const before = shown(secret, start + 30 * second);
    expect((await pass(await challengeOf(person), before)).result).toBe('identity.wrongCode');
    at(start + 2 * minute);
    expect((await pass(await challengeOf(person), shown(secret, start + 2 * minute))).result).toBe('entered');
  });

  test('the code with which the factor was switched on opens nothing', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    expect((await pass(await challengeOf(person), shown(secret, start - 30 * second))).result).toBe(
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
    expect((await pass(await challengeOf(person), code)).result).toBe(expected);
  });

  test('spaces in a typed code do no harm', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const code = shown(secret, start + minute);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await pass(await challengeOf(person), typed)).result).toBe('entered');
  });
});

describe('a challenge', () => {
  test('has three tries; the right code comes too late for the fourth', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const code = shown(secret, start + minute);
    const challenge = await challengeOf(person);
    const result: string[] = [];
    for (let guess = 1; guess <= 3; guess += 1) result.push((await pass(challenge, wrong(code))).result);
    expect(result).toEqual(['identity.wrongCode', 'identity.wrongCode', 'identity.attemptsExhausted']);
    const late = await pass(challenge, code);
    expect([late.result, late.headers['retry-after']]).toEqual(['identity.attemptsExhausted', '60']);
    expect((await pass(await challengeOf(person), code)).result).toBe('entered');
  });

  test('five wrong codes over challenges exhaust the attempts for 15 minutes, whatever the challenge', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const code = shown(secret, start + minute);
    const [first, next] = [await challengeOf(person), await challengeOf(person)];
    for (const challenge of [first, first, next, next]) await pass(challenge, wrong(code));
    expect((await pass(await challengeOf(person), wrong(code))).result).toBe('identity.wrongCode');
    const fresh = await challengeOf(person);
    const refused = await pass(fresh, code);
    expect([refused.httpStatus, refused.result]).toEqual([429, 'identity.attemptsExhausted']);
    expect(refused.body.message).toContain('через 15 хв');
    expect(refused.headers['retry-after']).toBe('900');
    at(start + 17 * minute);
    expect((await pass(await challengeOf(person), shown(secret, start + 17 * minute))).result).toBe(
      'entered',
    );
  });

  test('is good once', async () => {
    const person = await newPerson();
    const { secret, recoveryCodes } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const challenge = await challengeOf(person);
    expect((await pass(challenge, shown(secret, start + minute))).result).toBe('entered');
    expect((await pass(challenge, recoveryCodes[0] ?? '')).result).toBe('identity.codeExpired');
  });

  test('is valid for ten minutes', async () => {
    const person = await newPerson();
    const { secret } = await enableTotp(await tokenOf(person));
    at(start + minute);
    const challenge = await challengeOf(person);
    const end = start + 11 * minute;
    at(end);
    expect((await pass(challenge, shown(secret, end))).result).toBe('identity.codeExpired');
  });

  test('of one person is not passed by a code of another', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    await enableTotp(await tokenOf(person));
    const theirs = await enableTotp(await tokenOf(other));
    at(start + minute);
    const challenge = await challengeOf(person);
    expect((await pass(challenge, shown(theirs.secret, start + minute))).result).toBe('identity.wrongCode');
    expect((await pass(challenge, theirs.recoveryCodes[0] ?? '')).result).toBe('identity.wrongCode');
  });

  test('that nobody has is answered like one that expired', async () => {
    expect((await pass(newId(), '123456')).result).toBe('identity.codeExpired');
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
    expect((await pass(challenge, shown(secret, start + minute))).result).toBe('identity.codeExpired');
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
    expect(entered.result).toBe('entered');
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
    expect((await pass(next, firstCode)).result).toBe('identity.wrongCode');
    expect((await pass(next, await lastCodeTo(cabinet, person.phone))).result).toBe('entered');
  });

  test('a second sign-in within a minute goes on with the code that was sent', async () => {
    const person = await newPerson();
    await enableSms(person);
    at(start + 2 * minute);
    const first = await challengeOf(person, 'identity.dualAuth');
    at(start + 2 * minute + 20 * second);
    const again = await signIn(person);
    expect(again.body.details).toMatchObject({
      challenge: first,
      resendAfterSeconds: 40,
      codeSent: 'before',
    });
    expect((await pass(first, await lastCodeTo(cabinet, person.phone))).result).toBe('entered');
  });

  test('a sign-in within a minute of a code that was used waits for its own', async () => {
    const person = await newPerson();
    await enableSms(person);
    at(start + 2 * minute);
    const first = await challengeOf(person, 'identity.dualAuth');
    expect((await pass(first, await lastCodeTo(cabinet, person.phone))).result).toBe('entered');
    at(start + 2 * minute + 20 * second);
    const { details } = (await signIn(person)).body;
    expect(details).toMatchObject({ resendAfterSeconds: 40, codeSent: 'notYet' });
    const challenge = String(details.challenge);
    expect((await signIn(person)).body.details).toMatchObject({ challenge, codeSent: 'notYet' });
    at(start + 3 * minute);
    await cabinet.post(resendSecondFactor, { challenge });
    expect((await pass(challenge, await lastCodeTo(cabinet, person.phone))).result).toBe('entered');
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
    expect((await pass(challenge, before)).result).toBe('identity.wrongCode');
    expect((await pass(challenge, code)).result).toBe('entered');
  });

  test('that came too late cost no try: another is asked for', async () => {
    const person = await newPerson();
    await enableSms(person);
    at(start + 2 * minute);
    const challenge = await challengeOf(person, 'identity.dualAuth');
    const late = await lastCodeTo(cabinet, person.phone);
    at(start + 7 * minute);
    for (let times = 1; times <= 4; times += 1) {
      expect((await pass(challenge, late)).result).toBe('identity.codeExpired');
    }
    await cabinet.post(resendSecondFactor, { challenge });
    expect((await pass(challenge, await lastCodeTo(cabinet, person.phone))).result).toBe('entered');
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
    expect((await pass(challenge, wrong(code))).result).toBe('identity.attemptsExhausted');
    expect((await pass(challenge, code)).result).toBe('identity.attemptsExhausted');
  });

  test('are sent for no challenge of an application', async () => {
    const person = await newPerson();
    await enableTotp(await tokenOf(person));
    const challenge = await challengeOf(person);
    expect((await cabinet.post(resendSecondFactor, { challenge })).httpStatus).toBe(400);
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
    expect((await pass(await challengeOf(person), first)).result).toBe('entered');
    expect((await pass(await challengeOf(person), first)).result).toBe('identity.wrongCode');
    const typed = next.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await pass(await challengeOf(person), typed)).result).toBe('entered');
  });

  test('open in place of a code from an SMS too', async () => {
    const person = await newPerson();
    const [code = ''] = await enableSms(person);
    at(start + 2 * minute);
    expect((await pass(await challengeOf(person, 'identity.dualAuth'), code)).result).toBe('entered');
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
