import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { changeMasterData, listMasterData } from '#contract/master-data.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;
let handle: AccountHandle;
let account: string;
let clerk: string;

beforeAll(async () => {
  cabinet = await startTestApp();
  await makeSupplier(cabinet.billingDb);
  handle = await makeAccount(cabinet.billingDb);
  account = handle.accountNumber;
  clerk = await cabinet.signIn([], 'admin', ['billing']);
});

afterAll(() => cabinet.close());

const change = (token: string, what: Record<string, unknown>, effectiveOn = '2026-11-02') =>
  cabinet.post(changeMasterData, { token, account, effectiveOn, document: 'Акт 7', change: what } as never);

test('a clerk records a power as of a day, once, and sees who changed what', async () => {
  const power = { kind: 'power', eicCode: handle.eicCode, contractedPowerWatts: 9000 };
  expect((await change(clerk, power)).body).toMatchObject({ isRecorded: true });
  expect((await change(clerk, power)).body).toMatchObject({ isRecorded: false });
  const { body } = await cabinet.post(listMasterData, { token: clerk, account });
  expect(body.changes).toMatchObject([
    {
      kind: 'power',
      subject: handle.eicCode,
      effectiveOn: '2026-11-02',
      source: 'administrator',
      actor: expect.stringMatching(/^(?!admin:)./),
      document: 'Акт 7',
      before: { contractedPowerWatts: 5000 },
      after: { contractedPowerWatts: 9000 },
    },
  ]);
});

test('what can not be is refused with the words for it', async () => {
  const removal = (finalValues: Record<string, number>) => ({
    kind: 'meterRemoved',
    serialNumber: 'none',
    finalValues,
  });
  const { httpStatus, body } = await change(clerk, removal({ single: 1 }));
  expect([httpStatus, body.code]).toEqual([422, 'changes.unknownReference']);
  const power = { kind: 'power', eicCode: handle.eicCode, contractedPowerWatts: 7000 };
  const future = await change(clerk, power, '2199-01-01');
  expect(future.body.code).toBe('changes.futureDay');
  const unknown = await cabinet.post(listMasterData, { token: clerk, account: '2399999999' });
  expect(unknown.httpStatus).toBe(404);
});

test('only those who keep accounts change them; operators read', async () => {
  const operator = await cabinet.signIn([], 'admin', ['operator']);
  const analyst = await cabinet.signIn([], 'admin', ['analyst']);
  expect((await cabinet.post(listMasterData, { token: operator, account })).httpStatus).toBe(200);
  expect((await change(operator, { kind: 'contractEnded' })).httpStatus).toBe(403);
  expect((await cabinet.post(listMasterData, { token: analyst, account })).httpStatus).toBe(403);
  const ended =
    await sql`select contract_ended_on from billing.account where account_number = ${account}`.execute(
      cabinet.billingDb,
    );
  expect(ended.rows).toEqual([{ contract_ended_on: null }]);
});
