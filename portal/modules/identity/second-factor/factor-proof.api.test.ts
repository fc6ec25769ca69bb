import { describe, expect, test } from 'vitest';
import { actOnCustomer } from '#contract/customers.ts';
import type { Call } from '#contract/define-call.ts';
import { actOnAdmin, changeAdmin, createAdmin } from '#contract/identity/administrators.ts';
import { sendSecondFactorCode } from '#contract/identity/second-factor.ts';
import { signInAdmin } from '#contract/identity/sign-in.ts';
import { startViewing } from '#contract/identity/viewings.ts';
import { decideRequisites } from '#contract/supplier/manage-supplier.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { createAdministrator } from '../administrators/create-administrator.ts';
import {
  at,
  cabinet,
  enableTotp,
  minute,
  newPerson,
  pass,
  password,
  second,
  shown,
  start,
  startFactorFixture,
  wrong,
} from './testing/factor-fixture.ts';

startFactorFixture();

const reason = 'Клієнт просить перевірити рахунок';
let count = 0;

/** An owner who signs in at the clock; with a required second step by its code. */
async function newOwner({ dualAuth }: { dualAuth: boolean }) {
  count += 1;
  const [login, phone] = [`owner${count}`, `+38050224${String(count).padStart(4, '0')}`];
  const facts = { login, fullName: 'Савчук Назар', password, phone, dualAuth };
  await createAdministrator(cabinet.portalDb, { ...facts, roles: ['owner'] });
  const { body } = await cabinet.post(signInAdmin, { login }, basicPair(login, password));
  if (!dualAuth) return { login, phone, token: body.user.token };
  const passed = await pass(String(body.details.challenge), await lastCodeTo(cabinet, phone));
  return { login, phone, token: passed.body.user.token };
}

async function view(token: string, factorCode?: string) {
  const { identityId: customerId } = await newPerson();
  const more = factorCode === undefined ? {} : { factorCode };
  const { httpStatus, body } = await cabinet.post(startViewing, { token, customerId, reason, ...more });
  return httpStatus === 200 ? 'opened' : body.code;
}

describe('a viewing', () => {
  test('is opened without a code for ten minutes after the sign-in; then a code is asked for, once for ten minutes', async () => {
    const { token, phone } = await newOwner({ dualAuth: true });
    at(start + 10 * minute - second);
    expect(await view(token)).toBe('opened');
    at(start + 10 * minute);
    const { identityId: customerId } = await newPerson();
    const asked = await cabinet.post(startViewing, { token, customerId, reason });
    expect([outcomeOf(asked), asked.body.details]).toEqual(['409 identity.factorNeeded', { method: 'sms' }]);
    expect((await cabinet.post(sendSecondFactorCode, { token })).httpStatus).toBe(200);
    const code = await lastCodeTo(cabinet, phone);
    expect(await view(token, wrong(code))).toBe('identity.wrongCode');
    expect(await view(token)).toBe('identity.factorNeeded');
    expect(await view(token, code)).toBe('opened');
    at(start + 20 * minute - second);
    expect(await view(token)).toBe('opened');
    at(start + 20 * minute);
    expect(await view(token)).toBe('identity.factorNeeded');
    expect(await view(token, code)).not.toBe('opened');
  });

  test('by an application takes each code once, so that two acts at once spend one; a recovery code works too', async () => {
    const { token } = await newOwner({ dualAuth: false });
    const { secret, recoveryCodes } = await enableTotp(token);
    expect(await view(token)).toBe('opened');
    at(start + 10 * minute);
    const code = shown(secret, start + 10 * minute);
    expect(await view(token)).toBe('identity.factorNeeded');
    const outcomes = await Promise.all([view(token, code), view(token, code)]);
    expect(outcomes).toEqual(['opened', 'opened']);
    at(start + 21 * minute);
    expect(await view(token, code)).toBe('identity.wrongCode');
    expect(await view(token, recoveryCodes[0])).toBe('opened');
    at(start + 32 * minute);
    expect(await view(token, recoveryCodes[0])).toBe('identity.wrongCode');
  });

  test('is exhausted after five wrong codes, also with a right one', async () => {
    const { token } = await newOwner({ dualAuth: false });
    const { secret } = await enableTotp(token);
    at(start + 11 * minute);
    const code = shown(secret, start + 11 * minute);
    for (let guess = 1; guess <= 5; guess += 1)
      expect(await view(token, wrong(code))).toBe('identity.wrongCode');
    expect(await view(token, code)).toBe('identity.attemptsExhausted');
  });

  test('asks for no code where there is no second factor', async () => {
    const { token } = await newOwner({ dualAuth: false });
    at(start + 60 * minute);
    expect(await view(token)).toBe('opened');
  });
});

test('acts that open a way in, roles, blocks of administrators and requisites ask as well; what only closes does not', async () => {
  const { token } = await newOwner({ dualAuth: true });
  const { login } = await newOwner({ dualAuth: false });
  const { identityId: id } = await newPerson();
  at(start + 11 * minute);
  const facts = { fullName: 'Савчук Назар', roles: ['operator'], dualAuth: false };
  const codeOf = async (call: Call, payload: object) =>
    (await cabinet.post(call, { token, reason, ...payload })).body.code;
  const changeId = '0199f000-0000-7000-8000-0000000000aa';
  const asked = [
    [createAdmin, { login: 'newcomer', email: 'newcomer@svitlo.example', ...facts }],
    [changeAdmin, { login, ...facts }],
    [actOnAdmin, { login, act: 'block' }],
    [actOnAdmin, { login, act: 'resetFactor' }],
    [actOnCustomer, { id, act: 'resetFactor' }],
    [actOnCustomer, { id, act: 'confirmPhone', phone: '+380501119999', seenPhone: '' }],
    [decideRequisites, { changeId, decision: { kind: 'confirm' } }],
  ] as const;
  for (const [call, payload] of asked)
    expect([call.path, await codeOf(call, payload)]).toEqual([call.path, 'identity.factorNeeded']);
  expect(await codeOf(actOnCustomer, { id, act: 'block' })).toBeUndefined();
  const withdrawn = { changeId, decision: { kind: 'withdraw', reason } };
  expect(await codeOf(decideRequisites, withdrawn)).toBe('common.notFound');
});
