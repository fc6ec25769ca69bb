import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { addPoints, makeContract } from '#billing/testing/make-contract-terms.ts';
import { exportPointPassports, getCompany, listPointPassports } from '#contract/contracts.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const secondPoint = '62Z000000000PT2X';
let shop: AccountHandle;
let account: string;
let token: string;

const app = provideTestApp({ now: '2026-10-31T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  shop = await makeAccount(app.billingDb, { customerType: 'entity', meters: [{ coefficient: 40 }] });
  account = shop.accountNumber;
  await makeContract(app.billingDb, shop, { plannedParts: [{ day: 5, percent: 100 }] });
  await makeContract(app.billingDb, shop, {
    validFrom: '2026-01-01',
    priceKind: 'fixedGross',
    fixedPriceMicro: 9_155_980n,
  });
  await app.billingDb
    .insertInto('billing.distribution_operator')
    .values({ operator_code: 'OPERATOR', name: 'Grids', edrpou: '00130725', iban: '', bank_name: '' })
    .execute();
  await app.billingDb
    .insertInto('billing.company_information')
    .values({ customer_id: shop.customerId, vat_number: '123456789012', signer_name: 'Olena Koval' })
    .execute();
  await addPoints(app.billingDb, shop, [secondPoint]);
  await app.billingDb
    .insertInto('billing.contract_point')
    .values([
      {
        account_number: account,
        eic_code: shop.eicCode,
        valid_from: '2025-01-01',
        object_name: 'Bakery',
        cost_centre: 'C-1',
        voltage_class: 2,
        loss_mode: 'percent',
        loss_percent_thousandths: 2_500,
        reactive_equivalent_micro: 80_000,
      },
      {
        account_number: account,
        eic_code: secondPoint,
        valid_from: '2025-01-01',
        object_name: 'Annex',
        voltage_class: 1,
        is_group_a: true,
      },
      // Not in force yet.
      {
        account_number: account,
        eic_code: secondPoint,
        valid_from: '2026-12-01',
        object_name: 'Z',
        voltage_class: 2,
      },
    ])
    .execute();
  await app.billingDb
    .insertInto('billing.sub_consumer')
    .values({
      account_number: account,
      eic_code: secondPoint,
      main_eic_code: shop.eicCode,
      valid_from: '2025-01-01',
      name: 'Tenant',
    })
    .execute();
  await app.billingDb
    .insertInto('billing.meter_channel')
    .values({
      account_number: account,
      meter_id: shop.meterId,
      channel: 'reactiveImport',
      installed_value: 0n,
    })
    .execute();
  token = await app.signIn([account], 'entity');
});

describe(getCompany.path, () => {
  test('has the company and the terms, newest first, with the operator by name', async () => {
    const { body } = await app.post(getCompany, { token, account });
    expect(body.company).toMatchObject({ vatNumber: '123456789012', signerName: 'Olena Koval', iban: '' });
    expect(body.versions).toMatchObject([
      {
        validFrom: '2026-01-01',
        priceKind: 'fixedGross',
        fixedPrice: '9.15598',
        paymentForm: 'byFact',
        operator: { name: 'Grids' },
      },
      { validFrom: '2025-01-01', fixedPrice: null, plannedParts: [{ day: 5, percent: 100 }] },
    ]);
  });

  test('has no terms for an account that is billed by its tariff', async () => {
    const { accountNumber } = await makeAccount(app.billingDb, { customerType: 'entity' });
    const other = await app.signIn([accountNumber], 'entity');
    const { body } = await app.post(getCompany, { token: other, account: accountNumber });
    expect(body.versions).toEqual([]);
  });
});

describe(listPointPassports.path, () => {
  const list = async (more: object = {}) =>
    (await app.post(listPointPassports, { token, account, ...more })).body;

  test('lists the points by object as they are today', async () => {
    const { points, count, next } = await list();
    expect({ count, next }).toEqual({ count: 2, next: null });
    expect(points).toMatchObject([
      {
        eic: secondPoint,
        objectName: 'Annex',
        voltageClass: 1,
        isGroupA: true,
        mainEic: shop.eicCode,
        meters: [],
      },
      {
        eic: shop.eicCode,
        objectName: 'Bakery',
        loss: { mode: 'percent', percent: '2.5' },
        reactiveEquivalent: '0.08',
        contractedPowerKw: 5,
        subConsumers: [{ eic: secondPoint, name: 'Tenant', isBilled: false }],
        meters: [{ coefficient: 40, channels: ['reactiveImport'], verifiedOn: null }],
      },
    ]);
    expect(points[0]?.address).toMatch(/^Kyiv, Test street/);
  });

  test.each([
    [{ q: 'bak c-1' }, ['Bakery']],
    [{ q: 'BAKERY annex' }, []],
    [{ q: '62z000000000pt2x' }, ['Annex']],
    [{ voltageClass: 1 }, ['Annex']],
    [{ feature: 'groupA' }, ['Annex']],
    [{ feature: 'losses' }, ['Bakery']],
    [{ feature: 'reactive' }, ['Bakery']],
    [{ feature: 'subConsumers' }, ['Annex', 'Bakery']],
  ])('finds by %j', async (filter, expected) => {
    expect((await list(filter)).points.map(({ objectName }) => objectName)).toEqual(expected);
  });

  test('finds by the serial number of a meter', async () => {
    expect((await list({ q: shop.meters[0]?.serialNumber ?? '' })).points).toHaveLength(1);
  });

  test('goes on after the cursor and refuses a wrong one', async () => {
    const chain = await makeAccount(app.billingDb, { customerType: 'entity' });
    const codes = Array.from({ length: 60 }, (_, n) => `63Z0000000000${String(n).padStart(3, '0')}`);
    await addPoints(app.billingDb, chain, codes);
    const other = await app.signIn([chain.accountNumber], 'entity');
    const payload = { token: other, account: chain.accountNumber };
    const first = (await app.post(listPointPassports, payload)).body;
    expect([first.points.length, first.count]).toEqual([50, 61]);
    const { body: second } = await app.post(listPointPassports, { ...payload, cursor: first.next });
    expect([second.points.length, second.next]).toEqual([11, null]);
    expect(new Set([...first.points, ...second.points].map(({ eic }) => eic)).size).toBe(61);
    expect((await app.post(listPointPassports, { ...payload, cursor: 'x' })).httpStatus).toBe(400);
  });

  test('objects with numbers in their names stand in the order of the numbers', async () => {
    const chain = await makeAccount(app.billingDb, { customerType: 'entity', meters: [] });
    const names = ['Shop 10', 'Shop 2', 'Shop', 'Depot 3'];
    const codes = names.map((_, n) => `64Z000000000000${n}`);
    await addPoints(app.billingDb, chain, codes);
    await app.billingDb
      .insertInto('billing.contract_point')
      .values(
        names.map((object_name, n) => ({
          account_number: chain.accountNumber,
          eic_code: codes[n] ?? '',
          valid_from: '2025-01-01',
          object_name,
          voltage_class: 2,
        })),
      )
      .execute();
    const other = await app.signIn([chain.accountNumber], 'entity');
    const payload = { token: other, account: chain.accountNumber, voltageClass: 2 };
    const { points } = (await app.post(listPointPassports, payload)).body;
    expect(points.map(({ objectName }) => objectName)).toEqual(['Depot 3', 'Shop', 'Shop 2', 'Shop 10']);
  });

  test('the file has a row for each meter', async () => {
    const { body } = await app.post(exportPointPassports, { token, account, format: 'csv' });
    const rows: string[][] = parse(body as unknown as Buffer, { bom: true, delimiter: ';' });
    expect(rows).toHaveLength(3);
    expect(rows[2]).toEqual(expect.arrayContaining(['Bakery', shop.eicCode, '2,5 %', 'A+, R+', '40']));
  });
});
