import { expect, test } from 'vitest';
import { signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { applyAgreements, signUpEntity } from '#contract/identity/sign-up.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { previewReading } from '#contract/readings.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const cabinet = provideTestApp();

function send(payload: string, contentType: string, path: string = getServiceMessage.path) {
  return cabinet.app.inject({ method: 'POST', url: path, headers: { 'content-type': contentType }, payload });
}

test.each([
  ['JSON that ends early', '{"pageToDisplay":', 400],
  ['nothing where JSON is announced', '', 400],
  ['a payload that would change every object', '{"__proto__":{"admin":true}}', 400],
  ['a list instead of fields', '[]', 400],
  ['a number instead of fields', '7', 400],
  ['a payload beyond 256 kB', JSON.stringify({ pageToDisplay: 'x'.repeat(300_000) }), 413],
])('%s is refused with the text and the request id of every failure', async (_, payload, httpStatus) => {
  const response = await send(payload, 'application/json');
  expect(response.statusCode).toBe(httpStatus);
  expect(response.json()).toMatchObject({
    status: 'fail',
    code: 'common.badRequest',
    message: 'Перевірте введені дані.',
    reference: expect.stringMatching(uuid),
  });
  expect(response.headers['x-reference']).toBe(response.json().reference);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/html',
])('refuses content type %s as no JSON', async (contentType) => {
  const response = await send('{"pageToDisplay":"/"}', contentType);
  expect(response.statusCode).toBe(415);
  expect(response.json().code).toBe('common.badRequest');
});

test('reports all problems of a payload at once, each with path and text', async () => {
  const wrong = { phone: '+38050', userType: 'robot', language: 'x'.repeat(36), platform: 7 };
  const { httpStatus, body } = await cabinet.post(signInPerson, wrong);
  expect(httpStatus).toBe(400);
  const issues = [...(body.issues ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1));
  expect(issues).toEqual([
    { path: 'language', code: 'field.max', message: 'Це поле має містити максимум 35 символів' },
    { path: 'phone', code: 'field.phoneLength', message: 'Номер телефону має містити 13 символів' },
    { path: 'platform', code: 'field.invalid', message: 'Перевірте коректність введених даних' },
    { path: 'userType', code: 'field.invalid', message: 'Перевірте коректність введених даних' },
  ]);
});

const required = "Це поле обов'язкове для заповнення";

test('reports an empty or missing required field as required, whatever its rule', async () => {
  const fields = { account: '', unique_code: '', edrpou: '', email: '', phone: '', code: undefined };
  const { httpStatus, body } = await cabinet.post(signUpEntity, fields);
  expect(httpStatus).toBe(400);
  expect(body.issues).toEqual(
    Object.keys(fields).map((path) => ({ path, code: 'field.required', message: required })),
  );
});

test.each([
  [signInEntity, 'account', '239000000', 'field.length', 'Це поле має містити 10 символів'],
  [signInEntity, 'unique_code', 'ABCDEF1234567', 'field.invalid', 'Перевірте коректність введених даних'],
  [signUpEntity, 'edrpou', '143605701', 'field.max', 'Це поле має містити максимум 8 символів'],
  [applyAgreements, 'name', 'К'.repeat(51), 'field.max', 'Це поле має містити максимум 50 символів'],
  [
    applyAgreements,
    'email',
    `${'a'.repeat(250)}@b.ua`,
    'field.max',
    'Це поле має містити максимум 254 символи',
  ],
] as const)('%#: the words of a field have its number', async (call, path, value, code, message) => {
  const { body } = await cabinet.post(call.path, { [path]: value });
  expect(body.issues).toContainEqual({ path, code, message });
});

test('reports the whole path of a problem inside a list or a record', async () => {
  const token = await cabinet.signIn(['2390000001']);
  const { body } = await cabinet.post(previewReading, {
    token,
    account: '2390000001',
    values: { single: 'x'.repeat(21), seventh: '1' },
  });
  expect(body.issues?.map((issue) => issue.path)).toContain('values.single');
});

test('refuses text with NUL, which PostgreSQL cannot store, with 400', async () => {
  const { httpStatus, body } = await cabinet.post(getServiceMessage, { pageToDisplay: '/cabinet\0' });
  expect(httpStatus).toBe(400);
  expect(body.issues).toMatchObject([{ path: 'pageToDisplay', code: 'field.invalid' }]);
});

test('a malformed account reaches neither the database nor the log', async () => {
  const token = await cabinet.signIn([]);
  for (const account of ['\0', "'; drop table portal.session; --", '239 000 000A', 7, null, {}]) {
    const { httpStatus } = await cabinet.post('/api/bills/list', { token, account });
    expect(httpStatus).toBe(400);
  }
});

test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const)('answers 405 to %s', async (method) => {
  const response = await cabinet.app.inject({ method, url: getServiceMessage.path });
  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe('POST');
});

test.each(['/api/unknown', '/api', '/api/auth/person/', '/API/auth/person', '/nothing', '/.env'])(
  'there is nothing at %s',
  async (url) => {
    const response = await send('{}', 'application/json', url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({
      status: 'fail',
      code: 'common.notFound',
      message: 'Нічого не знайдено',
      reference: expect.stringMatching(uuid),
    });
  },
);

test.each(['/api/%E0%A4%A', '/%'])(
  'an address that can not be read is refused like any other: %s',
  async (url) => {
    const response = await cabinet.app.inject({ url });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'common.badRequest',
      reference: expect.stringMatching(uuid),
    });
  },
);

test('ignores a request id sent by the caller', async () => {
  const own = '00000000-0000-7000-8000-000000000000';
  const response = await cabinet.post('/api/unknown', {}, { 'x-request-id': own, 'request-id': own });
  expect(response.body.reference).not.toBe(own);
});
