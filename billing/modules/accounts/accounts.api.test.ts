import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ACCOUNT_GET, ACCOUNT_LIST, CUSTOM_INFO_GET } from '#billing/api/accounts.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';

const billing = provideTestBilling();

test('SUPPLIER_GET refuses before a supplier is loaded, then returns the loaded one', async () => {
  expect(await billing.call(SUPPLIER_GET, {})).toMatchObject({ ok: false, code: 'common.notFound' });
  await makeSupplier(billing.db);
  expect(await billing.ask(SUPPLIER_GET, {})).toEqual({
    name: 'Test supplier',
    shortName: 'Test',
    edrpou: '14360570',
    iban: 'UA213223130000026007233566001',
    bank: 'Test bank',
    address: 'Test street 1',
    phones: ['0800300400'],
    mobilePhones: [],
    email: 'office@example.test',
    readingsEmail: 'photo@example.test',
    mainUrl: 'https://example.test',
    images: [],
    offices: [],
    householdPrices: null,
  });
});

test('ACCOUNT_LIST sorts by number, omits unknown accounts and includes ended contracts', async () => {
  const active = await makeAccount(billing.db);
  const lastDay = await makeAccount(billing.db, { contractEndedOn: '2026-11-20' });
  const ended = await makeAccount(billing.db, { contractEndedOn: '2026-11-19' });
  const { accounts } = await billing.ask(ACCOUNT_LIST, {
    accountNumbers: [ended.accountNumber, '1000000000', lastDay.accountNumber, active.accountNumber],
  });
  expect(accounts.map(({ accountNumber, hasContract }) => [accountNumber, hasContract])).toEqual([
    [active.accountNumber, true],
    [lastDay.accountNumber, true],
    [ended.accountNumber, false],
  ]);
  expect(accounts[0]).toMatchObject({ placeId: active.eicCode, feedIn: false });
  expect(await billing.ask(ACCOUNT_LIST, { accountNumbers: [] })).toEqual({ accounts: [] });
});

test('ACCOUNT_GET returns customer, contract, place and payment details', async () => {
  await makeSupplier(billing.db);
  const heated = { heating: 'electric', contractedPowerWatts: 7500 } as const;
  const { accountNumber, eicCode } = await makeAccount(billing.db, heated);
  await sql`update billing.premises set settlement = 'Poltava', street = 'Main', building = '5', apartment = ''
    where account_number = ${accountNumber}`.execute(billing.db);
  const card = await billing.ask(ACCOUNT_GET, { accountNumber });
  expect(card).toMatchObject({
    accountNumber,
    customerType: 'person',
    phone: '+380501234567',
    email: '',
    contractDate: '2015-01-01',
    hasContract: true,
    consumerEic: eicCode,
    placeId: eicCode,
    address: 'Poltava, Main, 5',
    contractedPowerKw: 7.5,
    heating: 'electric',
    tariffTitle: 'Household',
    bank: { recipient: 'Test supplier', edrpou: '14360570', bank: 'Test bank' },
  });
  expect(card.customerName).toMatch(/^Test Customer \d+$/);
});

test('CUSTOM_INFO_GET counts working meters and unpaid acts', async () => {
  await makeSupplier(billing.db);
  const { accountNumber } = await makeAccount(billing.db, {
    meters: [{}, { meterState: 'removed', removedOn: '2020-01-01' }],
  });
  const before = await billing.ask(CUSTOM_INFO_GET, { accountNumber });
  expect(before).toMatchObject({ meterCount: 1, lastChargedAt: null, unpaidActs: { count: 0, sum: '0.00' } });
  await makeCharge(billing.db, accountNumber, '2026-10', '1.00');
  await makeAct(billing.db, accountNumber, { actNumber: 'A-1', sum: '100.10' });
  await makeAct(billing.db, accountNumber, { actNumber: 'A-2', sum: '0.05' });
  expect(await billing.ask(CUSTOM_INFO_GET, { accountNumber })).toMatchObject({
    lastChargedAt: '2026-11-01T07:00:00.000Z',
    unpaidActs: { count: 2, sum: '100.15' },
  });
});

test('refuses an unknown account', async () => {
  for (const module of [ACCOUNT_GET, CUSTOM_INFO_GET]) {
    expect(await billing.call(module, { accountNumber: '1000000000' })).toMatchObject({
      code: 'common.notFound',
    });
  }
});

test.each([
  ['a house', '', 'Poltava, Main, 5'],
  ['a flat by its number', '12А', 'Poltava, Main, 5, кв. 12А'],
  ['a flat in words of its own', 'оф. 3', 'Poltava, Main, 5, оф. 3'],
])('formats the address of %s on one line', async (_, apartment, address) => {
  const { accountNumber } = await makeAccount(billing.db);
  await sql`update billing.premises set settlement = 'Poltava', street = 'Main', building = '5',
    apartment = ${apartment} where account_number = ${accountNumber}`.execute(billing.db);
  const { accounts } = await billing.ask(ACCOUNT_LIST, { accountNumbers: [accountNumber] });
  expect(accounts[0]?.address).toBe(address);
});
