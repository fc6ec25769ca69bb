import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { personBalance } from '#contract/balance.ts';
import { addStatementPart, openStatement } from '#contract/bank-statements.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { systemClock } from '#platform/clock.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

const secret = 'a secret of both sides';
const root = join(import.meta.dirname, '../..');
const now = instantToIso(systemClock.now());

let builtIn: TestApp;
let account: string;
let backEnd: ChildProcess;
let backEndUrl: string;
const others: TestApp[] = [];

/** A second process of the same program: only function modules, on the first one's database. */
async function serveBilling(databaseUrl: string): Promise<string> {
  const { PATH } = process.env;
  const address = { PORT: '0', HOST: '127.0.0.1' };
  backEnd = spawn(process.execPath, [join(root, 'cli/serve-billing.ts')], {
    env: { PATH, DATABASE_URL: databaseUrl, BILLING_BACKEND_SECRET: secret, ...address },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    backEnd.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    backEnd.stdout?.on('data', (chunk) => {
      output += chunk;
      const url = /served at (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    backEnd.on('exit', () => reject(new Error(`the back end ended: ${output}`)));
  });
}

async function portalWith(url: string): Promise<TestApp> {
  const portal = await startTestApp(now, { BILLING_BACKEND_URL: url, BILLING_BACKEND_SECRET: secret });
  others.push(portal);
  return portal;
}

beforeAll(async () => {
  builtIn = await startTestApp(now);
  await makeSupplier(builtIn.billingDb);
  account = (await makeAccount(builtIn.billingDb)).accountNumber;
  backEndUrl = await serveBilling(builtIn.url);
});

afterAll(async () => {
  backEnd.kill('SIGTERM');
  for (const portal of [builtIn, ...others]) await portal.close();
});

const readings = [
  ['/api/api-link', { site: 'cabinet' }],
  ['/api/person/objects/list', {}],
  ['/api/person/objects/info', {}],
  ['/api/person/itm_balance', {}],
  ['/api/get-common', { url: '/person/custom_info' }],
  ['/api/meters/list', {}],
  ['/api/bills/list', {}],
  ['/api/bills/get', { period: '2020-01' }],
  ['/api/readings/history', {}],
  ['/api/payments/list', {}],
] as const;

test('a part of a bank statement reaches the back end byte for byte', async () => {
  const portal = await portalWith(backEndUrl);
  const token = await portal.signIn([], 'admin');
  const file = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 256));
  const opened = { format: 'kiosk-daily', fileName: 'a.csv', byteCount: 2 * file.length };
  const { statement } = (await portal.post(openStatement, { token, ...opened })).body.statement;
  const part = { token, statement, part: 1, isLast: false };
  expect((await portal.post(addStatementPart, { ...part, file })).httpStatus).toBe(200);
  const { content } = await builtIn.billingDb
    .selectFrom('billing.bank_statement_part')
    .select('content')
    .where('statement_number', '=', statement)
    .executeTakeFirstOrThrow();
  expect(content.equals(file)).toBe(true);
});

test('a back end in another process gives the same responses', async () => {
  const far = await portalWith(backEndUrl);
  const [tokenHere, tokenThere] = [await builtIn.signIn([account]), await far.signIn([account])];
  for (const [path, payload] of readings) {
    const here = await builtIn.post(path, { ...payload, account, token: tokenHere });
    const there = await far.post(path, { ...payload, account, token: tokenThere });
    const [near, distant] = [here, there].map(({ httpStatus, body }) => ({
      ...body,
      reference: '',
      httpStatus,
    }));
    expect({ path, ...distant }).toEqual({ path, ...near });
  }
  expect(far.moduleCalls.map((call) => call.name)).toEqual(builtIn.moduleCalls.map((call) => call.name));
});

async function expectServiceDown(portal: TestApp, httpStatus: number): Promise<void> {
  const token = await portal.signIn([account]);
  const { body, ...answer } = await portal.post(personBalance, { token, account });
  expect(answer.httpStatus).toBe(httpStatus);
  expect(body).toMatchObject({
    status: 'fail',
    code: 'common.serviceDown',
    message: 'Сервіс тимчасово недоступний. Ми вже працюємо над відновленням.',
  });
  await portal.flushCallLog();
  for (const table of ['portal.fm_call', 'portal.api_call'] as const) {
    const { rows } = await sql`select outcome_code, http_status, account_number as account
      from ${sql.table(table)} where reference = ${body.reference}::uuid`.execute(portal.portalDb);
    expect(rows).toEqual([{ outcome_code: 'common.serviceDown', http_status: httpStatus, account }]);
  }
}

test('a back end that is down gives 502 to the customer, in both logs and in the probe', async () => {
  const portal = await portalWith('http://127.0.0.1:1');
  await expectServiceDown(portal, 502);
  expect((await portal.app.inject({ url: '/readyz' })).statusCode).toBe(502);
  expect((await portal.app.inject({ url: '/healthz' })).statusCode).toBe(200);
});

test('a slow back end gives 504', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = silent.address() as AddressInfo;
    await expectServiceDown(await portalWith(`http://127.0.0.1:${port}`), 504);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test('a back end with another secret counts as down and reveals nothing', async () => {
  const portal = await startTestApp(now, {
    BILLING_BACKEND_URL: backEndUrl,
    BILLING_BACKEND_SECRET: 'another secret of one side',
  });
  others.push(portal);
  await expectServiceDown(portal, 502);
});

test('the second process exits on SIGTERM', async () => {
  const ended = new Promise((resolve) => backEnd.once('exit', (code) => resolve(code)));
  backEnd.kill('SIGTERM');
  expect(await ended).toBe(0);
});
