import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITY_CONSUMPTION } from '#billing/api/consumption.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

let billing: TestBilling;

beforeAll(async () => {
  billing = await startTestBilling('2026-11-22T10:00:00Z', await createSampleDatabase('2026-11-22'));
});
afterAll(() => billing.close());

/** kWh that the lines of the supplier's invoices bill, by month: each point once, whatever parts its price has. */
async function billedByLines(accountNumbers: readonly string[]) {
  const { rows } = await sql<{ period: string; kwh: string; gross: string }>`
    select period, (select sum(gross_kopiykas) from billing.invoice i where i.account_number = any(${[...accountNumbers]}::text[])
        and i.period = l.period and i.payee = 'supplier') as gross, sum(quantity) as kwh
    from (select distinct account_number, period, eic_code, component, quantity, min(component) over (
        partition by account_number, period, eic_code) as first
      from billing.invoice_line
      where account_number = any(${[...accountNumbers]}::text[]) and payee = 'supplier' and kind = 'energy') l
    where component = first group by period order by period`.execute(billing.db);
  return new Map(rows.map(({ period, kwh, gross }) => [period, { kwh: Number(kwh), gross: Number(gross) }]));
}

test.each([
  ['a bakery', ['1000000001']],
  ['a chain with two accounts', ['1000000002', '1000000003']],
  ['schools', ['1000000005']],
  ['a water utility with sub-consumers', ['1000000006']],
  ['an office centre that bills its tenants apart', ['1000000007']],
])('%s: the months are those of its invoices', async (_, accountNumbers) => {
  const { months } = await billing.ask(ENTITY_CONSUMPTION, { accountNumbers });
  const lines = await billedByLines(accountNumbers);
  expect(months.map(({ period }) => period)).toEqual([
    ...['2025-11', '2025-12'],
    ...Array.from({ length: 11 }, (_each, month) => `2026-${String(month + 1).padStart(2, '0')}`),
  ]);
  for (const { period, kwh, sum, invoices, lastYearKwh } of months.slice(0, -1)) {
    const billed = lines.get(period);
    expect({ period, kwh, kopiykas: Math.round(Number(sum) * 100), invoices }).toEqual({
      period,
      kwh: billed?.kwh,
      kopiykas: billed?.gross,
      invoices: accountNumbers.length,
    });
    const before = `${Number(period.slice(0, 4)) - 1}${period.slice(4)}`;
    expect(lastYearKwh).toBe(lines.get(before)?.kwh ?? null);
  }
  expect(months.at(-1)).toMatchObject({ period: '2026-11', kwh: null, sum: null, invoices: 0 });
});

test.each(['1000000006', '1000000007'])(
  '%s: all of its points have the energy of its invoices',
  async (one) => {
    const { rows } = await sql<{ eic: string }>`select eic_code as eic from billing.metering_point
    where account_number = ${one}`.execute(billing.db);
    const points = rows.map(({ eic }) => eic);
    const [ofPoints, ofInvoices] = [
      await billing.ask(ENTITY_CONSUMPTION, { accountNumbers: [one], points }),
      await billing.ask(ENTITY_CONSUMPTION, { accountNumbers: [one] }),
    ];
    expect(ofPoints.months).toEqual(ofInvoices.months.map((month) => ({ ...month, sum: null })));
  },
);

test('a company is the sum of its accounts, and one without invoices has none', async () => {
  const of = async (...accountNumbers: string[]) =>
    (await billing.ask(ENTITY_CONSUMPTION, { accountNumbers })).months.map(({ kwh }) => kwh ?? 0);
  const [both, first, second] = [
    await of('1000000002', '1000000003'),
    await of('1000000002'),
    await of('1000000003'),
  ];
  expect(both).toEqual(first.map((kwh, place) => kwh + (second[place] ?? 0)));
  expect(await of()).toEqual(Array(13).fill(0));
});
