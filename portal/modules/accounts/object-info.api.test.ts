import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { dropObject, objectInfo, savedFrom, saveObject } from '#contract/accounts/accounts.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { startTestApp, testKeys } from '#portal/testing/start-test-app.ts';

let account: string;
let token: string;
let stranger: string;

const app = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  account = (await makeAccount(app.billingDb)).accountNumber;
  token = await app.signIn([account]);
  stranger = await app.signIn([]);
});

async function readInfo() {
  const { body } = await app.post(objectInfo, { token, account });
  const { status: _, keptAt, ...info } = body;
  return { keptAt, info };
}

const fresh = async () => ({ account, ...(await readInfo()).info });

async function keptRows() {
  return app.portalDb.selectFrom('portal.object_info').selectAll().execute();
}

test('what is read from the billing is of now, and reading it keeps nothing', async () => {
  expect((await readInfo()).keptAt).toBeNull();
  expect(await keptRows()).toEqual([]);
});

const noBank = { bankInfo: { recipient: '', edrpou: '', iban: '', bank: '' } };

test.each([
  ['read anew from the billing', async () => ({ type: savedFrom.billing, acc: account }), {}],
  [
    'as the browser has it, but not where to pay',
    async () => ({ type: savedFrom.browser, data: await fresh() }),
    noBank,
  ],
])('information is kept %s', async (_, payload, changed) => {
  await app.portalDb.deleteFrom('portal.object_info').execute();
  const { httpStatus, body } = await app.post(saveObject, { token, ...(await payload()) });
  expect(httpStatus).toBe(200);
  expect(body.savedAt).toBe('2026-11-20T10:00:00.000Z');
  const { info } = await readInfo();
  expect(await keptRows()).toMatchObject([{ account_number: account, info: { ...info, ...changed } }]);
});

test('another object is not kept, in neither way', async () => {
  await app.portalDb.deleteFrom('portal.object_info').execute();
  const data = await fresh();
  app.moduleCalls.length = 0;
  for (const payload of [
    { type: savedFrom.billing, acc: account },
    { type: savedFrom.browser, data },
  ]) {
    expect(outcomeOf(await app.post(saveObject, { token: stranger, ...payload }))).toBe(
      '404 common.notFound',
    );
  }
  expect(app.moduleCalls).toEqual([]);
  expect(await keptRows()).toEqual([]);
});

test.each([
  ['type 0 without an account', () => ({ type: 0 }), ['acc']],
  ['type 1 without data', () => ({ type: 1, acc: account }), ['data']],
  ['data of another shape', () => ({ type: 1, data: { account, customer: 'me' } }), ['data.customer']],
])('%s is refused at its field', async (_, payload, paths) => {
  const { httpStatus, body } = await app.post(saveObject, { token, ...payload() });
  expect(httpStatus).toBe(400);
  expect(body.issues?.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});

test('what is longer than 64 kB is refused', async () => {
  const data = { ...(await fresh()), more: 'x'.repeat(65 * 1024) };
  expect((await app.post(saveObject, { token, type: savedFrom.browser, data })).httpStatus).toBe(413);
});

test('what was kept goes with the object', async () => {
  const other = (await makeAccount(app.billingDb)).accountNumber;
  const owner = await app.signIn([other]);
  await app.post(saveObject, { token: owner, type: savedFrom.billing, acc: other });
  const kept = async () => (await keptRows()).filter((row) => row.account_number === other).length;
  expect(await kept()).toBe(1);
  await app.post(dropObject, { token: owner, account: other });
  expect(await kept()).toBe(0);
});

test('while the billing is down the information that was kept is shown with its time, and nothing without it', async () => {
  const known = (await readInfo()).info;
  const back = createServer((_, response) => response.destroy());
  await new Promise<void>((done) => back.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(back.address() as AddressInfo).port}`;
  const backEnd = { BILLING_BACKEND_URL: url, BILLING_BACKEND_SECRET: 's' };
  const cut = await startTestApp('2026-11-20T10:00:00Z', backEnd);
  try {
    const { portalDb, clock } = cut;
    const mine = await makeSession(portalDb, clock, [account, '2390009999'], 'person');
    const { sessionId, expiresAt } = mine;
    const by = createTokens(testKeys.sessions).sign({ sessionId, type: 'person', expiresAt });
    const kept = { type: savedFrom.browser, data: { account, ...known } };
    expect((await cut.post(saveObject, { token: by, ...kept })).httpStatus).toBe(200);
    const { httpStatus, body } = await cut.post(objectInfo, { token: by, account });
    expect(httpStatus).toBe(200);
    expect(body).toMatchObject({ ...known, ...noBank, keptAt: '2026-11-20T10:00:00.000Z' });

    const other = await cut.post(objectInfo, { token: by, account: '2390009999' });
    expect(outcomeOf(other)).toBe('502 common.serviceDown');
    const again = await cut.post(saveObject, { token: by, type: savedFrom.billing, acc: account });
    expect(again.body.code).toBe('common.serviceDown');

    // What an earlier version kept may lack what is shown now.
    await sql`update portal.object_info set info = '{"customer":{}}'`.execute(portalDb);
    expect((await cut.post(objectInfo, { token: by, account })).httpStatus).toBe(502);
  } finally {
    await cut.close();
    await new Promise((done) => back.close(done));
  }
});
