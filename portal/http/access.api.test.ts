import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { companyRoles, mayUse } from '#contract/identity/company-roles.ts';
import {
  type Caller,
  type CallerTokens,
  callers,
  forgeriesOf,
  makeCallers,
} from '#portal/testing/callers/callers.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { httpStatusOf } from './call-result.ts';

let cabinet: TestApp;
let tokens: CallerTokens;

beforeAll(async () => {
  cabinet = await startTestApp();
  tokens = await makeCallers(cabinet);
});

afterAll(() => cabinet.close());

/** A sample call; a generic call is tried once per url, whose first segment names its audience. */
interface Attempt {
  readonly path: string;
  readonly call: Call;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly audience: Call['audience'];
}

const ofUrl: Readonly<Record<string, Call['audience']>> = {
  '/person/custom_info': 'person',
  '/person/calculate': 'person',
  '/admin_panel/get_entities_amount': 'admin',
  '/admin_panel/get_persons_amount': 'admin',
};

function attemptsOf(call: Call): Attempt[] {
  const { path, audience } = call;
  const payload = samplePayloads[path] ?? {};
  if (path !== '/api/get-common') return [{ path, call, payload, audience }];
  return Object.entries(ofUrl).map(([url, who]) => ({ path, call, payload: { url }, audience: who }));
}

const attempts = allCalls.flatMap(attemptsOf);
const closed = attempts.filter(({ audience }) => audience !== 'public');
const open = attempts.filter(({ audience }) => audience === 'public');
const ofAccounts = closed.filter(({ call }) => call.accountField !== undefined);
const named = (list: readonly Attempt[]) =>
  list.map((attempt) => [`${attempt.path} ${String(attempt.payload.url ?? '')}`.trim(), attempt] as const);

/** Expected result of a caller with a session, by the declaration alone. */
function expectedOf({ call, audience }: Attempt, { type, roles }: Caller): 'through' | 'forbidden' {
  switch (audience) {
    case 'public':
    case 'signedIn':
      return 'through';
    case 'customer':
      return type === 'admin' ? 'forbidden' : 'through';
    case 'person':
    case 'entity':
      return type === audience ? 'through' : 'forbidden';
    case 'admin': {
      if (type !== 'admin') return 'forbidden';
      const may =
        call.roles === undefined || roles.some((role) => role === 'owner' || call.roles?.includes(role));
      return may ? 'through' : 'forbidden';
    }
  }
}

/** Whether the payload names an account that is not the caller's. */
const namesForeign = ({ call, audience }: Attempt, { owns }: Caller) =>
  call.accountField !== undefined && audience !== 'admin' && !owns;

const payloadOf = ({ call, payload, audience }: Attempt, token: unknown) => ({
  ...payload,
  // Administrator counts belong to no account.
  ...(call.accountField !== undefined && audience !== 'admin' && { account: tokens.account }),
  token,
});

describe('access table', () => {
  test('covers every call of the contract and every url of the generic call', () => {
    expect([...new Set(attempts.map(({ path }) => path))].sort()).toEqual(
      allCalls.map((call) => call.path as string).sort(),
    );
    const generic = allCalls.find((call) => call.path === '/api/get-common');
    for (const url of Object.keys(ofUrl)) expect(generic?.input.safeParse({ url }).success).toBe(true);
    const issues = JSON.stringify(generic?.input.safeParse({ url: '' }).error?.issues);
    for (const [url] of issues.matchAll(/\/(?:person|admin_panel)\/\w+/g))
      expect(ofUrl).toHaveProperty([url]);
  });

  test('has a valid sample payload for every call that names an account', () => {
    const paths = allCalls
      .filter((call) => call.accountField !== undefined)
      .map((call) => call.path as string);
    expect(Object.keys(samplePayloads).sort()).toEqual(paths.sort());
  });

  test('every call that a legal entity may make declares its area', () => {
    const ofEntities = allCalls.filter(({ audience }) =>
      ['entity', 'customer', 'signedIn'].includes(audience),
    );
    expect(ofEntities.filter(({ area }) => area === undefined).map(({ path }) => path)).toEqual([]);
  });

  test('no call declares 401 for a signed-in caller, because the browser would end the session', () => {
    for (const call of allCalls.filter(({ audience }) => audience !== 'public')) {
      expect({ path: call.path, codes: call.failures.filter((code) => httpStatusOf(code) === 401) }).toEqual({
        path: call.path,
        codes: [],
      });
    }
  });

  test('only administrator calls declare roles, and no public call changes data', () => {
    expect(allCalls.filter(({ audience, roles }) => roles !== undefined && audience !== 'admin')).toEqual([]);
    const ofNobody = allCalls.filter(({ audience }) => audience === 'public');
    expect(ofNobody.filter((call) => call.changes || call.accountField !== undefined)).toEqual([]);
  });
});

describe.each(named(closed))('%s', (_, attempt) => {
  const post = (token: unknown, headers = {}) =>
    cabinet.post(attempt.path, payloadOf(attempt, token), headers);
  const caller = Object.values(callers).find(
    (one) => expectedOf(attempt, one) === 'through' && !namesForeign(attempt, one),
  );

  async function refusesSession(token: unknown, reason: string, headers = {}): Promise<void> {
    cabinet.moduleCalls.length = 0;
    const { httpStatus, body } = await post(token, headers);
    expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 401, code: 'common.sessionEnded' });
    expect(body.details?.reason).toBe(reason);
    expect(body.issues).toBeUndefined();
    expect(cabinet.moduleCalls).toEqual([]);
  }

  test('refuses a call without a session before it validates the payload', async () => {
    await refusesSession(undefined, 'missing');
    await refusesSession('', 'missing');
    const bare = await cabinet.post(attempt.path, {});
    expect({ httpStatus: bare.httpStatus, issues: bare.body.issues }).toEqual({ httpStatus: 401 });
  });

  test('refuses a basic-auth pair as a session', async () => {
    await refusesSession(undefined, 'missing', { authorization: 'Basic b3duZXI6U3ZpdGxvLTIwMjYtZGVtbw==' });
  });

  test.each(Object.entries(callers))('%s', async (_name, who) => {
    const { httpStatus, body } = await post(await tokens.of(who));
    if (expectedOf(attempt, who) === 'forbidden') {
      // Also for another customer's account, and when only the url of a generic call names the audience.
      expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 403, code: 'common.forbidden' });
      return;
    }
    if (namesForeign(attempt, who)) {
      expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 404, code: 'common.notFound' });
      return;
    }
    expect([401, 403]).not.toContain(httpStatus);
    expect(httpStatus).toBeLessThan(500);
  });

  test('refuses an expired session', async () => {
    if (caller === undefined) throw new Error('nobody may make this call');
    await refusesSession(await tokens.expired(caller), 'expired');
  });

  test('refuses an ended session', async () => {
    if (caller === undefined) throw new Error('nobody may make this call');
    await refusesSession(await tokens.revoked(caller), 'revoked');
  });

  test('refuses a forged token', async () => {
    if (caller === undefined) throw new Error('nobody may make this call');
    for (const [forgery, token] of Object.entries(forgeriesOf(await tokens.of(caller)))) {
      const { httpStatus, body } = await post(token);
      const actual = { forgery, httpStatus, code: body.code, message: body.message };
      expect(actual).toEqual({
        forgery,
        httpStatus: 401,
        code: 'common.sessionEnded',
        message: 'Signature verification failed',
      });
    }
  });

  test('refuses different tokens in the header and the payload', async () => {
    if (caller === undefined) throw new Error('nobody may make this call');
    const [mine, other] = [await tokens.of(caller), await tokens.of(caller)];
    await refusesSession(mine, 'conflict', { authorization: `Bearer ${other}` });
  });
});

describe.each(named(ofAccounts.filter(({ audience }) => audience !== 'admin')))('%s', (_, attempt) => {
  const stranger = Object.values(callers).find((one) => !one.owns && expectedOf(attempt, one) === 'through');
  const owner = Object.values(callers).find((one) => one.owns && expectedOf(attempt, one) === 'through');

  test("answers 404 for another customer's account as for a missing one, without a billing call", async () => {
    if (stranger === undefined) throw new Error('no stranger may make this call');
    cabinet.moduleCalls.length = 0;
    const payload = payloadOf(attempt, await tokens.of(stranger));
    const theirs = await cabinet.post(attempt.path, payload);
    const nobodys = await cabinet.post(attempt.path, { ...payload, account: '9999999999' });
    expect(theirs.httpStatus).toBe(404);
    expect({ ...nobodys.body, reference: '' }).toEqual({ ...theirs.body, reference: '' });
    expect(cabinet.moduleCalls).toEqual([]);
  });

  test('reports all problems of a bad payload without a billing call', async () => {
    for (const who of [owner, stranger]) {
      if (who === undefined) throw new Error('nobody may make this call');
      const token = await tokens.of(who);
      cabinet.moduleCalls.length = 0;
      const { httpStatus, body } = await cabinet.post(attempt.path, {
        token,
        account: 'no number',
        requestId: 7,
      });
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

/** Calls of legal entities, which the people of a company make by role and objects. */
const ofCompanies = closed.filter(({ audience }) => audience !== 'person' && audience !== 'admin');

/** Objects of a person of the company of the account. */
const objectsOfPeople = {
  'all objects': {},
  'one account': { accounts: ['own'] },
  points: { accounts: ['own'], points: ['62Z0000000000001'] },
} as const;

describe.each(named(ofCompanies))('people of a company: %s', (_, attempt) => {
  const { call } = attempt;
  const use = call.changes || call.upload !== undefined ? 'change' : 'read';

  test.each(companyRoles)('%s', async (role) => {
    for (const [objects, limits] of Object.entries(objectsOfPeople)) {
      const isLimited = 'points' in limits;
      const may =
        call.area === 'own' ||
        (mayUse({ role, objects: 'all' }, call.area ?? 'programs', use) &&
          (!isLimited || call.ofPoints === true));
      const token = await tokens.ofMember(role, limits);
      const post = (account: string) =>
        cabinet.post(attempt.path, {
          ...payloadOf(attempt, token),
          ...(call.accountField !== undefined && { account }),
        });
      const own = await post(tokens.account);
      cabinet.moduleCalls.length = 0;
      if (!may) {
        expect([objects, own.httpStatus, own.body.code]).toEqual([objects, 403, 'common.forbidden']);
        continue;
      }
      expect([401, 403]).not.toContain(own.httpStatus);
      if (call.accountField === undefined) continue;
      for (const [account, isSeen] of [
        [tokens.secondAccount, objects === 'all objects'],
        [tokens.foreignAccount, false],
      ] as const) {
        const { httpStatus, body } = await post(account);
        if (isSeen) expect([401, 403]).not.toContain(httpStatus);
        else {
          expect([objects, httpStatus, body.code]).toEqual([objects, 404, 'common.notFound']);
          cabinet.moduleCalls.length = 0;
        }
      }
    }
  });
});

describe.each(named(open))('%s', (_, attempt) => {
  test('a public call ignores a valid or invalid token', async () => {
    const [person] = Object.values(callers);
    if (person === undefined) throw new Error('no caller');
    const right = await tokens.of(person);
    const answers: unknown[] = [];
    for (const token of [undefined, right, await tokens.revoked(person), `${right}x`]) {
      const { httpStatus, body } = await cabinet.post(attempt.path, { token });
      answers.push({ httpStatus, code: body.code });
      expect(body.code).not.toBe('common.sessionEnded');
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});

test.each(allCalls.map((call) => call.path as string))('%s accepts POST only', async (url) => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
    const { statusCode, headers } = await cabinet.app.inject({ method, url });
    expect({ method, statusCode, allow: headers.allow }).toEqual({ method, statusCode: 405, allow: 'POST' });
  }
});
