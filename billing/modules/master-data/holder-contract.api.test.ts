import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MASTER_DATA_CHANGE } from '#billing/api/master-data.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import {
  type EntityHandle,
  giveChannel,
  makeEntity,
  type PointFixture,
} from '#billing/testing/make-contract.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';

let billing: TestBilling;

beforeEach(async () => {
  billing = await startTestBilling('2026-11-20T10:00:00Z');
  await makeSupplier(billing.db);
  await sql`insert into billing.period (period, state) values ('2026-09', 'closed'), ('2026-10', 'open')`.execute(
    billing.db,
  );
});
afterEach(() => billing.close());

const newAccount = '2399000001';
const october = billingPeriod('2026-10');

/** A point with 2 % losses and channels, a tenant behind it with a contract of its own, and a point of its own. */
const [main, tenant, shop] = [
  { before: 1000, after: 2000, lossPercent: 2000, reactiveEquivalent: 80_000, reactiveImport: 5000 },
  { before: 100, after: 200, subOf: 0 },
  { before: 0, after: 300 },
] as const satisfies PointFixture[];
/** What the meters show on 16.11: half of what November counts. */
const onTheDay = [2500, 250, 400];

async function makeFormer(coefficient = 1): Promise<EntityHandle> {
  const contract = { priceKind: 'fixedNet', fixedPrice: '10', isWithoutNetworks: true } as const;
  return makeEntity(billing.db, {
    period: october,
    contract,
    points: [{ ...main, meter: { coefficient } }, tenant, shop],
  });
}

interface StoredMeter {
  readonly eic: string;
  readonly serial: string;
  readonly meterId: string;
}

async function metersOf({ accountNumber, points }: EntityHandle): Promise<StoredMeter[]> {
  const { rows } =
    await sql<StoredMeter>`select eic_code as eic, serial_number as serial, meter_id as "meterId"
    from billing.meter where account_number = ${accountNumber}`.execute(billing.db);
  return points.flatMap(({ eicCode }) => rows.filter(({ eic }) => eic === eicCode));
}

async function holder(
  former: EntityHandle,
  values: readonly number[] = onTheDay,
  more: Partial<Extract<MasterDataChange, { kind: 'holder' }>> = {},
  channelValue = 5250,
): Promise<MasterDataChange> {
  const meters = await metersOf(former);
  return {
    kind: 'holder',
    newAccount,
    contractNumber: 'E-new',
    contractDate: '2026-11-10',
    consumerEic: former.points[0]?.eicCode ?? '',
    customerCode: 'NEW',
    customer: { companyName: 'ТОВ «Новий»', taxCode: '44702151' },
    closingValues: Object.fromEntries(
      meters.map(({ serial }, at) => {
        const single = values[at] ?? 0;
        return [serial, at === 0 ? { single, reactiveImport: channelValue } : { single }];
      }),
    ),
    ...more,
  };
}

const change = (accountNumber: string, made: MasterDataChange, effectiveOn = '2026-11-16') =>
  billing.call(MASTER_DATA_CHANGE, {
    accountNumber,
    source: 'administrator',
    effectiveOn,
    document: 'Заява 7',
    change: made,
  });

async function read(account: EntityHandle, day: string, values: readonly number[]) {
  const period = billingPeriod(new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 7));
  for (const [at, { meterId }] of (await metersOf(account)).entries())
    await giveReading(billing.db, {
      accountNumber: account.accountNumber,
      meterId,
      period,
      effectiveDate: day,
      values: { single: values[at] ?? 0 },
    });
}

async function closeAll(...months: string[]) {
  for (const month of months) await closeMonth(billing.url, month);
  expect(await checkLedger(billing.db)).toEqual([]);
}

const invoiceOf = async (accountNumber: string, period: string) => {
  const { rows } = await sql<Record<string, number>>`
    select i.quantity::int as kwh, i.gross_kopiykas::int as gross, b.opening_kopiykas::int as opening,
      b.closing_kopiykas::int as closing
    from billing.invoice i join billing.bill b using (account_number, period)
    where account_number = ${accountNumber} and period = ${period} and payee = 'supplier'`.execute(
    billing.db,
  );
  return rows[0];
};
const quantitiesOf = async ({ accountNumber, points }: EntityHandle, period: string) => {
  const { rows } = await sql<{ eic: string; text: string }>`
    select eic_code as eic, concat_ws(' ', metered_kwh, loss_kwh, sub_kwh, billed_kwh, reactive_import_kvarh) as text
    from billing.invoice_quantity where account_number = ${accountNumber} and period = ${period}`.execute(
    billing.db,
  );
  return points.map(({ eicCode }) => rows.find(({ eic }) => eic === eicCode)?.text);
};
const linesOf = async (accountNumber: string, period: string) => {
  const { rows } = await sql<{
    line: string;
  }>`select concat_ws(' ', kind, quantity) as line from billing.invoice_line
    where account_number = ${accountNumber} and period = ${period}`.execute(billing.db);
  return rows.map(({ line }) => line);
};
const rowsOf = async (table: string, columns: string, accountNumber = newAccount) => {
  const { rows } = await sql`select ${sql.raw(columns)} from ${sql.table(`billing.${table}`)}
    where account_number = ${accountNumber} order by 1, 2`.execute(billing.db);
  return rows;
};

describe('a change of holder of a contract', () => {
  test('charges each company its own days with losses and sub-consumers', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    expect(await invoiceOf(former.accountNumber, '2026-10')).toEqual({
      kwh: 1218,
      gross: 1_461_600,
      opening: 0,
      closing: 1_461_600,
    });
    expect(await change(former.accountNumber, await holder(former))).toMatchObject({
      ok: true,
      data: {
        closing: { balance: '14616.00', days: { to: '2026-11-15', energyKwh: 559, charged: '6708.00' } },
      },
    });
    const opened = { ...former, accountNumber: newAccount };
    await read(opened, '2026-12-01', [3000, 300, 500]);
    const [meter] = await metersOf(opened);
    const channel = { accountNumber: newAccount, meterId: meter?.meterId ?? '', channel: 'reactiveImport' };
    await giveChannel(billing.db, { ...channel, period: billingPeriod('2026-11'), value: 5600 });
    await closeAll('2026-11');
    expect(await quantitiesOf(former, '2026-11')).toEqual([
      '500 10 50 459 250',
      '50 1 0 51 0',
      '100 0 0 100 0',
    ]);
    expect(await quantitiesOf(opened, '2026-11')).toEqual([
      '500 10 50 459 350',
      '50 1 0 51 0',
      '100 0 0 100 0',
    ]);
    expect(await invoiceOf(former.accountNumber, '2026-11')).toEqual({
      kwh: 559,
      gross: 670_800,
      opening: 1_461_600,
      closing: 2_132_400,
    });
    expect(await invoiceOf(newAccount, '2026-11')).toEqual({
      kwh: 559,
      gross: 670_800,
      opening: 0,
      closing: 670_800,
    });
    await read(opened, '2027-01-01', [4000, 400, 700]);
    await closeAll('2026-12');
    expect(await invoiceOf(former.accountNumber, '2026-12')).toBeUndefined();
    expect(await invoiceOf(newAccount, '2026-12')).toMatchObject({ kwh: 1118, opening: 670_800 });
  });

  test('opens the contract with the terms in force and those known for later', async () => {
    const former = await makeFormer();
    const { accountNumber } = former;
    const eic = former.points[0]?.eicCode ?? '';
    await sql`update billing.entity_contract set silent_acceptance_days = 5, due_day = 20, ends_on = '2026-12-31'`.execute(
      billing.db,
    );
    for (const day of ['2014-01-01', '2027-01-01'])
      await sql`insert into billing.entity_contract (account_number, valid_from, contract_number, signed_on, price_kind, operator_code)
        values (${accountNumber}, ${day}::date, 'E', '2014-01-01', 'universal', 'TEST')`.execute(billing.db);
    await sql`insert into billing.contract_point (account_number, eic_code, valid_from, address, cost_centre, voltage_class)
      values (${accountNumber}, ${eic}, '2026-12-01', 'Street 1', 'Centre', 1)`.execute(billing.db);
    await sql`insert into billing.sub_consumer (account_number, eic_code, main_eic_code, valid_from, valid_to, name)
      values (${accountNumber}, ${former.points[2]?.eicCode}, ${eic}, '2026-01-01', '2026-11-15', 'Gone')`.execute(
      billing.db,
    );
    await sql`insert into billing.contract_volume (account_number, period, eic_code, document, kwh)
      values (${accountNumber}, '2026-12', ${eic}, 'Annex', 900)`.execute(billing.db);
    await closeAll('2026-10');
    expect(await change(accountNumber, await holder(former))).toMatchObject({ ok: true });
    const terms = 'valid_from as "from", price_kind as kind, contract_number as number, signed_on as signed';
    const signed = '2026-11-10';
    expect(
      await rowsOf('entity_contract', `${terms}, silent_acceptance_days as silent, ends_on as ends`),
    ).toEqual([
      { from: '2026-11-16', kind: 'fixedNet', number: 'E-new', signed, silent: 5, ends: null },
      { from: '2027-01-01', kind: 'universal', number: 'E-new', signed, silent: null, ends: null },
    ]);
    const point = 'valid_from as "from", address, voltage_class as class, loss_percent_thousandths as loss';
    expect(
      (await rowsOf('contract_point', `eic_code as eic, ${point}`)).filter(
        (row) => Reflect.get(row as object, 'eic') === eic,
      ),
    ).toEqual([
      { eic, from: '2026-11-16', address: '', class: 2, loss: 2000 },
      { eic, from: '2026-12-01', address: 'Street 1', class: 1, loss: null },
    ]);
    expect(await rowsOf('sub_consumer', 'name, valid_from as "from"')).toEqual([
      { name: 'Tenant', from: '2026-11-16' },
    ]);
    expect(await rowsOf('contract_volume', 'period, kwh')).toEqual([]);
    expect(await rowsOf('meter_channel', 'channel, installed_value::int as value')).toEqual([
      { channel: 'reactiveImport', value: 5250 },
    ]);
    const corrected = await holder(former, onTheDay, {
      contractNumber: 'E-right',
      contractDate: '2026-11-11',
    });
    expect(await change(accountNumber, corrected)).toMatchObject({ data: { isRecorded: true } });
    expect(
      await rowsOf('entity_contract', 'valid_from as "from", contract_number as number, signed_on as signed'),
    ).toEqual(
      ['2026-11-16', '2027-01-01'].map((from) => ({ from, number: 'E-right', signed: '2026-11-11' })),
    );
  });

  test('on the 1st leaves the channels of the month before with the former company', async () => {
    const former = await makeFormer(40);
    await closeAll('2026-10');
    expect(await linesOf(former.accountNumber, '2026-10')).toContain('reactiveConsumed 200000');
    const made = await holder(former, [2000, 200, 300], { contractDate: '2026-11-01' }, 5000);
    expect(await change(former.accountNumber, made, '2026-11-01')).toMatchObject({ ok: true });
    await read({ ...former, accountNumber: newAccount }, '2026-12-01', [3000, 300, 500]);
    await closeAll('2026-11');
    expect(await linesOf(former.accountNumber, '2026-11')).toEqual([]);
    expect(await invoiceOf(newAccount, '2026-11')).toMatchObject({ kwh: 40_898, opening: 0 });
  });

  test('that was wrong is put right with a third account, which has the contract too', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    expect(await change(former.accountNumber, await holder(former))).toMatchObject({ ok: true });
    const other = {
      newAccount: '2399000002',
      customerCode: 'OTHER',
      customer: { companyName: 'ТОВ «Інший»', taxCode: '41203457' },
    };
    expect(await change(newAccount, await holder(former, onTheDay, other))).toMatchObject({ ok: true });
    await read({ ...former, accountNumber: '2399000002' }, '2026-12-01', [3000, 300, 500]);
    await closeAll('2026-11');
    expect(await invoiceOf(newAccount, '2026-11')).toBeUndefined();
    expect(await invoiceOf('2399000002', '2026-11')).toMatchObject({ kwh: 559, opening: 0 });
  });

  test('is refused for a person, and without the values of its channels or with lower ones', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    const person = { customerCode: 'P', customer: { surname: 'Франко', name: 'Ольга' } };
    expect(await change(former.accountNumber, await holder(former, onTheDay, person))).toMatchObject({
      code: 'changes.otherCustomer',
      details: { column: 'customer_code' },
    });
    const closingValues = Object.fromEntries(
      (await metersOf(former)).map(({ serial }, at) => [serial, { single: onTheDay[at] ?? 0 }]),
    );
    expect(
      await change(former.accountNumber, await holder(former, onTheDay, { closingValues })),
    ).toMatchObject({ code: 'changes.registers', details: { column: 'closing_values' } });
    expect(await change(former.accountNumber, await holder(former, onTheDay, {}, 4999))).toMatchObject({
      code: 'changes.valueTooLow',
      params: { value: '5000 (reactiveImport)' },
    });
    expect(await rowsOf('entity_contract', 'valid_from, contract_number')).toEqual([]);
  });

  test('corrects the values of the channels at both accounts', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    expect(await change(former.accountNumber, await holder(former))).toMatchObject({ ok: true });
    expect(await change(former.accountNumber, await holder(former, onTheDay, {}, 5100))).toMatchObject({
      data: { isRecorded: true },
    });
    const opened = { ...former, accountNumber: newAccount };
    await read(opened, '2026-12-01', [3000, 300, 500]);
    await closeAll('2026-11');
    expect((await quantitiesOf(former, '2026-11'))[0]).toBe('500 10 50 459 100');
    expect(await rowsOf('meter_channel', 'channel, installed_value::int as value')).toEqual([
      { channel: 'reactiveImport', value: 5100 },
    ]);
  });

  test('shares the losses of the month by the hours of each company', async () => {
    const transformer = { ratedKva: 250, noLoadKw: 1, loadKw: 0, formFactor: 1 };
    const contract = { priceKind: 'fixedNet', fixedPrice: '10', isWithoutNetworks: true } as const;
    const points = [
      { before: 1000, after: 2000 },
      { before: 0, after: 300 },
    ] as const;
    const former = await makeEntity(billing.db, { period: october, contract, points });
    const [fixed, formula] = former.points.map(({ eicCode }) => eicCode);
    await sql`insert into billing.contract_point (account_number, eic_code, valid_from, voltage_class, loss_mode, loss_fixed_kwh, loss_formula)
      values (${former.accountNumber}, ${fixed}, '2026-11-01', 2, 'fixed', 101, null),
        (${former.accountNumber}, ${formula}, '2026-11-01', 2, 'formula', null, ${JSON.stringify({ transformer })}::jsonb)`.execute(
      billing.db,
    );
    await closeAll('2026-10');
    const meters = await metersOf(former);
    const closingValues = Object.fromEntries(
      meters.map(({ serial }, at) => [serial, { single: [2200, 400][at] ?? 0 }]),
    );
    const made = await holder(former, [], { closingValues });
    expect(await change(former.accountNumber, made, '2026-11-11')).toMatchObject({ ok: true });
    const opened = { ...former, accountNumber: newAccount };
    await read(opened, '2026-12-01', [3000, 500]);
    await closeAll('2026-11');
    expect(await quantitiesOf(former, '2026-11')).toEqual(['200 34 0 234 0', '100 240 0 340 0']);
    expect(await quantitiesOf(opened, '2026-11')).toEqual(['800 67 0 867 0', '100 480 0 580 0']);
  });
});
