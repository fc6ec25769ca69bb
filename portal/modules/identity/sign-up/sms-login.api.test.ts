import { describe, expect, test } from 'vitest';
import { listObjects } from '#contract/accounts/accounts.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { Instant } from '#domain/time/instant.ts';
import { makeCodeCaller, newPhone, wrongCode } from '#portal/testing/callers/code-caller.ts';
import { makeIdentity } from '#portal/testing/callers/make-identity.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { stateOfMessageTo } from '#portal/testing/message-state.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const minute = 60_000;
const login = { action: 'login' } as const;

const cabinet = provideTestApp({ hasSupplier: true });
const codes = makeCodeCaller(cabinet);

describe('coming in by a code', () => {
  const advice = formatMessage('identity.smsLoginFailed', { phones: '0800300400' });

  test('a person signs in once with a right code; the session stores how', async () => {
    const phone = newPhone();
    const identityId = await makeIdentity(cabinet, phone, { email: 'olena@example.test' });
    const code = await codes.receive(phone, login);
    const { httpStatus, body } = await codes.give(phone, code, login);
    expect(httpStatus).toBe(200);
    expect(body.user).toMatchObject({ type: 'person', phone, email: 'olena@example.test' });
    expect(body.accounts).toEqual([]);
    expect((await cabinet.post(listObjects, { token: body.user?.token })).httpStatus).toBe(200);
    const session = await cabinet.portalDb
      .selectFrom('portal.session')
      .select('way')
      .where('identity_id', '=', identityId)
      .execute();
    expect(session).toEqual([{ way: 'code' }]);
    expect((await codes.give(phone, code, login)).body.code).toBe('identity.wrongCode');
  });

  test('a person signs in by a code to a confirmed e-mail, in any case', async () => {
    const [phone, email] = [newPhone(), 'Marta.Login@example.test'];
    await makeIdentity(cabinet, phone, { email, emailConfirmed: true });
    const code = await codes.receive('marta.login@example.test', login);
    await cabinet.deliverMessages();
    expect(await stateOfMessageTo(cabinet, 'marta.login@example.test')).toBe('sent');
    const { httpStatus, body } = await codes.give(email, code, login);
    expect(httpStatus).toBe(200);
    expect(body.user).toMatchObject({ type: 'person', phone, email });
    expect((await cabinet.post(listObjects, { token: body.user?.token })).httpStatus).toBe(200);
  });

  test('an e-mail that was not confirmed opens nothing, and no code goes to it', async () => {
    const email = 'not-confirmed@example.test';
    await makeIdentity(cabinet, newPhone(), { email });
    const code = await codes.receive(email, login);
    expect(outcomeOf(await codes.give(email, code, login))).toBe('422 identity.smsLoginFailed');
    await cabinet.deliverMessages();
    expect(await stateOfMessageTo(cabinet, email)).toBe('withheld');
  });

  test('with a second factor by SMS a code to the e-mail does not replace the password', async () => {
    const email = 'two-steps@example.test';
    const identityId = await makeIdentity(cabinet, newPhone(), { email, emailConfirmed: true });
    const at = new Date(start).toISOString();
    await cabinet.portalDb
      .insertInto('portal.second_factor')
      .values({ identity_id: identityId, method: 'sms', begun_at: at, enabled_at: at })
      .execute();
    const { body } = await codes.give(email, await codes.receive(email, login), login);
    expect(body.code).toBe('identity.passwordNeeded');
  });

  test('a wrong code says so, and where to turn', async () => {
    const phone = newPhone();
    await makeIdentity(cabinet, phone);
    const code = await codes.receive(phone, login);
    const { httpStatus, body } = await codes.give(phone, wrongCode(code), login);
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'identity.wrongCode' });
    expect(body.message).toBe(`${formatMessage('identity.wrongCode')}. ${advice}`);
  });

  test('an expired code says so, and where to turn', async () => {
    const phone = newPhone();
    const code = await codes.receive(phone, login);
    cabinet.clock.set((start + 5 * minute) as Instant);
    const { body } = await codes.give(phone, code, login);
    cabinet.clock.set(start as Instant);
    expect(body.code).toBe('identity.codeExpired');
    expect(body.message).toBe(`${formatMessage('identity.codeExpired')} ${advice}`);
  });

  test.each([
    ['nobody has the phone', undefined],
    ['it is an entity that has it', { type: 'entity' as const }],
  ])('a right code when %s lets nobody in', async (_, fixture) => {
    const phone = newPhone();
    if (fixture) await makeIdentity(cabinet, phone, fixture);
    const code = await codes.receive(phone, login);
    const { httpStatus, body } = await codes.give(phone, code, login);
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'identity.smsLoginFailed' });
    expect(body.message).toBe(advice);
  });

  test('who is blocked is told by a right code, and is not let in', async () => {
    const phone = newPhone();
    await makeIdentity(cabinet, phone, { blocked: true });
    expect(outcomeOf(await codes.give(phone, await codes.receive(phone, login), login))).toBe(
      '403 identity.blocked',
    );
  });
});
