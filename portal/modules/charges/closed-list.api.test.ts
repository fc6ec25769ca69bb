import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { allCalls } from '#contract/all-calls.ts';
import { getCommon, postCommon } from '#contract/charges.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

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

/** What is tried instead of a url of the list. */
const outside: readonly unknown[] = [
  '',
  '/person/custom_info/',
  '/Person/Custom_Info',
  '/person/../admin_panel/get_persons_amount',
  '/person/%63ustom_info',
  '/person/custom_info\0',
  'https://evil.test/person/custom_info',
  '__proto__',
  ['/person/custom_info'],
  { url: '/person/custom_info' },
  null,
  undefined,
];

test.each([
  ...outside.flatMap((url) => [
    ['person', getCommon.path, url] as const,
    ['person', postCommon.path, url] as const,
  ]),
  ['entity', getCommon.path, 'https://evil.test/'],
  ['admin', getCommon.path, 'https://evil.test/'],
] as const)('a %s is refused at %s with the url %j', async (who, path, url) => {
  app.moduleCalls.length = 0;
  const { httpStatus, body, headers } = await app.post(path as string, { token: tokens[who], account, url });
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 400, code: 'common.badRequest' });
  expect(Object.values(body.issues ?? {}).map((issue) => issue?.path)).toEqual(['url']);
  expect(JSON.stringify(body)).not.toContain('evil');
  expect(headers.location).toBeUndefined();
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
