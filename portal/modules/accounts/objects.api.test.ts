import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { chooseApart, listObjects, objectInfo, objectStates } from '#contract/accounts/accounts.ts';
import { getCommon, postCommon } from '#contract/charges.ts';
import { apiLink } from '#contract/supplier.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let flat: AccountHandle;
let house: AccountHandle;
let token: string;
let strangerToken: string;

const app = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  flat = await makeAccount(app.billingDb);
  house = await makeAccount(app.billingDb);
  token = await app.signIn([house.accountNumber, flat.accountNumber]);
  strangerToken = await app.signIn([(await makeAccount(app.billingDb)).accountNumber]);
});

const chosen = async () => (await app.post(listObjects, { token })).body.account;

describe('objects of a person', () => {
  test('are listed by number with their address, and their own name where there is one', async () => {
    await sql`update portal.identity_account set display_name = 'Дача'
      where account_number = ${house.accountNumber}`.execute(app.portalDb);
    const { body } = await app.post(listObjects, { token });
    expect(body.account).toBe('');
    expect(body.accounts.map(({ account }) => account)).toEqual([flat.accountNumber, house.accountNumber]);
    const [first, second] = body.accounts;
    expect(first).toMatchObject({ greenTarif: false, placeId: flat.eicCode });
    expect(first?.objectName).toBe(first?.address);
    expect(second?.objectName).toBe('Дача');
    expect(second?.address).toMatch(/^Kyiv, Test street, \d+$/);
  });

  test('none is an empty list', async () => {
    const nobody = await app.signIn([]);
    const { body } = await app.post(listObjects, { token: nobody });
    expect(body).toMatchObject({ accounts: [], account: '' });
  });

  test.each([
    ['its number', () => flat.accountNumber],
    ['the object', () => ({ account: house.accountNumber, objectName: 'Дача' })],
    ['its number as a number', () => Number(flat.accountNumber)],
    ['the object whose account is a number', () => ({ account: Number(house.accountNumber) })],
    ['the object as JSON', () => JSON.stringify({ account: flat.accountNumber, debet: '0' })],
    ['the object as JSON with a number', () => JSON.stringify({ account: Number(house.accountNumber) })],
  ])('one is chosen by %s, and stays chosen', async (_, item) => {
    const { httpStatus, body } = await app.post(chooseApart, { token, item: item() });
    expect(httpStatus).toBe(200);
    expect(await chosen()).toBe(body.item?.account);
  });

  test('DELETE clears the choice', async () => {
    await app.post(chooseApart, { token, item: flat.accountNumber });
    expect((await app.post(chooseApart, { token, item: 'DELETE' })).body.item).toBeNull();
    expect(await chosen()).toBe('');
  });

  test("another's object, a number that is none, and nonsense choose nothing", async () => {
    await app.post(chooseApart, { token, item: flat.accountNumber });
    const foreign = await app.post(chooseApart, { token: strangerToken, item: flat.accountNumber });
    expect(outcomeOf(foreign)).toBe('404 common.notFound');
    for (const item of ['', '{"account":', 'flat', 'zzz', {}, { account: 5 }, 5, 12.5, null]) {
      const { httpStatus, body } = await app.post(chooseApart, { token, item });
      expect([item, httpStatus]).toEqual([item, 400]);
      expect(body.issues?.map(({ path }) => path)).toEqual([expect.stringMatching(/^item/)]);
    }
    expect((await app.post(chooseApart, { item: flat.accountNumber })).httpStatus).toBe(401);
    expect(await chosen()).toBe(flat.accountNumber);
  });

  test('information says customer, bank, place', async () => {
    const { body } = await app.post(objectInfo, { token, account: flat.accountNumber });
    expect(body).toMatchObject({
      customer: { phone: '+380 50 ••• •• 67', contractDate: '2015-01-01', tariff: 'Household' },
      bankInfo: { recipient: 'Test supplier', iban: 'UA213223130000026007233566001' },
      place: { eic: flat.eicCode, contractedPowerKw: 5, heating: 'none' },
      greenTarifHistories: [],
      customerResponsibles: [],
    });
  });
});

describe('states of objects', () => {
  test('say what is owed, overpaid and asked for at each of them, as the home of each does', async () => {
    const made = () => makeAccount(app.billingDb);
    const accounts = [await made(), await made(), await made()];
    const [owing, overpaid, withAct] = accounts.map(({ accountNumber }) => accountNumber).toSorted();
    if (!owing || !overpaid || !withAct) throw new Error('three accounts were made');
    const own = await app.signIn([withAct, owing, overpaid]);
    await makeCharge(app.billingDb, owing, '2026-10', '432.50');
    await makeCharge(app.billingDb, overpaid, '2026-10', '-100.25');
    await makeAct(app.billingDb, withAct, { actNumber: 'АП-2', sum: '3000.50' });
    const closed = await app.post(objectStates, { token: own });
    expect(closed.body.states).toEqual([
      { account: owing, debet: '432.50', credit: '0.00', acts: '0.00', asksReading: false },
      { account: overpaid, debet: '0.00', credit: '100.25', acts: '0.00', asksReading: false },
      { account: withAct, debet: '0.00', credit: '0.00', acts: '3000.50', asksReading: false },
    ]);
    const now = app.clock.now();
    app.clock.set(kyivInstant(localDate('2026-11-30'), 12, 0));
    const later = await app.signIn([withAct, owing, overpaid]);
    const open = await app.post(objectStates, { token: later });
    app.clock.set(now);
    expect(open.body.states.map(({ asksReading }) => asksReading)).toEqual([true, true, true]);
  });
});

describe('generic calls', () => {
  test('the short card warns of unpaid acts; without an account the one chosen by post-common is meant', async () => {
    const account = house.accountNumber;
    await app.post(postCommon, { token, account, url: '/auth/account_login_fixate/person' });
    expect(await chosen()).toBe(account);
    await makeCharge(app.billingDb, account, '2026-10', '1.00');
    const before = await app.post(getCommon, { token, url: '/person/custom_info' });
    expect(before.body.data).toMatchObject({
      account,
      meterCount: 1,
      lastCalculateTime: '2026-11-01T07:00:00.000Z',
      debetAct: { count: 0, sum: '0.00' },
      warning: null,
    });
    await makeAct(app.billingDb, account, { actNumber: 'АП-1', sum: '3000.50' });
    const after = await app.post(getCommon, { token, url: '/person/custom_info', account });
    expect(after.body.data).toMatchObject({
      debetAct: { count: 1, sum: '3000.50' },
      warning: 'У вас є неоплачені акти про порушення на суму 3\u00a0000,50 грн.',
    });
  });

  test('the calculation of the month is read by its url', async () => {
    const asked = { token, url: '/person/calculate', account: flat.accountNumber };
    const { httpStatus, body } = await app.post(getCommon, asked);
    expect(httpStatus).toBe(200);
    expect(body.data).toMatchObject({ period: '2026-11', calculatedOn: '2026-11-20' });
  });

  test('without any account there is nothing to read', async () => {
    const nobody = await app.signIn([]);
    for (const url of ['/person/custom_info', '/person/calculate']) {
      expect((await app.post(getCommon, { token: nobody, url })).httpStatus).toBe(400);
    }
  });

  test('a url outside the list is no call', async () => {
    const account = flat.accountNumber;
    for (const call of [getCommon, postCommon]) {
      const { httpStatus, body } = await app.post(call, { token, account, url: '/admin_panel/anything' });
      expect(httpStatus).toBe(400);
      expect(body.issues?.map(({ path }) => path)).toEqual(['url']);
    }
  });
});

describe('the company', () => {
  test('without a site it is the environment, with the four providers on', async () => {
    const { body } = await app.post(apiLink, {});
    expect(body.company).toBeUndefined();
    expect(body.environment).toEqual({
      ...{ production: false, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      ...{ liqpay: true, monobank: true, portmone: true, easypay: true },
    });
  });

  test('with a site it is the supplier, its phones also plain', async () => {
    await app.billingDb
      .updateTable('billing.supplier')
      .set({ name: 'Світло-Їжак', phones: ['0 800 300-400', '(0532) 510-910'], images: ['/logo.svg'] })
      .execute();
    const { body } = await app.post(apiLink, { site: 'cabinet.example.test' });
    expect(body.environment).toBeUndefined();
    expect(body.images).toEqual(['/logo.svg']);
    expect(body.company).toMatchObject({
      organization: 'Світло-Їжак',
      organizationUpCase: 'СВІТЛО-ЇЖАК',
      phone: ['0 800 300-400', '(0532) 510-910'],
      phonePlain: ['0800300400', '0532510910'],
      readingsEmail: 'photo@example.test',
    });
  });
});
