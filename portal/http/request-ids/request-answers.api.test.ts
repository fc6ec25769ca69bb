import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { makeAccount } from '#billing/testing/make-account.ts';
import {
  addObject,
  chooseApart,
  dropObject,
  listObjects,
  renameObject,
  saveObject,
} from '#contract/accounts/accounts.ts';
import { chooseEntityAccount } from '#contract/accounts/entity-accounts.ts';
import { allCalls } from '#contract/all-calls.ts';
import { postCommon } from '#contract/charges.ts';
import type { Call } from '#contract/define-call.ts';
import { updateProfile } from '#contract/identity/profile.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { keptRows } from '#portal/testing/scenarios/kept-rows.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { fail, succeed } from '../call-result.ts';
import { mountRoutes } from '../mount-routes.ts';
import type { Route } from '../route.ts';
import { createSessionGuard } from '../session/session-guard.ts';
import { createTokens } from '../session/token.ts';
import { createCallBudget, createWorkBudget } from '../work-budget.ts';
import { createRequestAnswers, deleteOldAnswers } from './request-answers.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');
const hourMs = 3_600_000;

const cabinet = provideTestApp({ hasSupplier: true });
beforeEach(() => cabinet.clock.set(start));

interface Parts {
  readonly options?: readonly z.ZodMiniObject[];
}

const hasForms = ({ input }: Call) => (input._zod.def as Parts).options !== undefined;
/** One call of each audience and form of payload; the declaration of the others: checks/calls-without-request-id.test.ts. */
const calls = [
  ...Map.groupBy(
    allCalls.filter(({ requestIdBy }) => requestIdBy === 'portal'),
    (call) => `${call.audience} ${hasForms(call) ? 'with forms' : ''}`,
  ),
].flatMap(([name, [call]]): [string, Call][] => (call ? [[name.trim(), call]] : []));

/** The call with a payload of which only the request id is checked. */
function withOnlyRequestId(call: Call): Call {
  const { options: [object = call.input as z.ZodMiniObject] = [] } = call.input._zod.def as Parts;
  return { ...call, input: z.pick(object, { requestId: true }) };
}

function answersOf() {
  const { portalDb: db, clock } = cabinet;
  return createRequestAnswers({ db, clock, keys: testKeys.messages, onFault: failTest });
}

function failTest(fault?: unknown): never {
  throw fault;
}

describe('a changing call whose repeats the portal answers', () => {
  let app: FastifyInstance;
  const inputs: unknown[] = [];
  beforeAll(() => {
    const { portalDb: db, clock } = cabinet;
    app = Fastify();
    const handle: Route['handle'] = async (input) => succeed({ made: inputs.push(input) });
    const routes = calls.map(([, call]): Route => ({ call: withOnlyRequestId(call), handle }));
    mountRoutes(app, routes, {
      ...{ db, clock, callLog: undefined, metrics: undefined, requestsPerMinute: 0 },
      guard: createSessionGuard({ db, tokens: createTokens(testKeys.sessions), clock }),
      billing: { call: failTest },
      errorLog: { recordFault: failTest, print: failTest },
      work: createWorkBudget(100),
      calls: createCallBudget(100),
      requestAnswers: answersOf(),
    });
  });
  afterAll(() => app.close());

  test.each(calls)('%s', async (_, call) => {
    const url = call.path;
    const type = call.audience === 'entity' || call.audience === 'admin' ? call.audience : 'person';
    const [token, otherToken] = [await cabinet.signIn([], type), await cabinet.signIn([], type)];
    const [requestId, made] = [newId(), inputs.length];
    const send = async (payload: object) => {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url,
        payload: { token, requestId, one: 'a', two: { c: 1, d: 2 }, ...payload },
      });
      return { statusCode, body: JSON.parse(body) };
    };
    const first = await send({});
    expect(first).toEqual({ statusCode: 200, body: { status: 'success', made: made + 1 } });
    expect(inputs.at(-1)).toEqual({});

    expect(await send({})).toEqual(first);
    expect(await send({ requestId: requestId.toUpperCase(), two: { d: 2, c: 1 } })).toEqual(first);
    const reused = await send({ one: 'b' });
    expect([reused.statusCode, reused.body.code]).toEqual([409, 'common.requestReused']);
    expect(await send({ requestId: 'x' })).toMatchObject({
      statusCode: 400,
      body: { code: 'common.badRequest', issues: [{ path: 'requestId', code: 'field.invalid' }] },
    });
    expect(inputs).toHaveLength(made + 1);
    expect((await send({ token: otherToken })).body.made).toBe(made + 2);
    expect((await send({ requestId: newId() })).body.made).toBe(made + 3);
    expect((await send({ requestId: undefined })).body.made).toBe(made + 4);
  });
});

describe('a request id', () => {
  const payload = { one: 1 };
  async function makeRequest(change: object = {}) {
    const identityId = newId();
    await sql`insert into portal.identity (identity_id, identity_type, password_hash, created_at)
      values (${identityId}::uuid, 'person', '', now())`.execute(cabinet.portalDb);
    return { identityId, requestId: newId(), path: '/api/chat/send', payload, ...change };
  }
  const count = () => {
    let made = 0;
    return async () => {
      made += 1;
      return succeed({ made });
    };
  };

  test('is answered for 48 hours, after which it is a new one and its row is deleted', async () => {
    const [answers, request, handle] = [answersOf(), await makeRequest(), count()];
    const made = async () => answers.answer(request, handle);
    expect(await made()).toEqual(succeed({ made: 1 }));
    cabinet.clock.set((start + 48 * hourMs - 1) as Instant);
    expect(await made()).toEqual(succeed({ made: 1 }));
    const rows = () =>
      cabinet.portalDb
        .selectFrom('portal.request_answer')
        .select('asked_at')
        .where('request_id', '=', request.requestId)
        .execute();
    await deleteOldAnswers(cabinet.portalDb, (cabinet.clock.now() - 48 * hourMs) as Instant, 1000);
    expect(await rows()).toHaveLength(1);
    cabinet.clock.set((start + 48 * hourMs) as Instant);
    expect(await made()).toEqual(succeed({ made: 2 }));
    cabinet.clock.set((start + 96 * hourMs) as Instant);
    await deleteOldAnswers(cabinet.portalDb, (cabinet.clock.now() - 48 * hourMs) as Instant, 1000);
    expect(await rows()).toEqual([]);
  });

  test('is refused for another call with the same payload', async () => {
    const [answers, request, handle] = [answersOf(), await makeRequest(), count()];
    expect(await answers.answer(request, handle)).toEqual(succeed({ made: 1 }));
    expect(await answers.answer({ ...request, path: '/api/chat/end' }, handle)).toMatchObject({
      code: 'common.requestReused',
    });
  });

  test('runs again after a refusal and after a fault', async () => {
    const [answers, request] = [answersOf(), await makeRequest()];
    expect(await answers.answer(request, async () => fail('common.notFound'))).toMatchObject({
      code: 'common.notFound',
    });
    await expect(answers.answer(request, failTest)).rejects.toBeUndefined();
    expect(await answers.answer(request, count())).toEqual(succeed({ made: 1 }));
  });

  test('runs once when it comes several times together, on two nodes', async () => {
    const [one, other, request, handle] = [answersOf(), answersOf(), await makeRequest(), count()];
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? one : other).answer(request, handle)),
    );
    expect(results).toEqual(Array(6).fill(succeed({ made: 1 })));
  });

  test('runs again when the process of the first request ended two minutes ago without an answer', async () => {
    const [answers, request] = [answersOf(), await makeRequest()];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const lost = answersOf().answer(request, async () => held.then(() => fail('common.unexpected')));
    const begun = async () =>
      (
        await sql`update portal.request_answer set begun_at = begun_at - interval '121 seconds'
          where request_id = ${request.requestId}::uuid`.execute(cabinet.portalDb)
      ).numAffectedRows;
    await expect.poll(begun).toBe(1n);
    expect(await answers.answer({ ...request, payload: {} }, failTest)).toMatchObject({
      code: 'common.requestReused',
    });
    expect(await answers.answer(request, count())).toEqual(succeed({ made: 1 }));
    release();
    await lost;
    expect(await answers.answer(request, failTest)).toEqual(succeed({ made: 1 }));
  });

  test('is stored with neither payload nor answer in plain text', async () => {
    const request = await makeRequest({ payload: { password: 'Svitlo-2026' } });
    await answersOf().answer(request, async () => succeed({ link: 'https://cabinet.test/secret' }));
    const { rows } = await sql<{ row: string }>`
      select encode(digest, 'escape') || encode(answer, 'escape') as row from portal.request_answer
       where request_id = ${request.requestId}::uuid`.execute(cabinet.portalDb);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toMatch(/Svitlo|secret|password|link/);
  });
});

describe('a lost answer of the base specification', () => {
  const code = 'SVAD1120';
  const makeFlat = async () => (await makeAccount(cabinet.billingDb, { objectCode: code })).accountNumber;

  /** Sends the payload twice with one id: the second answer is the first one and changes nothing. */
  async function repeat(call: Call | string, payload: object) {
    const requestId = newId();
    const post = async () => {
      const { httpStatus, body } = await cabinet.post(call as string, { ...payload, requestId });
      return { httpStatus, body };
    };
    const first = await post();
    expect(first).toMatchObject({ httpStatus: 200, body: { status: 'success' } });
    const kept = await keptRows(cabinet);
    expect(await post()).toEqual(first);
    expect(await keptRows(cabinet)).toEqual(kept);
    return { requestId, body: first.body };
  }

  test('an object is added, named, chosen, saved and taken out once', async () => {
    const [account, other] = [await makeFlat(), await makeFlat()];
    const token = await cabinet.signIn([other]);
    await repeat(addObject.path, { token, account, code });
    const { requestId } = await repeat(renameObject.path, { token, account, new_name: 'Перший' });
    const second = await cabinet.post(renameObject, { token, account, new_name: 'Другий', requestId });
    expect(second.body.code).toBe('common.requestReused');
    const { body } = await cabinet.post(listObjects, { token });
    expect(body.accounts.find((item) => item.account === account)?.objectName).toBe('Перший');
    await repeat(chooseApart.path, { token, item: account });
    await repeat(postCommon.path, { token, account, url: '/auth/account_login_fixate/person' });
    await repeat(saveObject.path, { token, type: 0, acc: account });
    await repeat(updateProfile.path, { token, account, userType: 'person' });
    const dropped = await repeat(dropObject.path, { token, account });
    const elsewhere = await cabinet.post(dropObject, {
      ...{ token: await cabinet.signIn([other]), account, requestId: dropped.requestId },
    });
    expect(elsewhere.httpStatus).toBe(404);
  });

  test('a company chooses its account once', async () => {
    const account = (await makeAccount(cabinet.billingDb, { customerType: 'entity' })).accountNumber;
    await repeat(chooseEntityAccount.path, { token: await cabinet.signIn([account], 'entity'), account });
  });
});
