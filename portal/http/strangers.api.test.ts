import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { samplePayloads } from '#portal/testing/sample-payloads.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;
let account: string;
let owner: string;
let stranger: string;
let admin: string;
let entity: string;

beforeAll(async () => {
  cabinet = await startTestApp();
  await makeSupplier(cabinet.billingDb);
  const [own, other] = [await makeAccount(cabinet.billingDb), await makeAccount(cabinet.billingDb)];
  account = own.accountNumber;
  owner = await cabinet.signIn([account]);
  stranger = await cabinet.signIn([other.accountNumber]);
  admin = await cabinet.signIn([account], 'admin');
  entity = await cabinet.signIn([account], 'entity');
});

afterAll(() => cabinet.close());

const signedIn = allCalls.filter((call) => call.audience !== 'public');
const ofCustomers = allCalls.filter((call) => call.audience === 'customer' || call.audience === 'person');
const ofPersons = allCalls.filter((call) => call.audience === 'person');
const ofAccounts = signedIn.filter((call) => call.accountField !== undefined);

test('there is a right payload for every call that names an account', () => {
  expect(Object.keys(samplePayloads).sort()).toEqual(ofAccounts.map((call) => call.path as string).sort());
});

const pathsWhere = (calls: readonly Call[]) => calls.map((call) => call.path as string);
const payloadOf = (path: string, token: unknown) => ({ ...samplePayloads[path], account, token });

test.each(pathsWhere(signedIn))(
  '%s: nobody is asked to sign in, before the payload is judged',
  async (path) => {
    for (const body of [{}, payloadOf(path, undefined), payloadOf(path, 'eyJhbGciOiJub25lIn0.e30.')]) {
      const answer = await cabinet.post(path, body);
      expect(answer.httpStatus).toBe(401);
      expect(answer.body.code).toBe('common.sessionEnded');
      expect(answer.body.issues).toBeUndefined();
    }
  },
);

test.each(pathsWhere(ofCustomers))('%s: an administrator is kept out by role', async (path) => {
  const { httpStatus, body } = await cabinet.post(path, payloadOf(path, admin));
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 403, code: 'common.forbidden' });
});

test.each(pathsWhere(ofPersons))('%s: a legal entity is kept out by role', async (path) => {
  const { httpStatus, body } = await cabinet.post(path, payloadOf(path, entity));
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 403, code: 'common.forbidden' });
});

describe.each(pathsWhere(ofAccounts))('%s', (path) => {
  test('a stranger finds nothing, as if the account did not exist, and the billing is not asked', async () => {
    cabinet.moduleCalls.length = 0;
    const theirs = await cabinet.post(path, payloadOf(path, stranger));
    const nobodys = await cabinet.post(path, { ...payloadOf(path, stranger), account: '9999999999' });
    expect({ httpStatus: theirs.httpStatus, code: theirs.body.code }).toEqual({
      httpStatus: 404,
      code: 'common.notFound',
    });
    expect({ ...nobodys.body, reference: '' }).toEqual({ ...theirs.body, reference: '' });
    expect(cabinet.moduleCalls).toEqual([]);
  });

  test('the owner is let through to the call', async () => {
    const { httpStatus } = await cabinet.post(path, payloadOf(path, owner));
    expect([400, 401, 403]).not.toContain(httpStatus);
    expect(httpStatus).toBeLessThan(500);
  });

  test('a bad payload is told with all its problems, and the billing is not asked', async () => {
    for (const token of [owner, stranger]) {
      cabinet.moduleCalls.length = 0;
      const { httpStatus, body } = await cabinet.post(path, { token, account: 'no number', requestId: 7 });
      expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 400, code: 'common.badRequest' });
      expect(body.issues?.[0]).toEqual({
        path: expect.any(String),
        code: expect.stringMatching(/^field\./),
        message: expect.any(String),
      });
      expect(cabinet.moduleCalls).toEqual([]);
    }
  });
});
