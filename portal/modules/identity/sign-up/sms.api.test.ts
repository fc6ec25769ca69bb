import { describe, expect, test } from 'vitest';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { authSms } from '#contract/identity/sign-up.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { Instant } from '#domain/time/instant.ts';
import {
  basicPair,
  type CodeRequest,
  makeCodeCaller,
  newPhone,
  wrongCode,
} from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { makeIdentity } from '#portal/testing/callers/make-identity.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const minute = 60_000;
const register = { action: 'register' } as const;
const login = { action: 'login' } as const;
const recover = { action: 'recover' } as const;
const confirm = { action: 'confirm' } as const;
const [entity, admin] = [{ userType: 'entity' }, { userType: 'admin' }] as const;

const cabinet = provideTestApp({ hasSupplier: true });
const codes = makeCodeCaller(cabinet);

describe('asking for a code', () => {
  test('an empty code in the pair sends one, and says when it ends and when the next may be asked for', async () => {
    const phone = newPhone();
    const { httpStatus, body } = await codes.ask(phone, register);
    expect(httpStatus).toBe(200);
    const times = { resendAfterSeconds: 60, expiresInSeconds: 300 };
    expect(body).toEqual({ status: 'success', ...times, isNumeric: true });
    expect(await lastCodeTo(cabinet, phone)).toHaveLength(4);
  });

  test('too soon asks for the code that was sent for the same', async () => {
    const phone = newPhone();
    const code = await codes.receive(phone, register);
    const { httpStatus, body } = await codes.ask(phone, register);
    expect(httpStatus).toBe(200);
    const times = { resendAfterSeconds: 60, expiresInSeconds: 300 };
    expect(body).toEqual({ status: 'success', ...times, isNumeric: true, alreadySent: true });
    expect((await codes.give(phone, code, register)).body.proven).toBe(true);
  });

  test('too soon for another use is 429 with the seconds that are left', async () => {
    const phone = newPhone();
    await codes.ask(phone, register);
    const { httpStatus, body, headers } = await codes.ask(phone, login);
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 429, code: 'common.tooManyRequests' });
    expect(headers['retry-after']).toBe('60');
    expect(body.message).toBe(formatMessage('common.tooManyRequests', { seconds: 60 }));
  });

  test.each<[string, string, CodeRequest, string]>([
    ['an entity recovers by its account', newPhone(), { ...recover, ...entity }, 'account field.required'],
    ['an entity does not come in by a code', newPhone(), { ...login, ...entity }, 'userType field.invalid'],
    ['nor by one to its e-mail', 'office@example.test', { ...login, ...entity }, 'userType field.invalid'],
    ['an administrator not by a code alone', newPhone(), { ...login, ...admin }, 'userType field.invalid'],
    ['an administrator does not recover so', newPhone(), { ...recover, ...admin }, 'userType field.invalid'],
    ['a sign-up needs a phone', 'olena@example.test', register, 'phone field.required'],
  ])('%s', async (_, contact, request, issue) => {
    const { httpStatus, body } = await codes.ask(contact, request);
    expect(httpStatus).toBe(400);
    expect(body.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual([issue]);
  });
});

describe('a code to confirm', () => {
  const askWith = (more: object) => {
    const phone = newPhone();
    return cabinet.post(authSms, { phone, ...confirm, ...more }, basicPair(phone, ''));
  };

  test.each(['person', 'admin'] as const)('a %s gets it signed in, and nobody else', async (userType) => {
    expect(outcomeOf(await askWith({ userType }))).toBe('401 common.sessionEnded');
    const other = await cabinet.signIn([], userType === 'admin' ? 'person' : 'admin');
    expect((await askWith({ userType, token: other })).httpStatus).toBe(403);
    const own = await cabinet.signIn([], userType);
    expect((await askWith({ userType, token: own })).httpStatus).toBe(200);
  });

  test('an entity gets it before it has a cabinet', async () => {
    expect((await askWith({ userType: 'entity' })).httpStatus).toBe(200);
  });
});

describe('a stranger', () => {
  test('wrong codes count for the address, whatever the phones are and whether a code was sent', async () => {
    const limited = await startTestApp('2026-11-20T10:00:00Z', { SIGN_IN_FAILURES_PER_ADDRESS: '3' });
    try {
      await makeSupplier(limited.billingDb);
      const caller = makeCodeCaller(limited);
      const [phone, own] = [newPhone(), newPhone()];
      const wrong = wrongCode(await caller.receive(phone, register));
      const right = await caller.receive(own, recover);
      // A right code costs the address nothing.
      for (let time = 0; time < 4; time += 1) {
        expect((await caller.give(own, right, recover)).httpStatus).toBe(200);
      }
      const answers = [
        await caller.give(phone, wrong, register),
        await caller.give(newPhone(), wrong, recover),
        await caller.give(newPhone(), wrong, login),
        await caller.give(own, right, recover),
      ];
      expect(answers.map(({ body }) => body.code)).toEqual([
        'identity.wrongCode',
        'identity.wrongCode',
        'identity.wrongCode',
        'identity.attemptsExhausted',
      ]);
      expect(answers[3]?.headers['retry-after']).toBe('900');
    } finally {
      await limited.close();
    }
  });

  test('on another network takes the proven code of a sign-up from nobody', async () => {
    const phone = newPhone();
    const code = await codes.receive(phone, register);
    expect((await codes.give(phone, code, register)).httpStatus).toBe(200);
    cabinet.clock.set((start + minute) as Instant);
    const fromElsewhere = async (typedPassword: string) => {
      const { statusCode } = await cabinet.app.inject({
        method: 'POST',
        url: authSms.path,
        remoteAddress: '203.0.113.66',
        headers: { 'content-type': 'application/json', ...basicPair(phone, typedPassword) },
        payload: { phone, ...register, userType: 'person' },
      });
      return statusCode;
    };
    const statuses = [await fromElsewhere('')];
    for (let time = 0; time < 4; time += 1) statuses.push(await fromElsewhere(wrongCode(code)));
    expect(statuses).toEqual([200, 422, 422, 429, 429]);
    expect((await codes.give(phone, code, register)).httpStatus).toBe(200);
    cabinet.clock.set(start as Instant);
  });
});

describe('a sign-up proves the phone', () => {
  test('a right code is proven, however it was typed', async () => {
    const phone = newPhone();
    const code = await codes.receive(phone, register);
    const typed = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('a', 'а')} `;
    const { httpStatus, body } = await codes.give(phone, typed, register);
    expect({ httpStatus, proven: body.proven }).toEqual({ httpStatus: 200, proven: true });
  });

  test('a wrong code, three times, exhausts the tries', async () => {
    const phone = newPhone();
    const code = await codes.receive(phone, register);
    const answers = [];
    for (const given of [wrongCode(code), wrongCode(code), wrongCode(code), code])
      answers.push(await codes.give(phone, given, register));
    expect(answers.map(outcomeOf)).toEqual([
      ...['422 identity.wrongCode', '422 identity.wrongCode'],
      ...['429 identity.attemptsExhausted', '429 identity.attemptsExhausted'],
    ]);
    expect(answers[3]?.headers['retry-after']).toBe('60');
  });

  test('a code that has expired says so', async () => {
    const phone = newPhone();
    const code = await codes.receive(phone, register);
    cabinet.clock.set((start + 5 * minute) as Instant);
    const { httpStatus, body } = await codes.give(phone, code, register);
    cabinet.clock.set(start as Instant);
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'identity.codeExpired' });
  });

  test('a code of another length is reported at its field, and is no attempt', async () => {
    const phone = newPhone();
    const code = await codes.receive(phone, register);
    for (let count = 0; count < 4; count += 1) {
      const { httpStatus, body } = await codes.give(phone, `${code}A`, register);
      const message = formatMessage('field.codeLength');
      expect([httpStatus, body.issues]).toEqual([400, [{ path: 'code', code: 'field.codeLength', message }]]);
    }
    expect((await codes.give(phone, code, register)).httpStatus).toBe(200);
  });

  test('a taken phone is reported only to who has its code', async () => {
    const phone = newPhone();
    await makeIdentity(cabinet, phone);
    const code = await codes.receive(phone, register);
    const guessed = await codes.give(phone, wrongCode(code), register);
    expect(guessed.body.code).toBe('identity.wrongCode');
    expect(outcomeOf(await codes.give(phone, code, register))).toBe('409 identity.phoneTaken');
  });
});
