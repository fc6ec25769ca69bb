import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { costOf, loadPricings } from '#billing/testing/pricing.ts';
import { wattHours } from '#domain/energy.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import type { TestDatabase } from '#platform/testing/test-database.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

const day = '2026-12-01';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;

/** The sample with its 24 closed months. */
beforeAll(async () => {
  database = await createSampleDatabase(day);
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 6 });
  const _clock = fixedClock(kyivInstant(localDate(day), 12, 0));
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

async function ask<Row>(text: string): Promise<Row[]> {
  return (await connected.pool.query(text)).rows as Row[];
}

test('every bill is the sum of its lines and agrees with the ledger', async () => {
  expect(await checkLedger(connected.db as BillingDatabase)).toEqual([]);
});

test('each month of a register opens with the previous closing value', async () => {
  const gaps = await ask(`select * from (
      select account_number, meter_id, zone, period, opening_value, from_date,
        lag(closing_value) over register as closed, lag(to_date) over register as ended
      from billing.consumption
      window register as (partition by account_number, meter_id, zone order by period)
    ) month where closed is not null and (closed <> opening_value or ended <> from_date)`);
  expect(gaps).toEqual([]);
});

test('consumption of a register is the difference of its values, less the credit of a high estimate', async () => {
  const mismatches = await ask(`
    select c.* from billing.consumption c join billing.meter m using (account_number, meter_id)
    where c.energy_wh - c.overestimated_wh <> m.coefficient * 1000 * (
      case when c.closing_value >= c.opening_value or c.overestimated_wh > 0 then c.closing_value - c.opening_value
        else c.closing_value - c.opening_value + power(10, m.digit_capacity)::bigint end)`);
  expect(mismatches).toEqual([]);
  const [found] = await ask<{ estimated: number; brought: number; rolled: number }>(`
    select count(*) filter (where basis = 'estimated')::int as estimated,
      count(*) filter (where basis = 'brought')::int as brought,
      count(*) filter (where closing_value < opening_value and overestimated_wh = 0)::int as rolled
    from billing.consumption`);
  expect(found?.estimated).toBeGreaterThan(0);
  expect(found?.brought).toBeGreaterThan(0);
  expect(found?.rolled).toBeGreaterThan(0);
});

test('each bill without a contract charges its consumption by the tariff of its month', async () => {
  const rows = await ask<{
    account: string;
    period: BillingPeriod;
    charged: bigint;
    meterId: string;
    zone: Zone;
    energyWh: number;
    isEstimated: boolean;
  }>(`select b.account_number as account, b.period, b.charged_kopiykas as charged, c.meter_id as "meterId", c.zone,
      c.energy_wh::float8 as "energyWh", c.basis = 'estimated' as "isEstimated"
    from billing.bill b join billing.consumption c using (account_number, period)
    where account_number not in (select account_number from billing.entity_contract) order by 1, 2`);
  const db = connected.db as BillingDatabase;
  const pricings = await loadPricings(db, [...new Set(rows.map((row) => row.account))]);
  const bills = Map.groupBy(rows, (row) => `${row.account} ${row.period}`);
  expect(bills.size).toBeGreaterThan(7000);
  for (const [name, [first, ...others]] of bills) {
    const pricing = pricings.get(first?.account ?? '');
    if (first === undefined || pricing === undefined) throw new Error(name);
    const consumptions = [first, ...others].map((row) => ({ ...row, energy: wattHours(row.energyWh) }));
    const cost = costOf(pricing, { period: first.period, consumptions });
    expect(cost.amount, name).toBe(first.charged);
  }
});

test('each bill of a contract is the invoice of its month, and reactive energy is invoiced apart', async () => {
  const differing = await ask(`select b.account_number, b.period from billing.bill b
    left join billing.invoice i on i.account_number = b.account_number and i.period = b.period and i.payee = 'supplier'
    where b.account_number in (select account_number from billing.entity_contract)
      and b.charged_kopiykas is distinct from i.gross_kopiykas`);
  expect(differing).toEqual([]);
  expect(
    await ask(`select account_number as account, payee, count(*)::int as months from billing.invoice
      group by 1, 2 order by 1, 2`),
  ).toEqual([
    { account: '1000000001', payee: 'supplier', months: 24 },
    { account: '1000000002', payee: 'supplier', months: 24 },
    { account: '1000000003', payee: 'supplier', months: 24 },
    { account: '1000000004', payee: 'supplier', months: 24 },
    { account: '1000000005', payee: 'supplier', months: 24 },
    { account: '1000000006', payee: 'operator', months: 24 },
    { account: '1000000006', payee: 'supplier', months: 24 },
    { account: '1000000007', payee: 'supplier', months: 24 },
  ]);
});

test('payments of companies leave what their plans say: at most a month, the water utility three', async () => {
  const rows = await ask<{ account: string; months: number }>(`
    select distinct on (account_number) account_number as account,
      (closing_kopiykas / nullif(charged_kopiykas, 0)::numeric)::float8 as months
    from billing.bill where account_number in (select account_number from billing.entity_contract)
    order by account_number, period desc`);
  const months = new Map(rows.map(({ account, months }) => [account, months]));
  expect(months.get('1000000006')).toBeGreaterThan(2.5);
  expect(months.get('1000000003')).toBeGreaterThan(1.5);
  for (const account of ['1000000001', '1000000002', '1000000004', '1000000005', '1000000007'])
    expect(Math.abs(months.get(account) ?? Number.NaN), account).toBeLessThan(1.01);
});

test('the points of companies show losses, sub-consumers and an adjustment, and none is held', async () => {
  const [quantities] = await ask(`select count(*) filter (where is_held)::int as held,
      count(*) filter (where loss_kwh > 0)::int > 0 as losses, count(*) filter (where sub_kwh > 0)::int > 0 as subs,
      count(*) filter (where reactive_import_kvarh > 0)::int > 0 as reactive
    from billing.invoice_quantity`);
  expect(quantities).toEqual({ held: 0, losses: true, subs: true, reactive: true });
  expect(
    await ask(`select distinct account_number as account, quantity::int as kwh, for_period as "forPeriod"
      from billing.invoice_line where kind = 'adjustment'`),
  ).toEqual([{ account: '1000000002', kwh: -640, forPeriod: '2026-10' }]);
});

test('the bakery prepays the volume declared for the open month at the prices of the last closed one', async () => {
  const planned =
    await ask(`select p.due_on::text as "dueOn", p.amount_kopiykas::int as amount, p.declared_kwh::int as kwh,
      i.quantity::int as billed, i.gross_kopiykas::int as gross
    from billing.planned_payment p join billing.invoice i using (account_number)
    where p.account_number = '1000000001' and p.period = '2026-12' and i.period = '2026-11'`);
  // 58853.84 / 4232 × 4580 = 63693.42
  expect(planned).toEqual([
    { dueOn: '2026-12-20', amount: 6_369_342, kwh: 4580, billed: 4232, gross: 5_885_384 },
  ]);
});

test('losses by formula count the hours of the month: 743 in March, 745 in October', async () => {
  expect(
    await ask(`select period, loss_kwh::int as kwh from billing.invoice_quantity
      where eic_code = '62Z0000047060045' and period in ('2025-03', '2026-03', '2026-10') order by period`),
  ).toEqual([
    { period: '2025-03', kwh: 771 },
    { period: '2026-03', kwh: 771 },
    { period: '2026-10', kwh: 760 },
  ]);
});
