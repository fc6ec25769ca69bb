import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { checkSession, signInPerson } from '#contract/identity/sign-in.ts';
import { authSms } from '#contract/identity/sign-up.ts';
import { addPhoto } from '#contract/readings.ts';
import { success } from '#web/testing/fake-api.ts';
import { callApi, connectSession, queryApi, uploadFile } from './api.ts';

const refused = vi.fn();
let token: string | undefined;
let sent: { url: string; init: RequestInit } | undefined;

function answer(status: number, body: unknown) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent = { url, init };
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
}

beforeEach(() => {
  token = 'the-token';
  refused.mockClear();
  connectSession({ token: () => token, onSessionRefused: refused });
});

afterEach(() => vi.unstubAllGlobals());

const failure = { status: 'fail', code: 'common.notFound', message: 'Нічого не знайдено', reference: 'r-1' };
const signInFields = { phone: '+380501110001', userType: 'person' } as const;

test('a call carries the token in its payload and gives the data', async () => {
  answer(200, { ...success, token: 'new', expires: '2026-11-21T10:00:00Z' });
  const result = await callApi(checkSession, {});
  expect(result).toMatchObject({ ok: true, data: { token: 'new' } });
  expect(sent?.url).toBe('/api/check-session');
  expect(JSON.parse(String(sent?.init.body))).toEqual({ token: 'the-token' });
});

test('an upload sends the payload with the token first, then the file as it is', async () => {
  answer(200, { ...success, photoId: 'p-1' });
  const payload = { account: '2390001111', requestId: 'r-1' };
  expect(await uploadFile(addPhoto, payload, new Blob(['ї\r\n']))).toMatchObject({ ok: true });
  expect(new Headers(sent?.init.headers).has('content-type')).toBe(false);
  const form = sent?.init.body as FormData;
  expect([...form.keys()]).toEqual(['payload', 'file']);
  expect(JSON.parse(String(form.get('payload')))).toEqual({ ...payload, token: 'the-token' });
  const file = form.get('file') as Blob;
  expect(await file.text()).toBe('ї\r\n');
});

test('a refused upload gives its failure, and ends the session on 401', async () => {
  answer(401, { ...failure, code: 'common.sessionEnded' });
  const result = await uploadFile(addPhoto, { account: '2390001111', requestId: 'r-1' }, new Blob(['x']));
  expect(result).toMatchObject({ ok: false, failure: { httpStatus: 401, code: 'common.sessionEnded' } });
  expect(refused).toHaveBeenCalledExactlyOnceWith('the-token', 401);
});

test('a password with Ukrainian letters travels as UTF-8 and without the old token', async () => {
  answer(200, success);
  await callApi(signInPerson, signInFields, { basicAuth: { login: '+380501110001', password: 'Їжак: 1' } });
  const header = new Headers(sent?.init.headers).get('authorization') ?? '';
  expect(Buffer.from(header.replace('Basic ', ''), 'base64').toString('utf8')).toBe('+380501110001:Їжак: 1');
  expect(JSON.parse(String(sent?.init.body))).toEqual(signInFields);
});

test('a code to confirm a contact is requested with the token, a code to sign in without', async () => {
  answer(200, success);
  const basicAuth = { login: '+380501110001', password: '' };
  await callApi(authSms, { ...signInFields, action: 'confirm' }, { basicAuth });
  expect(JSON.parse(String(sent?.init.body))).toMatchObject({ token: 'the-token' });
  await callApi(authSms, { ...signInFields, action: 'login' }, { basicAuth });
  expect(JSON.parse(String(sent?.init.body))).not.toHaveProperty('token');
});

test('a refusal keeps its code, words, reference and issues', async () => {
  const issues = [{ path: 'account', code: 'field.invalid', message: 'Перевірте дані' }];
  answer(400, { ...failure, issues, details: { kind: 'refused' } });
  const result = await callApi(personBalance, { account: '2390001111' });
  expect(result).toEqual({
    ok: false,
    failure: {
      code: 'common.notFound',
      message: 'Нічого не знайдено',
      reference: 'r-1',
      issues,
      details: { kind: 'refused' },
      httpStatus: 400,
    },
  });
});

test('no network is said in words', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const result = await callApi(checkSession, {});
  expect(result).toMatchObject({ ok: false, failure: { code: 'common.network', httpStatus: 0 } });
});

test.each([
  [502, '<html>Bad Gateway</html>', 'common.serviceDown'],
  [503, '', 'common.serviceDown'],
  [504, 'null', 'common.serviceDown'],
  [500, 'oops', 'common.unexpected'],
  [200, '<html>', 'common.unexpected'],
  [200, { status: 'fail' }, 'common.unexpected'],
])('an answer %i of another server becomes %s', async (status, body, _code) => {
  answer(status, body);
  const result = await callApi(checkSession, {});
  expect(result).toMatchObject({ ok: false, failure: { code: _code, httpStatus: status } });
});

test('a 401 or 403 of a signed-in call starts the end of the session', async () => {
  answer(401, { ...failure, code: 'common.sessionEnded' });
  await callApi(personBalance, { account: '2390001111' });
  answer(403, { ...failure, code: 'common.forbidden' });
  await callApi(personBalance, { account: '2390001111' });
  expect(refused.mock.calls).toEqual([
    ['the-token', 401],
    ['the-token', 403],
  ]);
});

test('a late 401 names the token that was sent, not the one that is in use when it comes', async () => {
  answer(401, { ...failure, code: 'common.sessionEnded' });
  const late = callApi(personBalance, { account: '2390001111' });
  token = 'of another';
  await late;
  expect(refused.mock.calls).toEqual([['the-token', 401]]);
});

test('bad credentials do not end anything, nor does a 401 when nobody is signed in', async () => {
  answer(401, { ...failure, code: 'identity.badCredentials' });
  await callApi(signInPerson, signInFields, { basicAuth: { login: 'a', password: 'b' } });
  token = undefined;
  await callApi(personBalance, { account: '2390001111' });
  expect(refused).not.toHaveBeenCalled();
});

test('a query throws the failure, to be shown by its words', async () => {
  answer(404, failure);
  await expect(queryApi(personBalance, { account: '2390001111' })).rejects.toMatchObject({
    failure: { code: 'common.notFound', message: 'Нічого не знайдено' },
  });
});
