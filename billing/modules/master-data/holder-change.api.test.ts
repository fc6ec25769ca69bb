import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { POINT_ACCOUNT_FIND } from '#billing/api/contracts.ts';
import { MASTER_DATA_CHANGE, MASTER_DATA_CHANGES } from '#billing/api/master-data.ts';
import { FIND_SUBJECTS } from '#billing/api/search.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { type AccountFixture, type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { newId } from '#platform/uuid.ts';

type HolderChange = Extract<MasterDataChange, { kind: 'holder' }>;

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

/** A household that the meter of has shown 1000 on 01.10 and 1100 on 01.11; October is closed: 100 kWh, 432.00. */
async function makeFormer(fixture: AccountFixture = {}): Promise<AccountHandle> {
  const former = await makeAccount(billing.db, {
    history: [{ period: '2026-09', closing: { single: 1000 } }],
    ...fixture,
  });
  await read(former, '2026-11-01', { single: 1100 });
  return former;
}

async function read(
  { accountNumber, meterId }: Pick<AccountHandle, 'accountNumber' | 'meterId'>,
  day: string,
  values: Readonly<Partial<Record<Zone, number>>>,
) {
  const period = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 7);
  await giveReading(billing.db, { accountNumber, meterId, period, effectiveDate: day, values });
}

const serialOf = (account: AccountHandle) => account.meters[0]?.serialNumber ?? '';

function holder(
  account: AccountHandle,
  closing: HolderChange['closingValues'][string],
  more = {},
): HolderChange {
  return {
    kind: 'holder',
    newAccount,
    contractNumber: 'D-new',
    contractDate: '2026-10-30',
    consumerEic: account.eicCode,
    customerCode: 'NEW',
    customer: { surname: 'Франко', name: 'Ольга', phone: '+380671112233', email: 'olha@ukr.example' },
    closingValues: { [serialOf(account)]: closing },
    ...more,
  };
}

const change = (account: AccountHandle, effectiveOn: string, made: MasterDataChange, dryRun = false) =>
  billing.call(MASTER_DATA_CHANGE, {
    accountNumber: account.accountNumber,
    source: 'administrator',
    effectiveOn,
    document: 'Заява 7',
    change: made,
    dryRun,
  });

const billOf = async (accountNumber: string, period: string) => {
  const { rows } = await sql<Record<string, number>>`
    select (energy_wh / 1000)::int as kwh, opening_kopiykas::int as opening, charged_kopiykas::int as charged,
      recalculated_kopiykas::int as recalculated, paid_kopiykas::int as paid, closing_kopiykas::int as closing
    from billing.bill where account_number = ${accountNumber} and period = ${period}`.execute(billing.db);
  return rows[0];
};
const linesOf = async (accountNumber: string, period: string) => {
  const { rows } = await sql`
    select zone, (energy_wh / 1000)::int as kwh, from_date as "from", to_date as "to", amount_kopiykas::int as sum
    from billing.charge_line where account_number = ${accountNumber} and period = ${period} order by line_number`.execute(
    billing.db,
  );
  return rows;
};
const newMeter = async () => {
  const { rows } = await sql<{ meterId: string }>`
    select m.serial_number as serial, m.meter_id as "meterId", m.installed_on as "from", m.removed_on as "to",
      jsonb_object_agg(r.zone, r.installed_value) as dials
    from billing.meter m join billing.register r using (account_number, meter_id)
    where m.account_number = ${newAccount} group by m.account_number, m.meter_id`.execute(billing.db);
  return rows;
};
async function closeAll(...months: string[]) {
  for (const month of months) await closeMonth(billing.url, month);
  expect(await checkLedger(billing.db)).toEqual([]);
}

describe('a change of holder', () => {
  test('leaves debt and closing bill with the former customer, and the new one begins at zero', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    const made = holder(former, { single: 1150 });
    const days = { period: '2026-11', to: '2026-11-15', energyKwh: 50, charged: '216.00', isBilledNow: true };
    const done = {
      ok: true,
      data: {
        isRecorded: true,
        recalculatedFrom: null,
        closing: { newAccount, newHolder: 'Франко Ольга', balance: '432.00', days },
      },
    };
    expect(await change(former, '2026-11-16', made, true)).toEqual(done);
    expect(await billing.call(MASTER_DATA_CHANGES, { accountNumber: newAccount, limit: 1 })).toMatchObject({
      code: 'common.notFound',
    });
    expect(await change(former, '2026-11-16', made)).toEqual(done);
    expect(await change(former, '2026-11-16', made)).toMatchObject({ data: { isRecorded: false } });
    const [meter] = await newMeter();
    expect(meter).toMatchObject({
      serial: serialOf(former),
      from: '2026-11-16',
      to: null,
      dials: { single: 1150 },
    });
    await read({ accountNumber: newAccount, meterId: meter?.meterId ?? '' }, '2026-12-01', { single: 1180 });
    await closeAll('2026-11');
    expect(await billOf(former.accountNumber, '2026-11')).toEqual({
      kwh: 50,
      opening: 43_200,
      charged: 21_600,
      recalculated: 0,
      paid: 0,
      closing: 64_800,
    });
    expect(await linesOf(former.accountNumber, '2026-11')).toEqual([
      { zone: 'single', kwh: 50, from: '2026-11-01', to: '2026-11-15', sum: 21_600 },
    ]);
    expect(await billOf(newAccount, '2026-11')).toEqual({
      kwh: 30,
      opening: 0,
      charged: 12_960,
      recalculated: 0,
      paid: 0,
      closing: 12_960,
    });
    expect(await linesOf(newAccount, '2026-11')).toEqual([
      { zone: 'single', kwh: 30, from: '2026-11-16', to: '2026-11-30', sum: 12_960 },
    ]);
    await read({ accountNumber: newAccount, meterId: meter?.meterId ?? '' }, '2027-01-01', { single: 1280 });
    await closeAll('2026-12');
    expect(await billOf(former.accountNumber, '2026-12')).toBeUndefined();
    expect(await billOf(newAccount, '2026-12')).toMatchObject({ kwh: 100, opening: 12_960, charged: 43_200 });
  });

  test('leaves an overpayment with the former customer', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    await sql`insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account, amount_kopiykas,
        posted_at) values (${former.accountNumber}, '2026-11', ${newId()}, 'payment', 'bank', 'receivable', 100000,
        '2026-11-05T10:00:00Z')`.execute(billing.db);
    expect(await change(former, '2026-11-16', holder(former, { single: 1150 }))).toMatchObject({
      data: { closing: { balance: '-568.00' } },
    });
    await closeAll('2026-11');
    expect(await billOf(former.accountNumber, '2026-11')).toMatchObject({ paid: 100_000, closing: -35_200 });
    expect(await billOf(newAccount, '2026-11')).toMatchObject({ opening: 0, paid: 0 });
  });

  test('is recorded at both accounts, copies the object and nothing of the former customer', async () => {
    const former = await makeFormer({ heating: 'electric', contractedPowerWatts: 7000 });
    await sql`update billing.premises set resident_count = 5 where account_number = ${former.accountNumber}`.execute(
      billing.db,
    );
    await sql`insert into billing.account_responsible (account_number, name) values (${former.accountNumber}, 'Бойко Іван')`.execute(
      billing.db,
    );
    await closeAll('2026-10');
    expect((await change(former, '2026-11-16', holder(former, { single: 1150 }))).ok).toBe(true);
    const { changes: ofFormer } = await billing.ask(MASTER_DATA_CHANGES, {
      accountNumber: former.accountNumber,
      limit: 9,
    });
    expect(ofFormer.map(({ kind, effectiveOn }) => [kind, effectiveOn]).sort()).toEqual([
      ['contractEnded', '2026-11-15'],
      ['holder', '2026-11-16'],
      ['meterRemoved', '2026-11-16'],
    ]);
    const {
      changes,
      holder: customer,
      responsibles,
      points,
      meters,
    } = await billing.ask(MASTER_DATA_CHANGES, {
      accountNumber: newAccount,
      limit: 9,
    });
    expect(changes).toMatchObject([{ kind: 'holder', after: { formerAccount: former.accountNumber } }]);
    expect({ customer, responsibles, points, meters }).toMatchObject({
      customer: { customerCode: 'NEW', name: 'Франко Ольга' },
      responsibles: [],
      points: [{ eicCode: former.eicCode, contractedPowerWatts: 7000 }],
      meters: [{ lastValues: [{ zone: 'single', value: 1150, on: '2026-11-16' }] }],
    });
    const { rows } =
      await sql`select p.heating, p.resident_count as residents, a.opening_kopiykas::int as opening,
        a.object_code = f.object_code as same, length(a.object_code) as signs
      from billing.account a join billing.premises p using (account_number)
      join billing.account f on f.account_number = ${former.accountNumber} where a.account_number = ${newAccount}`.execute(
        billing.db,
      );
    expect(rows).toEqual([{ heating: 'electric', residents: 1, opening: 0, same: false, signs: 8 }]);
    const audit = await sql`select account_number as account, action from billing.audit_entry
      where action like 'masterData.%' order by 1, 2`.execute(billing.db);
    expect(audit.rows).toEqual([
      { account: former.accountNumber, action: 'masterData.contractEnded' },
      { account: former.accountNumber, action: 'masterData.holder' },
      { account: former.accountNumber, action: 'masterData.meterRemoved' },
      { account: newAccount, action: 'masterData.holder' },
    ]);
  });

  test('ends both registers of a meter with two zones', async () => {
    const former = await makeAccount(billing.db, {
      meters: [{ zoneScheme: 'two' }],
      history: [{ period: '2026-09', closing: { day: 1000, night: 500 } }],
    });
    await read(former, '2026-11-01', { day: 1080, night: 540 });
    await closeAll('2026-10');
    expect(await change(former, '2026-11-16', holder(former, { day: 1100 }))).toMatchObject({
      code: 'changes.registers',
      details: { column: 'closing_values' },
    });
    expect((await change(former, '2026-11-16', holder(former, { day: 1100, night: 560 }))).ok).toBe(true);
    await closeAll('2026-11');
    expect(await linesOf(former.accountNumber, '2026-11')).toEqual([
      { zone: 'day', kwh: 20, from: '2026-11-01', to: '2026-11-15', sum: 8640 },
      { zone: 'night', kwh: 20, from: '2026-11-01', to: '2026-11-15', sum: 4320 },
    ]);
    expect(await newMeter()).toMatchObject([{ dials: { day: 1100, night: 560 } }]);
  });

  test('takes over the meter that was installed the same day', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    const replaced = {
      kind: 'meterReplaced',
      serialNumber: serialOf(former),
      newSerialNumber: 'B',
      finalValues: { single: 1150 },
      initialValues: { single: 7 },
    } as const;
    expect((await change(former, '2026-11-16', replaced)).ok).toBe(true);
    const made = holder(former, {}, { closingValues: { B: { single: 7 } } });
    expect(await change(former, '2026-11-16', made)).toMatchObject({ ok: true });
    expect(await newMeter()).toMatchObject([{ serial: 'B', dials: { single: 7 } }]);
    await closeAll('2026-11');
    expect(await billOf(former.accountNumber, '2026-11')).toMatchObject({ kwh: 50, closing: 64_800 });
  });

  test('as of the 1st of a month corrects the closed month before by its closing value', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    expect(await change(former, '2026-11-01', holder(former, { single: 1110 }))).toMatchObject({
      data: { recalculatedFrom: '2026-10', closing: { days: null } },
    });
    const [meter] = await newMeter();
    await read({ accountNumber: newAccount, meterId: meter?.meterId ?? '' }, '2026-12-01', { single: 1210 });
    await closeAll('2026-11');
    expect(await billOf(former.accountNumber, '2026-11')).toMatchObject({
      kwh: 0,
      opening: 43_200,
      recalculated: 4320,
      closing: 47_520,
    });
    expect(await billOf(newAccount, '2026-11')).toMatchObject({ kwh: 100, opening: 0, closing: 43_200 });
  });

  test('in a month whose predecessor is not closed is billed when both are closed', async () => {
    const former = await makeFormer();
    expect(await change(former, '2026-11-16', holder(former, { single: 1150 }))).toMatchObject({
      data: { closing: { balance: '0.00', days: null } },
    });
    await closeAll('2026-10', '2026-11');
    expect(await billOf(former.accountNumber, '2026-10')).toMatchObject({ kwh: 100, closing: 43_200 });
    expect(await billOf(former.accountNumber, '2026-11')).toMatchObject({ kwh: 50, closing: 64_800 });
    expect(await billOf(newAccount, '2026-10')).toBeUndefined();
    expect(await billOf(newAccount, '2026-11')).toMatchObject({ opening: 0 });
  });

  test('as of a day of a closed month gives each customer the days of theirs', async () => {
    const former = await makeFormer();
    await read(former, '2026-12-01', { single: 1200 });
    billing.clock.set(Date.parse('2026-12-05T10:00:00Z') as never);
    await closeAll('2026-10', '2026-11');
    expect(await change(former, '2026-11-16', holder(former, { single: 1150 }))).toMatchObject({
      data: { recalculatedFrom: '2026-11', closing: { days: null } },
    });
    const [meter] = await newMeter();
    await read({ accountNumber: newAccount, meterId: meter?.meterId ?? '' }, '2027-01-01', { single: 1290 });
    await closeAll('2026-12');
    expect(await billOf(former.accountNumber, '2026-12')).toMatchObject({
      kwh: 0,
      recalculated: -21_600,
      closing: 64_800,
    });
    const bill = await billOf(newAccount, '2026-12');
    expect((bill?.charged ?? 0) + (bill?.recalculated ?? 0)).toBe(140 * 432);
    expect(bill).toMatchObject({ opening: 0 });
  });

  test('said again with another value corrects the closing reading of both and the contract', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    expect((await change(former, '2026-11-16', holder(former, { single: 1150 }))).ok).toBe(true);
    const corrected = holder(former, { single: 1140 }, { contractNumber: 'D-right' });
    expect(await change(former, '2026-11-16', corrected)).toMatchObject({ data: { isRecorded: true } });
    expect(await newMeter()).toMatchObject([{ dials: { single: 1140 } }]);
    const { rows } = await sql`select contract_number as number from billing.account
      where account_number = ${newAccount}`.execute(billing.db);
    expect(rows).toEqual([{ number: 'D-right' }]);
    await closeAll('2026-11');
    expect(await billOf(former.accountNumber, '2026-11')).toMatchObject({ kwh: 40 });
    const late = holder(former, { single: 1160 }, { contractNumber: 'D-right' });
    billing.clock.set(Date.parse('2026-12-05T10:00:00Z') as never);
    expect(await change(former, '2026-11-16', late)).toMatchObject({ data: { recalculatedFrom: '2026-11' } });
    const [meter] = await newMeter();
    await read({ accountNumber: newAccount, meterId: meter?.meterId ?? '' }, '2027-01-01', { single: 1260 });
    await closeAll('2026-12');
    expect(await billOf(former.accountNumber, '2026-12')).toMatchObject({ recalculated: 8640 });
    const bills = [await billOf(newAccount, '2026-11'), await billOf(newAccount, '2026-12')];
    expect(bills.reduce((sum, bill) => sum + (bill?.charged ?? 0) + (bill?.recalculated ?? 0), 0)).toBe(
      43_200,
    );
  });

  test('that was wrong is put right by another one of the same day, to a third account', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    const { rows } = await sql<{ code: string }>`select customer_code as code from billing.customer
      where customer_id = ${former.customerId}`.execute(billing.db);
    expect((await change(former, '2026-11-16', holder(former, { single: 1150 }))).ok).toBe(true);
    const { customer, ...known } = holder(former, { single: 1150 });
    const back = { ...known, newAccount: '2399000002', customerCode: rows[0]?.code ?? '' };
    expect(await change({ ...former, accountNumber: newAccount }, '2026-11-16', back)).toMatchObject({
      ok: true,
    });
    await closeAll('2026-11');
    expect(await billOf(newAccount, '2026-11')).toBeUndefined();
    expect(await billOf('2399000002', '2026-11')).toMatchObject({ opening: 0 });
  });

  test('is refused, naming the field, and records nothing', async () => {
    const former = await makeFormer();
    const other = await makeAccount(billing.db, { customerType: 'entity' });
    const { rows: codes } = await sql<{ id: string; code: string }>`
      select customer_id as id, customer_code as code from billing.customer`.execute(billing.db);
    const codeOf = (id: string) => codes.find((one) => one.id === id)?.code ?? '';
    await closeAll('2026-10');
    const made = holder(former, { single: 1150 });
    const ofKnown = (customerCode: string): HolderChange => {
      const { customer, ...known } = made;
      return { ...known, customerCode };
    };
    const cases: [string, string, string, HolderChange][] = [
      ['changes.futureDay', 'effective_on', '2026-11-21', made],
      ['changes.dayTooEarly', 'effective_on', '2014-12-31', made],
      ['changes.valueTooLow', 'closing_values', '2026-11-16', holder(former, { single: 1099 })],
      ['changes.dialTooHigh', 'closing_values', '2026-11-16', holder(former, { single: 100_000 })],
      ['changes.registers', 'closing_values', '2026-11-16', holder(former, {}, { closingValues: {} })],
      [
        'changes.unknownReference',
        'closing_values',
        '2026-11-16',
        holder(former, {}, { closingValues: { none: { single: 1 } } }),
      ],
      ['changes.accountTaken', 'new_account', '2026-11-16', { ...made, newAccount: other.accountNumber }],
      ['changes.contractLater', 'contract_date', '2026-11-16', { ...made, contractDate: '2026-11-17' }],
      ['changes.unknownReference', 'customer_code', '2026-11-16', ofKnown('none')],
      ['changes.otherCustomer', 'customer_code', '2026-11-16', ofKnown(codeOf(former.customerId))],
      ['changes.otherCustomer', 'customer_code', '2026-11-16', ofKnown(codeOf(other.customerId))],
      [
        'changes.customerTaken',
        'customer_code',
        '2026-11-16',
        { ...made, customerCode: codeOf(other.customerId) },
      ],
      ['changes.badCustomer', 'surname', '2026-11-16', { ...made, customer: { name: 'Ольга' } }],
      [
        'changes.badCustomer',
        'tax_code',
        '2026-11-16',
        { ...made, customer: { surname: 'Франко', name: 'Ольга', taxCode: '1' } },
      ],
    ];
    for (const [code, column, day, wrong] of cases)
      expect(await change(former, day, wrong), code).toMatchObject({ ok: false, code, details: { column } });
    expect(await change(former, '2026-11-16', holder(former, { single: 1099 }))).toMatchObject({
      params: { value: '1100 (01.11.2026)' },
    });
    await sql`update billing.supplier set rules = '{"accountDigits": 9}'`.execute(billing.db);
    expect(await change(former, '2026-11-16', made)).toMatchObject({ code: 'changes.accountDigits' });
    await sql`update billing.supplier set rules = '{}'`.execute(billing.db);
    const recorded = await billing.ask(MASTER_DATA_CHANGES, {
      accountNumber: former.accountNumber,
      limit: 9,
    });
    expect(recorded).toMatchObject({ contractEndedOn: null, changes: [], meters: [{ removedOn: null }] });
  });

  test('is refused when another change is later, and when the contract has ended', async () => {
    const [former, ended] = [await makeFormer(), await makeFormer()];
    await closeAll('2026-10');
    const refusal = async (account: AccountHandle, made = holder(account, { single: 1150 })) => {
      const result = await change(account, '2026-11-16', made);
      return result.ok ? 'ok' : result.code;
    };
    const power = { kind: 'power', eicCode: former.eicCode, contractedPowerWatts: 9000 } as const;
    expect((await change(former, '2026-11-18', power)).ok).toBe(true);
    expect(await refusal(former)).toBe('changes.laterChange');
    expect((await change(ended, '2026-11-10', { kind: 'contractEnded' })).ok).toBe(true);
    expect(await refusal(ended)).toBe('changes.contractEnded');
  });

  test('keeps another end, removal and holder from the account of before', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    const made = holder(former, { single: 1150 });
    expect((await change(former, '2026-11-16', made)).ok).toBe(true);
    const others: MasterDataChange[] = [
      { ...made, newAccount: '2399000002' },
      { kind: 'contractEnded' },
      { kind: 'meterRemoved', serialNumber: serialOf(former), finalValues: { single: 1140 } },
    ];
    for (const other of others)
      expect(await change(former, '2026-11-16', other), other.kind).toMatchObject({
        code: 'changes.contractEnded',
      });
  });

  test('leaves the point and the meter in force where they are now', async () => {
    const former = await makeFormer();
    await closeAll('2026-10');
    expect((await change(former, '2026-11-16', holder(former, { single: 1150 }))).ok).toBe(true);
    const found = await billing.ask(POINT_ACCOUNT_FIND, { eic: former.eicCode });
    expect(found).toEqual({ accountNumber: newAccount });
    const { subjects } = await billing.ask(FIND_SUBJECTS, { query: former.eicCode, limit: 9 });
    expect(
      subjects
        .filter(({ kind }) => kind === 'point')
        .map(({ account, isPast }) => [account, isPast])
        .sort(),
    ).toEqual([
      [former.accountNumber, true],
      [newAccount, false],
    ]);
  });
});
