import { beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { allCalls } from '#contract/all-calls.ts';
import { getCommon, postCommon } from '#contract/charges.ts';
import { provideTestApp } from '#portal/testing/provide-test-app.ts';

let account: string;
let tokens: Readonly<Record<'person' | 'entity' | 'admin', string>>;

const app = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  account = (await makeAccount(app.billingDb)).accountNumber;
  tokens = {
    person: await app.signIn([account]),
    entity: await app.signIn([account], 'entity'),
    admin: await app.signIn([account], 'admin'),
  };
});
/** What somebody tries instead of a url of the list. */
const outside: readonly unknown[] = [
  '',
  '/',
  '/person',
  '/person/',
  '/person/custom_info/',
  '/person/custom_info?account=2390001111',
  '/person/custom_info#',
  ' /person/custom_info',
  '/Person/Custom_Info',
  '/person//custom_info',
  '/person/../admin_panel/get_persons_amount',
  '/person/%63ustom_info',
  '/person/custom_info\0',
  '/entity/custom_info',
  '/admin_panel/get_admins',
  '/auth/account_login_fixate/entity',
  '/api/get-common',
  'BILLING_CLOSE',
  'https://evil.test/person/custom_info',
  '//evil.test/person/custom_info',
  '\\\\evil.test\\person',
  'file:///etc/passwd',
  'http://127.0.0.1:5432/',
  'http://169.254.169.254/latest/meta-data/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  "/person/custom_info' or '1'='1",
  ['/person/custom_info'],
  { url: '/person/custom_info' },
  7,
  true,
  null,
  undefined,
];

describe.each(['person', 'entity', 'admin'] as const)('tried by: %s', (who) => {
  test.each(outside.map((url) => [url]))('%j is no url that can be read', async (url) => {
    app.moduleCalls.length = 0;
    const { httpStatus, body, headers } = await app.post(getCommon, { token: tokens[who], account, url });
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 400, code: 'common.badRequest' });
    expect(body.issues?.map(({ path }) => path)).toEqual(['url']);
    expect(JSON.stringify(body)).not.toContain('evil');
    expect(headers.location).toBeUndefined();
    expect(app.moduleCalls).toEqual([]);
  });
});

test.each(outside.map((url) => [url]))('%j is no url that can be changed', async (url) => {
  app.moduleCalls.length = 0;
  const { httpStatus, body } = await app.post(postCommon, { token: tokens.person, account, url });
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 400, code: 'common.badRequest' });
  expect(body.issues?.map(({ path }) => path)).toEqual(['url']);
  expect(app.moduleCalls).toEqual([]);
});

test('what can be read can not be changed, nor the other way round', async () => {
  const token = tokens.person;
  const read = await app.post(postCommon, { token, account, url: '/person/custom_info' });
  const changed = await app.post(getCommon, { token, account, url: '/auth/account_login_fixate/person' });
  expect([read.httpStatus, changed.httpStatus]).toEqual([400, 400]);
});

test('no call sends a browser elsewhere, whatever address it is given', async () => {
  const evil = 'https://evil.test/';
  for (const call of allCalls) {
    const fields = { url: evil, return: evil, site: evil, domain: evil, next: evil, pageToDisplay: evil };
    const { httpStatus, headers } = await app.post(call.path as string, {
      token: tokens.person,
      account,
      ...fields,
    });
    expect({ path: call.path, isRedirect: httpStatus >= 300 && httpStatus < 400 }).toEqual({
      path: call.path,
      isRedirect: false,
    });
    for (const name of ['location', 'refresh', 'content-location']) expect(headers[name]).toBeUndefined();
    // The sign-out among the calls ended the session; the next call needs one.
    if (call.path === '/api/auth/sign-out' || call.path === '/api/sessions/end-all')
      tokens = { ...tokens, person: await app.signIn([account]) };
  }
});
