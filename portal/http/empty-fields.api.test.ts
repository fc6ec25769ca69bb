import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { makeAccount } from '#billing/testing/make-account.ts';
import { addObject } from '#contract/accounts/accounts.ts';
import { allCalls } from '#contract/all-calls.ts';
import { personBalance } from '#contract/balance.ts';
import { clientLog } from '#contract/client-log.ts';
import { checkSession } from '#contract/identity/sign-in.ts';
import { specifiedCalls } from '#contract/specification.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';

let account: string;
const tokens: Record<string, string> = {};

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  account = (await makeAccount(cabinet.billingDb)).accountNumber;
  tokens.person = await cabinet.signIn([account]);
  tokens.entity = await cabinet.signIn([account], 'entity');
  tokens.admin = await cabinet.signIn([], 'admin');
});

/** Required fields of each call, beside `samplePayloads`. */
const required: Readonly<Record<string, Record<string, unknown>>> = {
  '/api/get-service-message': { pageToDisplay: '/cabinet/person' },
  '/api/pairs': { domain: 'cabinet.example' },
  '/api/auth/admin_panel': { login: 'nobody' },
  '/api/auth/sms': { userType: 'person', action: 'login', phone: '+380501110099' },
  '/api/auth/entity': { account: '2390009999', unique_code: 'ABC123', userType: 'entity' },
  '/api/auth/person': { phone: '+380501110099', userType: 'person' },
  '/api/apply-agreements': {
    ...{ email: 'olena@example.test', phone: '+380501110099', code: 'AB12' },
    ...{ name: 'Олена', surname: 'Коваль', middle_n: 'Іванівна' },
  },
  '/api/choice-apart': { item: 'DELETE' },
  '/api/post-add-objects': { account: '2390009999', code: 'ABC123' },
};

/** An empty code requests one. */
const basicAuthOf = (path: string) => {
  const typedPassword = path === '/api/auth/sms' ? '' : 'Xy7-kQzw';
  return basicPair('+380501110099', typedPassword);
};

function optionalFields(schema: z.ZodMiniType): string[] {
  const { shape = {} } = schema._zod.def as { readonly shape?: Record<string, z.ZodMiniType> };
  return Object.entries(shape).flatMap(([name, field]) => (field._zod.optin === 'optional' ? [name] : []));
}

const specified = new Set(specifiedCalls.map(({ path }) => path));
const calls = allCalls.filter(({ path }) => specified.has(path));

test('calls of the base specification take an empty text in each optional field', async () => {
  for (const call of calls) {
    const { path } = call;
    const type = call.audience === 'entity' || call.audience === 'admin' ? call.audience : 'person';
    const payload: Record<string, unknown> = {
      ...Object.fromEntries(optionalFields(call.input).map((name) => [name, ''])),
      ...(call.accountField ? { account } : {}),
      ...samplePayloads[path],
      ...required[path],
      ...(path === '/api/person/objects/save' && { type: 0, acc: account, data: '' }),
      ...(call.audience !== 'public' && { token: tokens[type] }),
    };
    const { httpStatus, body } = await cabinet.post(path, payload, call.basicAuth ? basicAuthOf(path) : {});
    expect({ path, httpStatus, issues: body.issues }).not.toMatchObject({ httpStatus: 400 });
    expect(httpStatus).toBeLessThan(500);
  }
});

test('administrator counts accept an empty account, date and site', async () => {
  for (const empty of ['', null]) {
    const fields = { site: empty, account: empty, date: empty, readOnly: empty };
    const payload = { token: tokens.admin, url: '/admin_panel/get_persons_amount', ...fields };
    const { httpStatus } = await cabinet.post('/api/get-common', payload);
    expect(httpStatus).toBe(200);
  }
});

test('an empty token in the payload does not replace the bearer token', async () => {
  const headers = { authorization: `Bearer ${tokens.person}` };
  expect((await cabinet.post(checkSession, { token: '' }, headers)).httpStatus).toBe(200);
});

test('stores a report with a null token and the core count', async () => {
  const { httpStatus } = await cabinet.post(clientLog, { token: null, account: null, title: 'x', cpu: 8 });
  expect(httpStatus).toBe(200);
});

test('a balance accepts a number as type', async () => {
  const token = await cabinet.signIn([account]);
  const { httpStatus } = await cabinet.post(personBalance, { token, account, type: 1 });
  expect(httpStatus).toBe(200);
});

test('refuses an empty required field', async () => {
  const { httpStatus, body } = await cabinet.post(addObject, {
    token: tokens.person,
    account: '',
    code: null,
  });
  expect(httpStatus).toBe(400);
  expect((body.issues ?? []).map(({ path }) => path).sort()).toEqual(['account', 'code']);
});
