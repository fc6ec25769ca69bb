import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLOSING_EXCEPTION_LIST, CLOSING_RUN_LIST, CLOSING_RUN_START } from '#billing/api/billing-periods.ts';
import { MASTER_DATA_CHANGE } from '#billing/api/master-data.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { queryOn } from '#billing/testing/hooks/query-on.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { insertMeter } from '#billing/testing/make-meter.ts';
import { makeNationalTariffs, nationalTariffCodes } from '#billing/testing/make-national-tariffs.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { closePeriod } from './closing/close-period.ts';
import { openPeriodsUpTo } from './period-store.ts';
import { executeRuns } from './runs/execute-runs.ts';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let db: BillingDatabase;
const query = queryOn(() => db);
const clock = fixedClock(instantFromIso('2026-03-05T10:00:00Z'));
const { household, householdHeating } = nationalTariffCodes;
const january = billingPeriod('2026-01');

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 6 });
  db = connected.db as BillingDatabase;
  await makeSupplier(db);
  await makeNationalTariffs(db);
});

afterAll(async () => {
  expect(await checkLedger(db)).toEqual([]);
  await connected.close();
  await database.close();
});

beforeEach(async () => {
  await query`truncate billing.customer, billing.account, billing.metering_point, billing.meter, billing.register, billing.reading,
    billing.consumption, billing.bill, billing.charge_line, billing.ledger_entry, billing.outbox_event, billing.period
    cascade`;
  await openPeriodsUpTo(db, january, january);
});

/** Of a meter of six digits, read at the end of December and of January. */
async function makeRead(contractedPowerWatts: number, december: number, atEndOfJanuary: number) {
  const account = await makeAccount(db, {
    ...{ tariffCode: household, contractedPowerWatts, meters: [{ digitCapacity: 6 }] },
    history: [{ period: '2025-12', closing: { single: december } }],
  });
  await read(account, '2026-01', atEndOfJanuary);
  return account;
}

const read = (account: AccountHandle, month: string, value: number, day?: string) =>
  giveReading(db, {
    ...account,
    period: month,
    effectiveDate: day ?? firstDayAfter(billingPeriod(month)),
    values: { single: value },
  });

async function close(month: string) {
  const closed = await closePeriod({ ...connected, db, clock, period: billingPeriod(month) });
  expect(closed).toMatchObject({ kind: 'closed' });
}

async function change({ accountNumber }: AccountHandle, effectiveOn: string, one: MasterDataChange) {
  const input = { accountNumber, source: 'administrator', effectiveOn, document: 'Act 7', change: one };
  const result = await createBilling({ db, clock }).run(MASTER_DATA_CHANGE.name, input, {
    ...{ reference: '1', actor: 'test' },
  });
  expect(result).toMatchObject({ ok: true });
}

async function billOf({ accountNumber }: AccountHandle, month: string) {
  const rows = await query<{ kwh: number; charged: number; recalculated: number }>`
    select (energy_wh / 1000)::int as kwh, charged_kopiykas::int as charged, recalculated_kopiykas::int as recalculated
    from billing.bill where account_number = ${accountNumber} and period = ${month}`;
  return rows[0];
}

describe('an accepted roll-over above the contracted power', () => {
  test('costs what the same consumption without a roll-over costs', async () => {
    const account = await makeRead(3000, 996_200, 300);
    await close('2026-01');
    // 4,100 kWh × 4.32; 3 kW let 2,232 kWh through.
    expect(await billOf(account, '2026-01')).toEqual({ kwh: 4100, charged: 1_771_200, recalculated: 0 });
  });

  test('stays charged when less power and a tariff of the month are recorded later', async () => {
    const rolledOver = await makeRead(10_000, 996_200, 300);
    const forward = await makeRead(10_000, 100_000, 104_100);
    await close('2026-01');
    for (const account of [rolledOver, forward]) {
      expect(await billOf(account, '2026-01')).toMatchObject({ charged: 1_771_200 });
      const { eicCode } = account;
      await change(account, '2026-02-15', { kind: 'power', eicCode, contractedPowerWatts: 3000 });
      await change(account, '2026-01-01', { kind: 'tariff', tariffCode: householdHeating });
    }
    await close('2026-02');
    // 2,000 kWh of the season of heating at 2.64.
    expect(await billOf(rolledOver, '2026-02')).toMatchObject({ recalculated: -336_000 });
    expect(await billOf(forward, '2026-02')).toMatchObject({ recalculated: -336_000 });
  });

  test('is part of the average of a month without a reading', async () => {
    const rolledOver = await makeRead(3000, 996_200, 300);
    const forward = await makeRead(3000, 100_000, 104_100);
    await close('2026-01');
    await close('2026-02');
    expect(await billOf(rolledOver, '2026-02')).toEqual(await billOf(forward, '2026-02'));
    expect(await billOf(rolledOver, '2026-02')).toMatchObject({ kwh: 3703 });
  });

  test('is charged though the supplier no longer accepts a roll-over from there', async () => {
    const account = await makeRead(10_000, 996_200, 300);
    await makeSupplier(db, { rules: { readings: { rollOverFromPercent: 100 } } });
    await close('2026-01');
    await makeSupplier(db);
    expect(await billOf(account, '2026-01')).toMatchObject({ kwh: 4100 });
  });
});

async function exceptionsOf(month: string) {
  const billing = createBilling({ db, clock });
  const context = { reference: '1', actor: 'test' };
  const by = { isEarly: false, reason: '', askedBy: 'Олена' };
  const asked = { period: month, kind: 'dryRun', dryRunNumber: null, undecidedReadings: null, ...by };
  expect(await billing.run(CLOSING_RUN_START.name, asked, context)).toMatchObject({ ok: true });
  await executeRuns({ db, pool: connected.pool, clock });
  const listed = await billing.run(CLOSING_RUN_LIST.name, { limit: 1 }, context);
  if (!listed.ok) throw new Error(listed.code);
  const [run] = CLOSING_RUN_LIST.output.parse(listed.data).runs;
  const filter = { runNumber: run?.runNumber, kind: null, account: null, after: null, limit: 100 };
  const found = await billing.run(CLOSING_EXCEPTION_LIST.name, filter, context);
  if (!found.ok) throw new Error(found.code);
  return { totals: run?.totals, exceptions: CLOSING_EXCEPTION_LIST.output.parse(found.data).exceptions };
}

test('a value that went back is listed before the closing with both values and their days, and closes', async () => {
  const account = await makeRead(10_000, 5000, 4100);
  const { totals, exceptions } = await exceptionsOf('2026-01');
  expect(totals).toMatchObject({ exceptions: [{ kind: 'lowerValue', accounts: 1 }], stopping: 0 });
  expect(exceptions).toMatchObject([
    {
      account: account.accountNumber,
      kind: 'lowerValue',
      stopsClosing: false,
      kwh: 0,
      steps: [
        {
          serialNumber: account.meters[0]?.serialNumber,
          zone: 'single',
          previousValue: 5000,
          previousDate: '2026-01-01',
          value: 4100,
          date: '2026-02-01',
        },
      ],
    },
  ]);
  await close('2026-01');
  expect(await billOf(account, '2026-01')).toMatchObject({ kwh: 0, charged: 0 });
});

test('a value below one that was read before a month by average is listed in the month of the reading', async () => {
  const account = await makeRead(10_000, 5000, 5100);
  await close('2026-01');
  await close('2026-02');
  await read(account, '2026-03', 5050);
  const { exceptions } = await exceptionsOf('2026-03');
  expect(
    exceptions.map(({ kind, steps }) => [kind, steps.map((step) => [step.previousDate, step.date])]),
  ).toContainEqual(['lowerValue', [['2026-02-01', '2026-04-01']]]);
});

async function linesOf({ accountNumber }: AccountHandle, month: string) {
  const rows = await query<{ line: string }>`
    select concat_ws(' ', kind, zone, energy_wh / 1000, to_char(from_date, 'DD.MM') || '–' || to_char(to_date, 'DD.MM')) as line
    from billing.charge_line where account_number = ${accountNumber} and period = ${month} order by line_number`;
  return rows.map(({ line }) => line);
}

describe('lines of a month with other zones have the days on which their meter counted', () => {
  const twoZones = async ({ accountNumber, eicCode, meterId }: AccountHandle) => {
    await query`update billing.meter set removed_on = '2026-01-16' where meter_id = ${meterId}::uuid`;
    await query`update billing.register set removed_value = 5050 where meter_id = ${meterId}::uuid`;
    const meter = { zoneScheme: 'two', digitCapacity: 6, installedOn: '2026-01-16' } as const;
    return insertMeter(db, { accountNumber, eicCode, meter });
  };
  const makeUnread = () =>
    makeAccount(db, {
      ...{ tariffCode: household, meters: [{ digitCapacity: 6 }] },
      history: [{ period: '2025-12', closing: { single: 5000 } }],
    });

  test('on the bill of the month', async () => {
    const account = await makeUnread();
    const { meterId } = await twoZones(account);
    await giveReading(db, {
      ...{ accountNumber: account.accountNumber, meterId, period: '2026-01', effectiveDate: '2026-02-01' },
      values: { day: 40, night: 0 },
    });
    await close('2026-01');
    const lines = await linesOf(account, '2026-01');
    expect(lines).toEqual(['energy single 50 01.01–15.01', 'energy day 40 16.01–31.01']);
  });

  test('on the bill that recalculates it, when the replacement is recorded later', async () => {
    const account = await makeUnread();
    await read(account, '2026-01', 5090);
    await close('2026-01');
    expect(await linesOf(account, '2026-01')).toEqual(['energy single 90 01.01–31.01']);
    await query`update billing.reading set status = 'superseded' where account_number = ${account.accountNumber}
      and period = '2026-01'`;
    const { meterId } = await twoZones(account);
    await giveReading(db, {
      ...{ accountNumber: account.accountNumber, meterId, period: '2026-02', effectiveDate: '2026-02-01' },
      values: { day: 40, night: 0 },
    });
    await query`insert into billing.recalculation_request (account_number, request_id, from_period, cause, requested_at)
      values (${account.accountNumber}, gen_random_uuid(), '2026-01', 'masterDataChange', '2026-03-01')`;
    await close('2026-02');
    expect((await linesOf(account, '2026-02')).filter((line) => line.startsWith('recalculation'))).toEqual([
      'recalculation single -90 01.01–31.01',
      'recalculation single 50 01.01–15.01',
      'recalculation day 40 16.01–31.01',
    ]);
  });
});
