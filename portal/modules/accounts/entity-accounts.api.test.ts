import { beforeAll, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeAct } from '#billing/testing/make-money.ts';
import { chooseEntityAccount, entityMeter, listEntityAccounts } from '#contract/accounts/entity-accounts.ts';
import { listMeters } from '#contract/readings.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let office: AccountHandle;
let store: AccountHandle;
let token: string;

const app = provideTestApp({ now: '2026-10-31T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  office = await makeAccount(app.billingDb, { customerType: 'entity' });
  store = await makeAccount(app.billingDb, { customerType: 'entity', meters: [{}, {}], inputBlocked: true });
  token = await app.signIn([store.accountNumber, office.accountNumber], 'entity');
});

const chosen = async () => (await app.post(listEntityAccounts, { token })).body.account;

test('an entity sees its accounts by number, with their addresses, none chosen yet', async () => {
  const { body } = await app.post(listEntityAccounts, { token });
  expect(body.account).toBe('');
  expect(body.accounts.map(({ account }) => account)).toEqual([office.accountNumber, store.accountNumber]);
  for (const { address, objectName } of body.accounts) {
    expect(address).toMatch(/^Kyiv, Test street, \d+$/);
    expect(objectName).toBe(address);
  }
});

describe('choosing an account', () => {
  test('answers what is known of it and its meters, and stays', async () => {
    const account = office.accountNumber;
    await makeAct(app.billingDb, account, { actNumber: 'AP-1', sum: '3000.50' });
    const { httpStatus, body } = await app.post(chooseEntityAccount, { token, account });
    expect(httpStatus).toBe(200);
    const debetAct = { count: 1, sum: '3000.50' };
    const warning = expect.stringContaining('3\u00a0000,50');
    expect(body.custom_info).toMatchObject({ account, meterCount: 1, debetAct, warning });
    expect(body.meters.map(({ meterId }) => meterId)).toEqual([office.meterId]);
    expect(await chosen()).toBe(account);
  });

  test('another one takes its place', async () => {
    const account = store.accountNumber;
    const { body } = await app.post(chooseEntityAccount, { token, account });
    expect(body.meters).toHaveLength(2);
    expect(await chosen()).toBe(account);
  });

  test('DELETE clears the choice: nothing is known and there are no meters', async () => {
    await app.post(chooseEntityAccount, { token, account: office.accountNumber });
    const { httpStatus, body } = await app.post(chooseEntityAccount, { token, account: 'DELETE' });
    expect(httpStatus).toBe(200);
    expect(body).toMatchObject({ status: 'success', custom_info: null, meters: [] });
    expect(await chosen()).toBe('');
    expect((await app.post(chooseEntityAccount, { token, account: 'DELETE' })).httpStatus).toBe(200);
    expect((await app.post(chooseEntityAccount, { token, account: 'delete' })).httpStatus).toBe(400);
    expect((await app.post(entityMeter, { token, account: 'DELETE' })).httpStatus).toBe(400);
    await app.post(chooseEntityAccount, { token, account: store.accountNumber });
  });

  test("another entity's account is not found, and the choice stays", async () => {
    const { accountNumber: account } = await makeAccount(app.billingDb, { customerType: 'entity' });
    const before = await chosen();
    expect(outcomeOf(await app.post(chooseEntityAccount, { token, account }))).toBe('404 common.notFound');
    expect(await chosen()).toBe(before);
  });
});

describe('meters of an account', () => {
  test('are those of the call of readings', async () => {
    const account = office.accountNumber;
    const { body } = await app.post(entityMeter, { token, account });
    expect(body.data).toEqual((await app.post(listMeters, { token, account })).body.meters);
    expect(body.data[0]?.blocked).toBeNull();
  });

  test('say in words why nothing can be entered', async () => {
    const { body } = await app.post(entityMeter, { token, account: store.accountNumber });
    expect(body.data).toHaveLength(2);
    for (const { blocked } of body.data) {
      expect(blocked?.message).toContain('за цим рахунком заблоковано');
      expect(blocked?.message).not.toMatch(/[{}]/);
    }
  });

  test('of an account without any are an empty list', async () => {
    const { accountNumber: account } = await makeAccount(app.billingDb, {
      customerType: 'entity',
      meters: [],
    });
    const other = await app.signIn([account], 'entity');
    expect((await app.post(entityMeter, { token: other, account })).body.data).toEqual([]);
  });
});
