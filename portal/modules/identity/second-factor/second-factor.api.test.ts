import { describe, expect, test } from 'vitest';
import { beginSecondFactor, enableSecondFactor } from '#contract/identity/second-factor.ts';
import { listSessions } from '#contract/identity/sessions.ts';
import { checkSession, resendSecondFactor } from '#contract/identity/sign-in.ts';
import { newId } from '#platform/uuid.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import {
  at,
  cabinet,
  challengeOf,
  factorOf,
  minute,
  newPerson,
  pass,
  passResult,
  password,
  second,
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

describe('codes of an application', () => {
  test('are asked for after the password once the factor is on, and open a session, also typed with a space', async () => {
    const person = await newPerson();
    const token = await tokenOf(person);
    const begun = await cabinet.post(beginSecondFactor, { token, method: 'totp', password });
    expect(begun.body.otpauthUri).toContain(`secret=${begun.body.secret}`);
    expect(await factorOf(person)).toBe('none');
    expect((await signIn(person)).httpStatus).toBe(200);
    const secret = begun.body.secret ?? '';
    await cabinet.post(enableSecondFactor, { token, method: 'totp', code: shown(secret, start) });
    expect(await factorOf(person)).toBe('totp');

    at(start + minute);
    const refused = await signIn(person);
    expect(refused.httpStatus).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'identity.totpRequired',
      message: 'Підтвердьте вхід кодом із застосунку для входу.',
      details: { method: 'totp', maskedPhone: '', resendAfterSeconds: 0, expiresInSeconds: 600 },
    });
    expect(JSON.stringify(refused.body)).not.toContain('token');
    const code = shown(secret, start + minute);
    const { body } = await pass(
      String(refused.body.details.challenge),
      `${code.slice(0, 3)} ${code.slice(3)}`,
    );
    expect(body.user).toMatchObject({ type: 'person', phone: person.phone, dualAuth: true });
    expect((await cabinet.post(checkSession, { token: body.user.token })).httpStatus).toBe(200);
  });

  test('are taken once, none of a moment before one that was, nor the one that switched the factor on', async () => {
    const { person, secret } = await withTotp(start);
    const opens = async (moment: number) => passResult(await challengeOf(person), shown(secret, moment));
    expect(await opens(start - 30 * second)).toBe('identity.wrongCode');
    at(start + minute);
    expect(await opens(start + minute)).toBe('entered');
    expect(await opens(start + minute)).toBe('identity.wrongCode');
    expect(await opens(start + 30 * second)).toBe('identity.wrongCode');
    at(start + 2 * minute);
    expect(await opens(start + 2 * minute)).toBe('entered');
  });
});

describe('a challenge', () => {
  test('has three tries; the right code comes too late for the fourth', async () => {
    const { person, code } = await withTotp();
    const challenge = await challengeOf(person);
    const result: string[] = [];
    for (let guess = 1; guess <= 3; guess += 1) result.push(await passResult(challenge, wrong(code)));
    expect(result).toEqual(['identity.wrongCode', 'identity.wrongCode', 'identity.attemptsExhausted']);
    const late = await pass(challenge, code);
    expect([late.result, late.headers['retry-after']]).toEqual(['identity.attemptsExhausted', '60']);
    expect(await passResult(await challengeOf(person), code)).toBe('entered');
  });

  test('five wrong codes over challenges exhaust the attempts for 15 minutes, whatever the challenge', async () => {
    const { person, secret, code } = await withTotp();
    const [first, next] = [await challengeOf(person), await challengeOf(person)];
    for (const challenge of [first, first, next, next]) await pass(challenge, wrong(code));
    expect(await passResult(await challengeOf(person), wrong(code))).toBe('identity.wrongCode');
    const refused = await pass(await challengeOf(person), code);
    expect(outcomeOf(refused)).toBe('429 identity.attemptsExhausted');
    expect(refused.body.message).toContain('через 15 хв');
    expect(refused.headers['retry-after']).toBe('900');
    const later = start + 17 * minute;
    at(later);
    expect(await passResult(await challengeOf(person), shown(secret, later))).toBe('entered');
  });

  test('is good once and for ten minutes', async () => {
    const { person, secret, recoveryCodes, code } = await withTotp();
    const [used, late] = [await challengeOf(person), await challengeOf(person)];
    expect(await passResult(used, code)).toBe('entered');
    expect(await passResult(used, recoveryCodes[0])).toBe('identity.codeExpired');
    at(start + 11 * minute);
    expect(await passResult(late, shown(secret, start + 11 * minute))).toBe('identity.codeExpired');
  });

  test('of one person is not passed by a code of another', async () => {
    const theirs = await withTotp();
    at(start);
    const challenge = await challengeOf((await withTotp()).person);
    expect(await passResult(challenge, theirs.code)).toBe('identity.wrongCode');
    expect(await passResult(challenge, theirs.recoveryCodes[0])).toBe('identity.wrongCode');
  });

  test('that nobody has is answered like one that expired', async () => {
    expect(await passResult(newId(), '123456')).toBe('identity.codeExpired');
    const resent = await cabinet.post(resendSecondFactor, { challenge: newId() });
    expect(outcomeOf(resent)).toBe('422 identity.codeExpired');
  });

  test('of somebody who was blocked meanwhile is passed by nothing', async () => {
    const { person, code } = await withTotp();
    const challenge = await challengeOf(person);
    await cabinet.portalDb
      .updateTable('portal.identity')
      .set({ blocked_at: '2026-11-20T10:01:00Z' })
      .where('identity_id', '=', person.identityId)
      .execute();
    expect(await passResult(challenge, code)).toBe('identity.codeExpired');
  });

  test('is not given for a wrong password', async () => {
    const refused = await signIn((await withTotp()).person, 'another password');
    expect([outcomeOf(refused), refused.body.details]).toEqual(['401 identity.badCredentials', undefined]);
  });
});

describe('codes from an SMS', () => {
  test('are sent to the phone after the password and open a session', async () => {
    const { person, challenge } = await withSms();
    const refused = await signIn(person);
    const masked = `${person.phone.slice(0, 4)} ${person.phone.slice(4, 6)} ••• •• ${person.phone.slice(11)}`;
    expect(refused.body).toMatchObject({
      code: 'identity.dualAuth',
      message: `Підтвердьте вхід кодом, який ми надіслали на ${masked}.`,
      details: { challenge, method: 'sms', maskedPhone: masked, resendAfterSeconds: 60 },
    });
    expect(JSON.stringify(refused.body)).not.toContain(person.phone);
    const entered = await pass(challenge, (await sentTo(person)).toLowerCase());
    expect(entered.result).toBe('entered');
    const { body } = await cabinet.post(listSessions, { token: entered.body.user.token });
    expect(body.sessions[0]?.way).toBe('password');
  });

  test('of one challenge open no other one', async () => {
    const { person, challenge } = await withSms();
    const firstCode = await sentTo(person);
    at(start + 8 * minute);
    const next = await challengeOf(person, 'identity.dualAuth');
    expect(next).not.toBe(challenge);
    expect(await passResult(next, firstCode)).toBe('identity.wrongCode');
    expect(await passResult(next, await sentTo(person))).toBe('entered');
  });

  test('a second sign-in within a minute goes on with the code that was sent, or waits for its own when that was used', async () => {
    const { person, challenge } = await withSms();
    at(start + 2 * minute + 20 * second);
    const again = (await signIn(person)).body.details;
    expect(again).toMatchObject({ challenge, resendAfterSeconds: 40, codeSent: 'before' });
    expect(await passResult(challenge, await sentTo(person))).toBe('entered');
    const { details } = (await signIn(person)).body;
    expect(details).toMatchObject({ resendAfterSeconds: 40, codeSent: 'notYet' });
    const own = String(details.challenge);
    expect((await signIn(person)).body.details).toMatchObject({ challenge: own, codeSent: 'notYet' });
    at(start + 3 * minute);
    await cabinet.post(resendSecondFactor, { challenge: own });
    expect(await passResult(own, await sentTo(person))).toBe('entered');
  });

  test('are sent again after a minute, and the code before counts no more', async () => {
    const { person, challenge } = await withSms();
    const before = await sentTo(person);
    const soon = await cabinet.post(resendSecondFactor, { challenge });
    expect([outcomeOf(soon), soon.headers['retry-after']]).toEqual(['429 common.tooManyRequests', '60']);
    at(start + 3 * minute);
    const { body } = await cabinet.post(resendSecondFactor, { challenge });
    expect(body).toMatchObject({ resendAfterSeconds: 60, expiresInSeconds: 300 });
    expect(await passResult(challenge, before)).toBe('identity.wrongCode');
    expect(await passResult(challenge, await sentTo(person))).toBe('entered');
  });

  test('that came too late cost no try: another is asked for', async () => {
    const { person, challenge } = await withSms();
    const late = await sentTo(person);
    at(start + 7 * minute);
    for (let times = 1; times <= 4; times += 1)
      expect(await passResult(challenge, late)).toBe('identity.codeExpired');
    await cabinet.post(resendSecondFactor, { challenge });
    expect(await passResult(challenge, await sentTo(person))).toBe('entered');
  });

  test('another code does not give the challenge new tries', async () => {
    const { person, challenge } = await withSms();
    for (let guess = 1; guess <= 2; guess += 1) await pass(challenge, 'ZZZZ');
    at(start + 3 * minute);
    await cabinet.post(resendSecondFactor, { challenge });
    const code = await sentTo(person);
    expect(await passResult(challenge, wrong(code))).toBe('identity.attemptsExhausted');
    expect(await passResult(challenge, code)).toBe('identity.attemptsExhausted');
  });

  test('are sent for no challenge of an application', async () => {
    const challenge = await challengeOf((await withTotp()).person);
    expect((await cabinet.post(resendSecondFactor, { challenge })).httpStatus).toBe(400);
  });
});

describe('recovery codes', () => {
  test('are eight, and each opens once where a code is asked for, however it is typed', async () => {
    const { person, recoveryCodes } = await withTotp();
    expect(new Set(recoveryCodes).size).toBe(8);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const [first = '', next = ''] = recoveryCodes;
    expect(await passResult(await challengeOf(person), first)).toBe('entered');
    expect(await passResult(await challengeOf(person), first)).toBe('identity.wrongCode');
    const typed = next.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await passResult(await challengeOf(person), typed)).toBe('entered');
  });

  test('open in place of a code from an SMS too', async () => {
    const { challenge, recoveryCodes } = await withSms();
    expect(await passResult(challenge, recoveryCodes[0])).toBe('entered');
  });

  test('are kept as digests only', async () => {
    const { recoveryCodes, secret } = await withTotp();
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
