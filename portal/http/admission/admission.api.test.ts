import { beforeAll, describe, expect, test } from 'vitest';
import { type CallerTokens, forgeriesOf, makeCallers } from '#portal/testing/callers/make-callers.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import { expectStrict } from '../web/testing/strict-headers.ts';
import { callers } from './testing/callers.ts';
import type { ExpectedCall } from './testing/expected/expected-call.ts';
import {
  type Caller,
  type ExpectedForm,
  expectedCalls,
  expectedConcepts,
  expectedForms,
  expectedOutcome,
} from './testing/expected-access.ts';

let tokens: CallerTokens;

const cabinet = provideTestApp();

beforeAll(async () => {
  tokens = await makeCallers(cabinet);
});

/** One call of each class, which does not end its session: audience, roles, area, use, account, points and viewing. */
const lasting = expectedCalls.filter(([path]) => path !== '/api/auth/sign-out');
const classes = [...Map.groupBy(lasting, ([, ...facts]) => facts.join(', '))].flatMap(
  ([name, [call]]): [string, ExpectedCall][] => (call ? [[`${name}: ${call[0]}`, call]] : []),
);
const hasForms = ([path]: ExpectedCall) => expectedForms.some((form) => form.path === path);
const closed = classes.filter(([, call]) => call[1] !== 'everyone' && !hasForms(call));
const withAccount = closed.filter(([, [, ...facts]]) => facts.includes('account'));

const isOfAccount = ([, , ...facts]: ExpectedCall) => facts.includes('account');

function payloadOf(call: ExpectedCall, token: unknown, account = tokens.account) {
  const [path] = call;
  return { ...samplePayloads[path], ...(isOfAccount(call) && { account }), token };
}

/** A caller who may make the call. */
function rightCaller(call: ExpectedCall): Caller {
  const may = (caller: Caller) => expectedOutcome(call, caller, { ownsAccount: true }) === 'through';
  const found = Object.values(callers).find(may);
  if (found === undefined) throw new Error(`nobody may make ${call[0]}`);
  return found;
}

const refused = {
  sessionEnded: [401, 'common.sessionEnded'],
  onlyViewed: [403, 'identity.onlyViewed'],
  forbidden: [403, 'common.forbidden'],
  notFound: [404, 'common.notFound'],
} as const;

/** The portal itself finds that what the sample payload names does not exist. */
const missingInPortal = [
  '/api/documents/file',
  '/api/messages/read',
  '/api/readings/marked-workbook',
  '/api/signatures/add',
  '/api/tickets/file',
  '/api/tickets/mark-read',
];

const refusals = ['common.sessionEnded', 'identity.onlyViewed', 'common.forbidden'];

/** Sends a payload and compares the answer with what the table expects of the caller. */
async function expectOutcome(
  call: ExpectedCall,
  [name, caller]: readonly [string, Caller],
  payload: Readonly<Record<string, unknown>>,
  facts: { readonly ownsAccount: boolean; readonly form?: ExpectedForm },
) {
  const outcome = expectedOutcome(call, caller, facts);
  cabinet.moduleCalls.length = 0;
  const { httpStatus, body } = await cabinet.post(call[0], payload);
  if (outcome === 'through') {
    const isRefused = refusals.some((code) => code === String(body.code));
    expect([name, isRefused, httpStatus < 500]).toEqual([name, false, true]);
    const isMissing = httpStatus === 404 && cabinet.moduleCalls.length === 0;
    if (!missingInPortal.includes(call[0])) expect([name, isMissing]).toEqual([name, false]);
    return;
  }
  expect([name, httpStatus, body.code, cabinet.moduleCalls]).toEqual([name, ...refused[outcome], []]);
}

/** The accounts that a caller names, and whether they are theirs. */
function accountsOf({ type, member }: Caller): [string, boolean][] {
  const isOfAll = type === 'entity' && (member === undefined || member.objects === 'all');
  return [
    [tokens.account, type !== 'admin'],
    [tokens.secondAccount, isOfAll],
    [tokens.foreignAccount, false],
  ];
}

/** The call of each audience with the most facts; `decide-admission.test.ts` has every caller of every call. */
const ofEachAudience = [...Map.groupBy(closed, ([, [, audience]]) => audience.split(' ')[0]).values()].map(
  (calls) => calls.reduce((most, one) => (one[1].length > most[1].length ? one : most)),
);

/** A caller who names an account, or does not. */
interface Attempt {
  readonly caller: readonly [string, Caller];
  readonly account: string;
  readonly ownsAccount: boolean;
}

const attemptsAt = (call: ExpectedCall): Attempt[] =>
  Object.entries(callers).flatMap((caller) =>
    accountsOf(caller[1])
      .slice(0, isOfAccount(call) ? undefined : 1)
      .map(([account, ownsAccount]) => ({ caller, account, ownsAccount })),
  );

async function expectAttempts(call: ExpectedCall, attempts: readonly Attempt[]): Promise<void> {
  for (const { caller, account, ownsAccount } of attempts)
    await expectOutcome(call, caller, payloadOf(call, await tokens.of(caller[1]), account), { ownsAccount });
}

describe('every caller of a call of each audience', () => {
  test.each(ofEachAudience)('%s', (_, call) => expectAttempts(call, attemptsAt(call)));
});

describe('a caller for each outcome, at a call of each class', () => {
  test.each(closed)('%s', async (_, call) => {
    const byOutcome = Map.groupBy(attemptsAt(call), ({ caller, ownsAccount }) =>
      expectedOutcome(call, caller[1], { ownsAccount }),
    );
    await expectAttempts(
      call,
      [...byOutcome.values()].flatMap(([first]) => (first ? [first] : [])),
    );
  });

  test.each(expectedForms.map((form) => [form.path, JSON.stringify(form.payload), form] as const))(
    '%s %s',
    async (path, _, form) => {
      const call = expectedCalls.find(([one]) => one === path);
      if (call === undefined) throw new Error(path);
      for (const [name, caller] of Object.entries(callers)) {
        const token = await tokens.of(caller);
        const account = isOfAccount(call) && !form.isWithoutAccount ? { account: tokens.account } : {};
        const facts = { ownsAccount: caller.type !== 'admin', form };
        await expectOutcome(call, [name, caller], { ...account, ...form.payload, token }, facts);
      }
    },
  );
});

describe('a session that is none, at a call of each audience', () => {
  test.each(ofEachAudience)('%s', async (_, call) => {
    const [path] = call;
    const caller = rightCaller(call);
    async function refusesSession(token: unknown, reason: string, headers = {}): Promise<void> {
      cabinet.moduleCalls.length = 0;
      const { httpStatus, body } = await cabinet.post(path, payloadOf(call, token), headers);
      expect([httpStatus, body.code, body.details?.reason]).toEqual([...refused.sessionEnded, reason]);
      expect([body.issues, cabinet.moduleCalls]).toEqual([undefined, []]);
    }
    await refusesSession(undefined, 'missing');
    await refusesSession('', 'missing');
    const basic = { authorization: 'Basic b3duZXI6U3ZpdGxvLTIwMjYtZGVtbw==' };
    await refusesSession(undefined, 'missing', basic);
    // Before the payload is validated.
    const bare = await cabinet.post(path, {});
    expect([bare.httpStatus, bare.body.issues]).toEqual([401, undefined]);
    await refusesSession(await tokens.expired(caller), 'expired');
    await refusesSession(await tokens.revoked(caller), 'revoked');
    const [mine, other] = [await tokens.of(caller), await tokens.another(caller)];
    await refusesSession(mine, 'conflict', { authorization: `Bearer ${other}` });
    for (const [forgery, token] of Object.entries(forgeriesOf(mine))) {
      const { httpStatus, body } = await cabinet.post(path, payloadOf(call, token));
      expect([forgery, httpStatus, body.code, body.message]).toEqual([
        forgery,
        ...refused.sessionEnded,
        'Signature verification failed',
      ]);
    }
  });
});

test.each(withAccount)("%s: another customer's account is answered as a missing one", async (_, call) => {
  const token = await tokens.of(rightCaller(call));
  const theirs = await cabinet.post(call[0], payloadOf(call, token, tokens.foreignAccount));
  const missing = await cabinet.post(call[0], payloadOf(call, token, '9999999999'));
  expect(theirs.httpStatus).toBe(404);
  expect({ ...missing.body, reference: '' }).toEqual({ ...theirs.body, reference: '' });
});

test('a public call ignores a valid or invalid token', async () => {
  const right = await tokens.of({ type: 'person' });
  const answers: unknown[] = [];
  for (const token of [undefined, right, await tokens.revoked({ type: 'person' }), `${right}x`]) {
    const { httpStatus, body } = await cabinet.post('/api/pairs', { token });
    answers.push({ httpStatus, issues: body.issues });
  }
  expect(answers).toEqual(Array(4).fill({ httpStatus: 400, issues: expect.anything() }));
});

/** The request of a caller who may not make the call: with a foreign account, of another type or role, or without a session. */
async function wrongRequest(call: ExpectedCall) {
  const [, audience] = call;
  if (audience === 'everyone') {
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    return { payload: {}, headers, expected: refused.forbidden };
  }
  if (isOfAccount(call)) {
    const token = await tokens.of(rightCaller(call));
    const payload = payloadOf(call, token, tokens.foreignAccount);
    return { payload, headers: {}, expected: refused.notFound };
  }
  const wrong = Object.values(callers).find(
    (caller) =>
      caller.type === (audience.startsWith('staff ') ? 'admin' : caller.type) &&
      expectedOutcome(call, caller, { ownsAccount: true }) === 'forbidden',
  );
  if (wrong === undefined) return { payload: {}, headers: {}, expected: refused.sessionEnded };
  return { payload: payloadOf(call, await tokens.of(wrong)), headers: {}, expected: refused.forbidden };
}

describe('a wrong caller of every path gets a failure with its reference and strict headers', () => {
  test.each(Object.entries(expectedConcepts))('%s', async (_, calls) => {
    for (const call of calls) {
      const [path] = call;
      const { payload, headers, expected } = await wrongRequest(call);
      cabinet.moduleCalls.length = 0;
      const answer = await cabinet.post(path, payload, headers);
      const { status, code, message, reference } = answer.body;
      expect([path, answer.httpStatus, status, code, cabinet.moduleCalls]).toEqual([
        path,
        expected[0],
        'fail',
        expected[1],
        [],
      ]);
      expect([message, answer.headers['x-reference']]).toEqual([expect.stringMatching(/./), reference]);
      expectStrict(answer.headers);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});
