import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { USAGE_INTERVALS } from '#billing/api/data-export.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';

let household: AccountHandle;

const billing = provideTestBilling({ hasSupplier: true });

beforeAll(async () => {
  household = await makeAccount(billing.db, {
    meters: [{ zoneScheme: 'two', digitCapacity: 6 }],
    history: [{ period: '2026-09', closing: { day: 12345, night: 4100 } }],
  });
  const values = { day: 12425, night: 4140 };
  await giveReading(billing.db, { ...household, period: '2026-10', effectiveDate: '2026-11-01', values });
  await closeMonth(billing.url, '2026-10');
});

const ask = (fields: { from?: string; to?: string } = {}) =>
  billing.ask(USAGE_INTERVALS, { accountNumber: household.accountNumber, ...fields });

test('returns energy per register and month, with the cost of the bill', async () => {
  const { intervals, bills } = await ask({ from: '2026-10-15', to: '2026-10-15' });
  expect(
    intervals.map(({ zone, from, to, energyWh, cost, basis }) => [zone, from, to, energyWh, cost, basis]),
  ).toEqual([
    ['day', '2026-10-01', '2026-11-01', 80_000, '345.60', 'actual'],
    ['night', '2026-10-01', '2026-11-01', 40_000, '86.40', 'actual'],
  ]);
  expect(bills).toMatchObject([{ period: '2026-10', energyWh: 120_000, charged: '432.00' }]);
});

test('returns [] for days outside all months, and everything without days', async () => {
  expect(await ask({ from: '2027-01-01' })).toMatchObject({ intervals: [], bills: [] });
  const all = await ask();
  expect(all.intervals.length).toBeGreaterThanOrEqual(2);
  const { intervals } = await ask({ from: '2000-01-01', to: '2100-01-01' });
  expect(all.intervals).toEqual(intervals);
});

test('splits the cost of a zone by energy when the meter was replaced in the month, to the kopiyka', async () => {
  const { accountNumber, meterId } = household;
  await sql`
    with old as (select * from billing.meter where account_number = ${accountNumber} and meter_id = ${meterId}),
    added as (
      insert into billing.meter (account_number, meter_id, eic_code, serial_number, meter_type, zone_scheme,
        digit_capacity, installed_on)
      select account_number, gen_random_uuid(), eic_code, 'NEW-1', meter_type, zone_scheme, digit_capacity, '2026-10-21'
      from old returning account_number, meter_id),
    registers as (
      insert into billing.register (account_number, meter_id, zone, installed_value)
      select account_number, meter_id, 'day', 0 from added returning account_number, meter_id)
    select 1`.execute(billing.db);
  await sql`
    insert into billing.consumption (account_number, period, meter_id, zone, from_date, to_date, opening_value,
      closing_value, energy_wh, basis, average_ground, is_review_pending)
    select account_number, '2026-10', meter_id, 'day', '2026-10-21', '2026-11-01', 0, 7, 7000, 'estimated', 'norm', true
    from billing.meter where serial_number = 'NEW-1'`.execute(billing.db);
  const { intervals } = await ask({ from: '2026-10-01', to: '2026-10-31' });
  const day = intervals.filter(({ zone }) => zone === 'day');
  expect(day.map(({ ground, isReviewPending }) => [ground, isReviewPending])).toContainEqual(['norm', true]);
  // 34560 kopiykas split by 80 and 7: 31779.31 and 2780.69.
  expect(day.map(({ cost }) => cost)).toEqual(['317.79', '27.81']);
});

test('refuses an unknown account', () =>
  expect(billing.ask(USAGE_INTERVALS, { accountNumber: '9999999999' })).rejects.toThrow());
