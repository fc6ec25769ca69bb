import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ModuleCallRecord } from '#billing/client.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { personBalance } from '#contract/balance.ts';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { createCallLog } from './call-log.ts';

const start = instantFromIso('2026-11-20T10:00:00Z');

let account: string;

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  account = (await makeAccount(cabinet.billingDb)).accountNumber;
});

interface Row {
  readonly side: 'api' | 'fm';
  readonly happened_at: number;
  readonly name: string;
  readonly duration_us: number;
  readonly outcome_code: string;
  readonly http_status: number;
  readonly account_number: string | null;
  readonly session_id: string | null;
  readonly node: string;
  readonly api: string | null;
}

/** All records with this request id. */
async function recordsOf(reference: string | undefined): Promise<Row[]> {
  await cabinet.flushCallLog();
  const columns = sql`happened_at, name, duration_us, outcome_code, http_status, account_number, session_id, node`;
  const { rows } = await sql<Row>`
    select 'api' as side, ${columns}, null as api from portal.api_call where reference = ${reference}::uuid
    union all
    select 'fm', ${columns}, api from portal.fm_call where reference = ${reference}::uuid
    order by side
  `.execute(cabinet.portalDb);
  return rows;
}

test('one request id finds a call and its function modules', async () => {
  const token = await cabinet.signIn([account]);
  const { headers } = await cabinet.post(personBalance, { token, account });
  const rows = await recordsOf(String(headers['x-reference']));
  const known = { outcome_code: 'success', http_status: 200, account_number: account };
  expect(rows).toMatchObject([
    { side: 'api', name: '/api/person/itm_balance', ...known },
    { side: 'fm', name: 'BALANCE_GET', api: '/api/person/itm_balance', ...known },
  ]);
  const [api, fm] = rows;
  expect(api?.session_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(fm?.session_id).toBe(api?.session_id);
  expect(api?.node).toMatch(/.+:3000$/);
  expect(fm?.node).toBe(api?.node);
  expect(Math.abs((api?.happened_at ?? 0) - start)).toBeLessThan(60_000);
  expect(api?.duration_us).toBeGreaterThanOrEqual(fm?.duration_us ?? Number.POSITIVE_INFINITY);
});

test('a refusal is logged with its code and status under the request id of the response', async () => {
  const token = await cabinet.signIn([]);
  const { body } = await cabinet.post(personBalance, { token, account });
  expect(await recordsOf(body.reference)).toMatchObject([
    { side: 'api', outcome_code: 'common.notFound', http_status: 404, account_number: account },
  ]);
});

const nobody = { phone: '+380501119999', userType: 'person' };
const evil = { origin: 'https://evil.test' };

test.each([
  ['a payload with problems', () => cabinet.post(getServiceMessage, {}), 400, 'common.badRequest'],
  ['a payload that cannot be parsed', () => postText('{'), 400, 'common.badRequest'],
  ['no session', () => cabinet.post(personBalance, { account }), 401, 'common.sessionEnded'],
  ['wrong credentials', () => cabinet.post(signInPerson, nobody), 401, 'identity.badCredentials'],
  ['another origin', () => cabinet.post(personBalance, { account }, evil), 403, 'common.forbidden'],
])('logs %s too', async (_, call, httpStatus, code) => {
  const { body } = await call();
  expect(await recordsOf(body.reference)).toMatchObject([
    { side: 'api', outcome_code: code, http_status: httpStatus },
  ]);
});

/** A call with a payload that is not made of JSON. */
async function postText(payload: string) {
  const { path: url } = getServiceMessage;
  const headers = { 'content-type': 'application/json' };
  return { body: (await cabinet.app.inject({ method: 'POST', url, headers, payload })).json() };
}

test('does not log a malformed account', async () => {
  const { body } = await cabinet.post(personBalance, { account: '+380501110001' });
  expect(await recordsOf(body.reference)).toMatchObject([{ account_number: null }]);
});

function makeRecord(): ModuleCallRecord {
  return {
    happenedAt: start,
    reference: newId(),
    name: 'TEST',
    durationUs: 1,
    outcomeCode: 'success',
    httpStatus: 200,
    accountNumber: null,
    sessionId: null,
    api: null,
  };
}

async function countTests(): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from portal.fm_call where name = 'TEST'
  `.execute(cabinet.portalDb);
  return Number(rows[0]?.count);
}

test('buffers records while the database refuses them, then drops and counts the oldest', async () => {
  const { log: callLog, lines } = collectLog();
  const options = { db: cabinet.portalDb, node: 'test', log: callLog, flushEveryMs: 1_000_000 };
  const log = createCallLog({ ...options, maxWaiting: 100 });
  await sql`alter table portal.fm_call rename to fm_call_away`.execute(cabinet.portalDb);
  const records = Array.from({ length: 150 }, makeRecord);
  for (const record of records) log.recordModuleCall(record);
  await log.flush();
  const refusals = lines.filter(({ err }) => err !== undefined);
  expect(refusals).toMatchObject([{ level: 'error', table: 'fm_call', err: { errorCode: '42P01' } }]);
  await sql`alter table portal.fm_call_away rename to fm_call`.execute(cabinet.portalDb);
  expect(await countTests()).toBe(0);
  await log.stop();
  const losses = lines.filter(({ msg }) => msg === 'records of calls are dropped');
  expect(losses.reduce((sum, { count }) => sum + Number(count), 0)).toBe(50);
  expect(lines).toHaveLength(refusals.length + losses.length);
  expect(await countTests()).toBe(100);
  expect(await recordsOf(records[0]?.reference)).toEqual([]);
  expect(await recordsOf(records[149]?.reference)).toHaveLength(1);
});

test('stores more records than fit into one statement', async () => {
  const before = await countTests();
  const { log: callLog, lines } = collectLog();
  const log = createCallLog({ db: cabinet.portalDb, node: 'test', log: callLog, flushEveryMs: 1_000_000 });
  for (let n = 0; n < 25_000; n += 1) log.recordModuleCall(makeRecord());
  await log.stop();
  expect((await countTests()) - before).toBe(25_000);
  expect(lines).toEqual([]);
});
