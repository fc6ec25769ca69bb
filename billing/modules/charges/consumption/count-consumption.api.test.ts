import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ModuleInput } from '#billing/api/define-module.ts';
import { REPORT_COUNTS_ADD_UP, REPORT_ESTIMATED_READINGS } from '#billing/api/reports.ts';
import { seeded } from '#billing/modules/ledger/testing/random-ledger.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { insertHistory } from '#billing/testing/make-history.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';

const random = seeded(7);

const billing = provideTestBilling({ hasSupplier: true });

beforeAll(async () => {
  await sql`insert into billing.tariff (tariff_code, title) values ('heating', 'Electric heating')`.execute(
    billing.db,
  );
  for (let n = 0; n < 40; n += 1) {
    let value = 1000;
    const history = Array.from({ length: 5 }, (_, month) => {
      value += random(400);
      const basis = (['actual', 'brought', 'estimated'] as const)[random(3)] ?? 'actual';
      return { period: addMonths(billingPeriod('2026-05'), month), closing: { single: value }, basis };
    });
    const { accountNumber, meters, meterId } = await makeAccount(billing.db, {
      customerType: random(5) === 0 ? 'entity' : 'person',
      meters: [{ digitCapacity: 6 }],
    });
    const region = ['', 'Київська', 'Одеська'][random(3)] ?? '';
    await sql`update billing.premises set region = ${region} where account_number = ${accountNumber}`.execute(
      billing.db,
    );
    const [meter] = meters;
    if (meter) await insertHistory(billing.db, accountNumber, meter, history);
    const month = { period: '2026-10', effectiveDate: '2026-11-01', values: { single: value + 100 } };
    if (random(2) === 0) await giveReading(billing.db, { accountNumber, meterId, ...month });
  }
  await closeMonth(billing.url, '2026-10');
  await billing.ask(REPORT_COUNTS_ADD_UP, {});
});

const reportOf = (asked: Partial<ModuleInput<typeof REPORT_ESTIMATED_READINGS>> = {}) =>
  billing.ask(REPORT_ESTIMATED_READINGS, {
    by: 'period',
    from: '2026-01',
    to: '2026-12',
    customerType: null,
    region: null,
    tariff: null,
    sort: { column: 'period', descending: false },
    offset: 0,
    limit: 10_000,
    ...asked,
  });

const columns = {
  period: sql`''`,
  type: sql`customer_type`,
  region: sql`coalesce(region, '')`,
  tariff: sql`title`,
};

test.each([
  ['period', {}, sql`true`],
  ['type', {}, sql`true`],
  ['region', { customerType: 'person' }, sql`customer_type = 'person'`],
  [
    'tariff',
    { region: 'київ', from: '2026-06', to: '2026-09' },
    sql`region = 'Київська' and period between '2026-06' and '2026-09'`,
  ],
  ['period', { tariff: 'HOUSE' }, sql`title = 'Household'`],
] as const)(
  'REPORT_ESTIMATED_READINGS by %s with %j agrees with what was charged',
  async (by, filter, condition) => {
    const { rows: expected } = await sql<{ row: string }>`
    select concat_ws('|', period, of, count(*), count(*) filter (where basis = 'estimated'),
      count(*) filter (where basis = 'brought'), count(*) filter (where basis = 'actual'), round(sum(energy_wh) / 1000.0),
      round(coalesce(sum(energy_wh) filter (where basis = 'estimated'), 0) / 1000.0)) as row
    from (
      select *, ${columns[by]} as of from billing.consumption join billing.account using (account_number)
      join billing.customer using (customer_id) left join billing.premises using (account_number)
      join billing.tariff using (tariff_code)) charged
    where ${condition} group by period, of order by period, of`.execute(billing.db);
    const { rows, totals, count } = await reportOf({ by, ...filter });
    const found = rows.map(({ period, of, registers, estimated, brought, actual, kwh, estimatedKwh }) =>
      [period, of, registers, estimated, brought, actual, kwh, estimatedKwh].join('|'),
    );
    expect(found).toEqual(expected.map(({ row }) => row));
    expect(found.length).toBeGreaterThan(3);
    expect(count).toBe(found.length);
    expect(totals.registers).toBe(rows.reduce((sum, { registers }) => sum + registers, 0));
    for (const { estimated, registers, estimatedShare } of rows)
      expect(estimatedShare).toBeCloseTo(estimated / registers, 10);
  },
);

test('a month keeps the tariff and the region that it was charged by', async () => {
  const before = await reportOf({ by: 'tariff' });
  await sql`update billing.account set tariff_code = 'heating'`.execute(billing.db);
  expect((await reportOf({ by: 'tariff' })).rows).toEqual(before.rows);
});
