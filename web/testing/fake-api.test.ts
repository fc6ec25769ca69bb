import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listBills } from '#contract/bills.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { callApi } from '#web/lib/api.ts';
import {
  answer,
  failure,
  leaveOtherCallsPending,
  payloadsOf,
  startFakeApi,
  stopFakeApi,
} from './fake-api.ts';

const asked = { account: '2390001111' };
const noBills = { status: 'success' as const, due: '0.00', bills: [] };

beforeEach(startFakeApi);
afterEach(() => vi.unstubAllGlobals());

test('a declared call is answered, and its payload is kept', async () => {
  answer(listBills, () => noBills);
  expect(await callApi(listBills, asked, { token: 't' })).toEqual({ ok: true, data: noBills });
  expect(payloadsOf(listBills)).toEqual([{ ...asked, token: 't' }]);
  expect(stopFakeApi).not.toThrow();
});

test('the handler is given login and password', async () => {
  const given = vi.fn(() => failure('identity.badCredentials'));
  answer(signInPerson, (_, basicAuth) => {
    expect(basicAuth).toEqual({ login: '+380501110001', password: 'Тиха:річка' });
    return given();
  });
  const basicAuth = { login: '+380501110001', password: 'Тиха:річка' };
  await callApi(signInPerson, { phone: '+380501110001', userType: 'person' }, { basicAuth });
  expect(given).toHaveBeenCalledOnce();
  expect(stopFakeApi).not.toThrow();
});

test('a failure has the text and the status of its code', async () => {
  answer(listBills, () => failure('common.serviceDown'));
  const result = await callApi(listBills, asked);
  const message = formatMessage('common.serviceDown');
  expect(result).toMatchObject({ ok: false, failure: { httpStatus: 503, message } });
  expect(stopFakeApi).not.toThrow();
});

test('offline is a network failure', async () => {
  answer(listBills, () => 'offline');
  expect(await callApi(listBills, asked)).toMatchObject({ ok: false, failure: { code: 'common.network' } });
});

test('a call without a handler fails the test by its path', async () => {
  await callApi(listBills, asked);
  expect(stopFakeApi).toThrow('/api/bills/list: no handler');
});

test('a call without a handler may be left unanswered', async () => {
  leaveOtherCallsPending();
  const answered = vi.fn();
  callApi(listBills, asked).then(answered, answered);
  await nextTurn();
  expect(answered).not.toHaveBeenCalled();
  expect(stopFakeApi).not.toThrow();
});

test.each([
  ['a payload that the contract refuses', noBills, { account: '239' }, 'payload'],
  ['an answer that the contract refuses', { ...noBills, due: 'nothing' }, asked, 'the answer is refused'],
  ['an undeclared failure', failure('identity.wrongCode'), asked, 'identity.wrongCode is no failure'],
])('%s fails the test', async (_, reply, payload, problem) => {
  answer(listBills, () => reply);
  await callApi(listBills, payload);
  expect(stopFakeApi).toThrow(`/api/bills/list: ${problem}`);
});
