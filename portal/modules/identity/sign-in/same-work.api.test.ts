import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { signInAdmin, signInEntity, signInPerson } from '#contract/identity/sign-in.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { buildApp } from '#portal/app.ts';
import { readConfig } from '#portal/config.ts';
import { basicPair } from '#portal/testing/callers/code-caller.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { createAdministrator } from '../administrators/create-administrator.ts';
import { hashing } from '../password/password.ts';
import { createEntityIdentity, createPersonIdentity } from './create-identity.ts';

/** Counts the statements that pass. */
class StatementCounter implements KyselyPlugin {
  count = 0;

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.count += 1;
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

const password = 'Пароль: Світло-2026';
const uniqueCode = 'SVITLO01';
const phone = '+380501160001';
const statements = new StatementCounter();
const modules: string[] = [];
const verify = vi.spyOn(hashing, 'verify');

let app: Awaited<ReturnType<typeof buildApp>>;
let account = '';

const cabinet = provideTestApp();

beforeAll(async () => {
  const { portalDb, billingDb, clock } = cabinet;
  await makeSupplier(billingDb);
  const fixture = { customerType: 'entity', objectCode: uniqueCode, meters: [] } as const;
  account = (await makeAccount(billingDb, fixture)).accountNumber;
  await createPersonIdentity(portalDb, { phone, password, email: '', accounts: [] });
  await createEntityIdentity(portalDb, { phone, password, email: '', accounts: [account] });
  const administrator = { login: 'operator', fullName: '', password, dualAuth: false } as const;
  await createAdministrator(portalDb, { ...administrator, phone, roles: ['operator'] });
  app = await buildApp({
    db: portalDb.withPlugin(statements),
    billing: createBillingClient({
      transport: inProcess(cabinet.billing),
      clock,
      record: ({ name }) => void modules.push(name),
    }),
    clock,
    config: readConfig({ LOG_LEVEL: 'silent', SIGN_IN_FAILURES_PER_ADDRESS: '1000' }),
    keys: testKeys,
    callLog: undefined,
    log: collectLog().log,
  });
});

afterAll(() => app.close());

beforeEach(() => {
  statements.count = 0;
  modules.length = 0;
  verify.mockClear();
});

/** What a sign-in costs, and what it is answered. */
async function workOf(path: string, payload: object, login: string, typedPassword: string) {
  const headers = basicPair(login, typedPassword);
  const { statusCode, body } = await app.inject({ method: 'POST', url: path, payload, headers });
  const { reference: _, ...rest } = JSON.parse(body);
  const counts = { statements: statements.count, modules: [...modules], hashes: verify.mock.calls.length };
  return { statusCode, rest, ...counts };
}

const endpoints = [
  {
    who: 'a person',
    known: () => workOf(signInPerson.path, { phone, userType: 'person' }, phone, 'wrong'),
    unknown: () =>
      workOf(signInPerson.path, { phone: '+380501169999', userType: 'person' }, '+380501169999', 'wrong'),
    modules: [],
    // Of a customer whether maintenance runs is asked first.
    statements: 6,
  },
  {
    who: 'an entity',
    known: () => workOf(signInEntity.path, entity(account), account, 'wrong'),
    unknown: () => workOf(signInEntity.path, entity('1999999999'), '1999999999', 'wrong'),
    modules: ['ENTITY_PROVE'],
    statements: 6,
  },
  {
    who: 'an administrator',
    known: () => workOf(signInAdmin.path, { login: 'operator' }, 'operator', 'wrong'),
    unknown: () => workOf(signInAdmin.path, { login: 'nobody' }, 'nobody', 'wrong'),
    modules: [],
    statements: 5,
  },
];

function entity(number: string) {
  return { account: number, unique_code: uniqueCode, userType: 'entity' };
}

const endpointTitle =
  'guessing at $who costs the same and is answered the same, whether the login is known or not';

test.each(endpoints)(endpointTitle, async ({ known, unknown, modules: asked, statements: sent }) => {
  const ofKnown = await known();
  statements.count = 0;
  modules.length = 0;
  verify.mockClear();
  expect(await unknown()).toEqual(ofKnown);
  expect(ofKnown).toMatchObject({ statusCode: 401, statements: sent, hashes: 1, modules: asked });
});
