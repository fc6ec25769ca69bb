import { beforeAll, describe, expect, test } from 'vitest';
import { MASTER_DATA_CHANGE, MASTER_DATA_CHANGES } from '#billing/api/master-data.ts';
import { TARIFF_HISTORY } from '#billing/api/tariffs.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { makeNationalTariffs, nationalTariffCodes } from '#billing/testing/make-national-tariffs.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';

const billing = provideTestBilling({ hasSupplier: true });
const query = queryOn(() => billing.db);

beforeAll(async () => {
  await makeNationalTariffs(billing.db);
  await query`insert into billing.period (period, state) values ('2026-09', 'closed'), ('2026-10', 'closed'), ('2026-11', 'open')`;
});

function record({ accountNumber }: AccountHandle, effectiveOn: string, change: MasterDataChange) {
  const by = { source: 'administrator', document: 'Act 7' } as const;
  return billing.call(MASTER_DATA_CHANGE, { ...by, accountNumber, effectiveOn, change });
}

const recorded = { ok: true, data: { isRecorded: true, recalculatedFrom: null, closing: null } };
const alreadySo = { ok: true, data: { isRecorded: false, recalculatedFrom: null, closing: null } };
const refused = (code: string, column: string) => ({ ok: false, code, details: { column } });

async function changesOf({ accountNumber }: AccountHandle) {
  const { changes } = await billing.ask(MASTER_DATA_CHANGES, { accountNumber, limit: 100 });
  return changes.map(({ kind, effectiveOn, before, after }) => ({ kind, effectiveOn, before, after }));
}

async function serialOf({ meterId }: AccountHandle): Promise<string> {
  const meter = await billing.db
    .selectFrom('billing.meter')
    .select('serial_number')
    .where('meter_id', '=', meterId)
    .executeTakeFirstOrThrow();
  return meter.serial_number;
}

/** A bill of October: what is charged anew. */
async function makeBill({ accountNumber }: AccountHandle): Promise<void> {
  await query`insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
      recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
    values (${accountNumber}, '2026-10', 'N', '2026-11-01', '2026-11-20', 0, 0, 0, 0, 0, 0, false)`;
}

async function requestsOf({ accountNumber }: AccountHandle) {
  const rows = await query`select from_period as "from", cause from billing.recalculation_request
    where account_number = ${accountNumber} order by from_period`;
  return rows;
}

describe('MASTER_DATA_CHANGE', () => {
  test('records each kind of change once, with its day, what was before and who did it', async () => {
    const account = await makeAccount(billing.db);
    const serialNumber = await serialOf(account);
    const { eicCode } = account;
    const changes: [string, MasterDataChange][] = [
      ['2026-11-02', { kind: 'tariff', tariffCode: nationalTariffCodes.household }],
      ['2026-11-03', { kind: 'power', eicCode, contractedPowerWatts: 9000 }],
      ['2026-11-04', { kind: 'pointState', eicCode, pointState: 'takenByOperator' }],
      ['2026-11-05', { kind: 'meterVerified', serialNumber }],
      ['2026-11-06', { kind: 'contact', phone: '+380501110009', email: 'A@b.example' }],
      [
        '2026-11-08',
        {
          kind: 'zones',
          serialNumber,
          zoneScheme: 'two',
          finalValues: { single: 50 },
          initialValues: { day: 1, night: 2 },
        },
      ],
      [
        '2026-11-09',
        {
          kind: 'meterReplaced',
          serialNumber,
          newSerialNumber: 'B',
          finalValues: { day: 3, night: 4 },
          initialValues: { day: 0, night: 0 },
        },
      ],
      ['2026-11-10', { kind: 'meterRemoved', serialNumber: 'B', finalValues: { day: 5, night: 6 } }],
      [
        '2026-11-11',
        {
          kind: 'meterInstalled',
          eicCode,
          serialNumber: 'C',
          meterType: 'T',
          zoneScheme: 'single',
          digitCapacity: 6,
          initialValues: { single: 7 },
        },
      ],
      ['2026-12-31', { kind: 'contractEnded' }],
    ];
    for (const [day, change] of changes)
      expect(await record(account, day, change), change.kind).toEqual(recorded);
    for (const [day, change] of changes)
      expect(await record(account, day, change), change.kind).toEqual(alreadySo);
    const stored = await changesOf(account);
    expect(stored.map(({ kind, effectiveOn }) => [effectiveOn, kind]).sort()).toEqual(
      changes.map(([day, { kind }]) => [day, kind]),
    );
    const meters =
      await query`select m.serial_number as serial, m.zone_scheme as scheme, m.installed_on as "from", m.removed_on as "to",
        jsonb_object_agg(r.zone, array[r.installed_value, r.removed_value]) as dials
      from billing.meter m join billing.register r using (account_number, meter_id)
      where m.account_number = ${account.accountNumber} group by m.account_number, m.meter_id order by 3`;
    const [serial, scheme] = [serialNumber, 'two'];
    expect(meters).toEqual([
      { serial, scheme: 'single', from: '2015-01-01', to: '2026-11-08', dials: { single: [0, 50] } },
      { serial, scheme, from: '2026-11-08', to: '2026-11-09', dials: { day: [1, 3], night: [2, 4] } },
      { serial: 'B', scheme, from: '2026-11-09', to: '2026-11-10', dials: { day: [0, 5], night: [0, 6] } },
      { serial: 'C', scheme: 'single', from: '2026-11-11', to: null, dials: { single: [7, null] } },
    ]);
    const audit = await query<{ count: number }>`select count(*)::int as count from billing.audit_entry
      where account_number = ${account.accountNumber} and actor = 'test' and action like 'masterData.%'`;
    expect(audit).toEqual([{ count: changes.length }]);
  });

  test('another value for the same day is a correction: both stay recorded, the later one counts', async () => {
    const account = await makeAccount(billing.db);
    const serialNumber = await serialOf(account);
    const removed = { kind: 'meterRemoved', serialNumber } as const;
    const removal = (single: number): MasterDataChange => ({ ...removed, finalValues: { single } });
    expect(await record(account, '2026-11-05', removal(50))).toEqual(recorded);
    expect(await record(account, '2026-11-05', removal(60))).toEqual(recorded);
    const changed = refused('changes.alreadyChanged', 'effective_on');
    expect(await record(account, '2026-11-06', removal(60))).toMatchObject(changed);
    const tariff = (tariffCode: string): MasterDataChange => ({ kind: 'tariff', tariffCode });
    expect(await record(account, '2026-11-05', tariff(nationalTariffCodes.household))).toEqual(recorded);
    const heating = tariff(nationalTariffCodes.householdHeating);
    expect(await record(account, '2026-11-05', heating)).toEqual(recorded);
    expect((await changesOf(account)).length).toBe(4);
    const { accountNumber } = account;
    const { tariffCode, versions } = await billing.ask(TARIFF_HISTORY, { accountNumber });
    expect(tariffCode).toBe(nationalTariffCodes.householdHeating);
    expect(versions.slice(0, 2).map(({ from, rule }) => [from, rule.kind])).toEqual([
      ['2026-11-05', 'seasonalHeating'],
      [versions[1]?.from, 'flat'],
    ]);
    expect(versions[1]?.to).toBe('2026-11-04');
    const dials =
      await query`select removed_value::int as value from billing.register where meter_id = ${account.meterId}`;
    expect(dials).toEqual([{ value: 60 }]);
  });

  test('other values of the new meter for the same day are a correction of it', async () => {
    const account = await makeAccount(billing.db);
    const serialNumber = await serialOf(account);
    const replaced = (single: number, more: { digitCapacity?: number } = {}): MasterDataChange => ({
      kind: 'meterReplaced',
      serialNumber,
      newSerialNumber: 'B',
      finalValues: { single: 50 },
      initialValues: { single },
      ...more,
    });
    expect(await record(account, '2026-11-05', replaced(0))).toEqual(recorded);
    expect(await record(account, '2026-11-05', replaced(7, { digitCapacity: 6 }))).toEqual(recorded);
    expect(await record(account, '2026-11-05', replaced(7))).toEqual(alreadySo);
    const rows = await query`select m.digit_capacity as digits, r.installed_value::int as value
      from billing.meter m join billing.register r using (account_number, meter_id)
      where m.account_number = ${account.accountNumber} and m.serial_number = 'B'`;
    expect(rows).toEqual([{ digits: 6, value: 7 }]);
    expect(await changesOf(account)).toHaveLength(2);
  });

  test('a change as of a day before another one counts up to it', async () => {
    const account = await makeAccount(billing.db);
    const { eicCode } = account;
    await record(account, '2026-11-10', { kind: 'power', eicCode, contractedPowerWatts: 9000 });
    await record(account, '2026-11-12', { kind: 'pointState', eicCode, pointState: 'disabled' });
    await record(account, '2026-11-05', { kind: 'power', eicCode, contractedPowerWatts: 7000 });
    const rows =
      await query`select valid_from as "from", point_state as state, contracted_power_watts as watts
      from billing.metering_point_version where account_number = ${account.accountNumber} order by 1`;
    expect(rows).toEqual([
      { from: '1950-01-01', state: 'active', watts: 5000 },
      { from: '2026-11-05', state: null, watts: 7000 },
      { from: '2026-11-10', state: null, watts: 9000 },
      { from: '2026-11-12', state: 'disabled', watts: null },
    ]);
    const point =
      await query`select point_state as state, contracted_power_watts as watts from billing.metering_point
      where account_number = ${account.accountNumber}`;
    expect(point).toEqual([{ state: 'disabled', watts: 9000 }]);
  });

  test('requests a recalculation from the closed month that it touches, and only then', async () => {
    const account = await makeAccount(billing.db);
    await makeBill(account);
    const { eicCode } = account;
    const serialNumber = await serialOf(account);
    await record(account, '2026-11-02', { kind: 'power', eicCode, contractedPowerWatts: 9000 });
    await record(account, '2026-10-10', { kind: 'contact', phone: '+380501110008' });
    expect(await requestsOf(account)).toEqual([]);
    expect(
      await record(account, '2026-10-20', { kind: 'tariff', tariffCode: nationalTariffCodes.household }),
    ).toEqual({ ok: true, data: { isRecorded: true, recalculatedFrom: '2026-10', closing: null } });
    expect(await requestsOf(account)).toEqual([{ from: '2026-10', cause: 'masterDataChange' }]);
    // The final value as of the 1st ends October.
    await record(account, '2026-11-01', { kind: 'meterRemoved', serialNumber, finalValues: { single: 90 } });
    await record(account, '2026-10-31', { kind: 'contractEnded' });
    expect(await requestsOf(account)).toHaveLength(2);
    // Nothing was charged before October.
    await record(account, '2026-01-10', { kind: 'pointState', eicCode, pointState: 'disabled' });
    expect(await requestsOf(account)).toHaveLength(3);
    expect((await requestsOf(account))[0]).toEqual({ from: '2026-10', cause: 'masterDataChange' });
  });

  test('a reading for a day after the removal counts no more', async () => {
    const september = { period: '2026-09', closing: { single: 100 } };
    const october = { period: '2026-10', closing: { single: 130 } };
    const account = await makeAccount(billing.db, { history: [september, october] });
    const serialNumber = await serialOf(account);
    await record(account, '2026-10-15', { kind: 'meterRemoved', serialNumber, finalValues: { single: 120 } });
    const rows = await query`select effective_date as day, status from billing.reading
      where account_number = ${account.accountNumber} order by 1`;
    expect(rows.at(-1)).toMatchObject({ day: '2026-11-01', status: 'superseded' });
    expect(rows.at(-2)).toMatchObject({ day: '2026-10-01', status: 'accepted' });
  });

  test('refuses what can not be, naming the field, and records nothing', async () => {
    const account = await makeAccount(billing.db);
    const { eicCode } = account;
    const serialNumber = await serialOf(account);
    const day = 'effective_on';
    const power = { kind: 'power', eicCode, contractedPowerWatts: 1 } as const;
    const removed = (finalValues: Partial<Record<Zone, number>>): MasterDataChange => {
      return { kind: 'meterRemoved', serialNumber, finalValues };
    };
    const cases: [string, MasterDataChange, string, string][] = [
      ['2026-11-21', { kind: 'power', eicCode, contractedPowerWatts: 1 }, 'changes.futureDay', day],
      ['2026-11-02', { ...power, eicCode: 'X' }, 'changes.unknownReference', 'eic_code'],
      ['2014-12-31', removed({ single: 1 }), 'changes.dayTooEarly', 'effective_on'],
      ['2026-11-02', removed({ day: 1 }), 'changes.registers', 'final_values'],
      ['2026-11-02', removed({ single: 100_000 }), 'changes.dialTooHigh', 'final_values'],
      ['2026-11-02', { kind: 'tariff', tariffCode: 'none' }, 'changes.unknownReference', 'tariff_code'],
      ['2014-06-01', { kind: 'contractEnded' }, 'changes.dayTooEarly', 'effective_on'],
    ];
    for (const [day, change, code, column] of cases)
      expect(await record(account, day, change), code).toMatchObject(refused(code, column));
    await expect(record(account, '2026-11-02', { kind: 'contact', phone: '1' })).rejects.toThrow(
      'change.phone: field.phoneLength',
    );
    expect(
      await record({ ...account, accountNumber: '1000000000' }, '2026-11-02', { kind: 'contractEnded' }),
    ).toMatchObject({ code: 'common.notFound' });
    expect(await changesOf(account)).toEqual([]);
  });
});

test('MASTER_DATA_CHANGES says what the account, its points and meters are now', async () => {
  const account = await makeAccount(billing.db);
  const serialNumber = await serialOf(account);
  await record(account, '2026-11-05', {
    kind: 'meterReplaced',
    serialNumber,
    newSerialNumber: 'B',
    finalValues: { single: 50 },
    zoneScheme: 'two',
    initialValues: { day: 0, night: 0 },
  });
  const { changes, tariffs, holder, ...now } = await billing.ask(MASTER_DATA_CHANGES, {
    accountNumber: account.accountNumber,
    limit: 1,
  });
  const { eicCode } = account;
  expect(now).toEqual({
    address: expect.any(String),
    tariffCode: expect.any(String),
    contractEndedOn: null,
    points: [{ eicCode, pointState: 'active', contractedPowerWatts: 5000 }],
    meters: [
      {
        ...{ serialNumber: 'B', eicCode, zoneScheme: 'two', digitCapacity: 5, removedOn: null },
        lastValues: [
          { zone: 'day', value: 0, on: '2026-11-05' },
          { zone: 'night', value: 0, on: '2026-11-05' },
        ],
        channels: [],
      },
      {
        ...{ serialNumber, eicCode, zoneScheme: 'single', digitCapacity: 5, removedOn: '2026-11-05' },
        lastValues: [{ zone: 'single', value: 0, on: '2015-01-01' }],
        channels: [],
      },
    ],
    responsibles: [],
    closedUpTo: '2026-10',
  });
  const name = expect.stringMatching(/^Test Customer/);
  expect(holder).toEqual({ customerCode: expect.any(String), customerType: 'person', name });
  expect(tariffs.map(({ tariffCode }) => tariffCode)).toContain(now.tariffCode);
  expect(changes).toHaveLength(1);
});
