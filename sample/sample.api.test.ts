import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { USAGE_INTERVALS } from '#billing/api/data-export.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkFolder } from '#billing/modules/import/check-folder.ts';
import { moneyFromWire, moneyToWire, sumMoney } from '#domain/money.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { writeGreenButton } from '#portal/modules/data-export/green-button/green-button.template.ts';
import { checkEspi } from '#portal/modules/data-export/green-button/testing/check-espi.ts';
import { readXml } from '#portal/modules/data-export/green-button/testing/read-xml.ts';
import { makeSample } from './make-sample.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

/** The 1st of a month, half an hour after midnight, when the month before has just ended. */
const day = '2026-12-01';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
/** A database without a supplier. */
let empty: TestDatabase;
let folder: string;

beforeAll(async () => {
  empty = await createTestDatabase();
  database = await createSampleDatabase(day);
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 4 });
  folder = await mkdtemp(join(tmpdir(), 'svitlo-sample-'));
});

afterAll(async () => {
  await connected.close();
  await database.close();
  await empty.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask<Row>(text: string): Promise<Row[]> {
  return (await connected.pool.query(text)).rows as Row[];
}

// '2026-12-01' is loaded whole below.
test.each(usualPart(['2028-02-29', '2027-01-02', '2026-11-20', '2027-03-03', '2027-04-10', '2026-10-31'], 2))(
  'the sample made on %s is imported without problems',
  async (today) => {
    makeSample(folder, localDate(today));
    const { pool, close } = connectDatabase<unknown>({ url: empty.url, poolSize: 1 });
    const client = await pool.connect();
    try {
      await client.query('begin');
      const now = kyivInstant(localDate(today), 0, 30);
      const { problems } = await checkFolder(client, folder, now, () => undefined);
      expect(problems.list).toEqual([]);
      expect(problems.total).toBe(0);
    } finally {
      await client.query('rollback');
      client.release();
      await close();
    }
  },
);

test('the sample loaded on the 1st agrees with its README', async () => {
  expect(
    await ask(`select (select count(*)::int from billing.account) as accounts,
      (select count(*)::int from billing.feed_in_month) as acts,
      (select count(*)::int from billing.period where state = 'closed') as closed`),
  ).toEqual([{ accounts: 330, acts: 24, closed: 24 }]);

  const bill = (account: string, columns: string) =>
    ask(
      `select ${columns} from billing.bill where account_number = '${account}' order by period desc limit 1`,
    );
  expect(
    await bill(
      '2390001111',
      `period, opening_kopiykas as opening, charged_kopiykas as charged, paid_kopiykas as paid, closing_kopiykas as "toPay"`,
    ),
  ).toEqual([{ period: '2026-11', opening: 50n, charged: 43200n, paid: 0n, toPay: 43250n }]);
  expect(
    await ask(`select zone, opening_value as before, closing_value as after from billing.consumption
      where account_number = '2390001111' and period = '2026-11' order by zone`),
  ).toEqual([
    { zone: 'day', before: 12345n, after: 12425n },
    { zone: 'night', before: 4100n, after: 4140n },
  ]);
  expect(await bill('2390001112', 'closing_kopiykas as closing')).toEqual([{ closing: -3720n }]);
  expect(
    await ask(`select charged_kopiykas as charged, energy_wh as energy from billing.bill
      where account_number = '2390001113' and period = '2026-01'`),
  ).toEqual([{ charged: 679_200n, energy: 2_350_000n }]);
  const [indebted] = await ask<{ debt: bigint; charged: bigint }>(
    `select (select closing_kopiykas from billing.bill where account_number = '2390001130' order by period desc limit 1)
      as debt, (select sum(charged_kopiykas)::bigint from billing.bill where account_number = '2390001130'
      and period >= '2026-07') as charged`,
  );
  expect(indebted?.debt).toBeGreaterThanOrEqual(indebted?.charged ?? 0n);
  expect(
    await ask(`select zone, opening_value as before, closing_value as after, energy_wh as energy from billing.consumption
      where account_number = '2390002004' and period = '2026-10'`),
  ).toEqual([{ zone: 'single', before: 99_998n, after: 123n, energy: 125_000n }]);
  expect(await bill('2390002005', 'is_estimated as estimated')).toEqual([{ estimated: true }]);
  // Estimated while nobody was at home; credited three months later.
  expect(
    await ask(`select period, charged_kopiykas > 0 as charged from billing.bill
      where account_number = '2390002007' and recalculated_kopiykas < 0 order by period desc limit 1`),
  ).toEqual([{ period: '2026-09', charged: true }]);
  expect(
    await ask(`select count(*)::int as meters from billing.consumption
      where account_number = '2390002001' and period = '2026-11'`),
  ).toEqual([{ meters: 2 }]);
  expect(
    await ask(
      `select state from billing.payment where account_number = '2390002026' and started_at >= '2026-11-30T22:00Z'`,
    ),
  ).toEqual([{ state: 'confirmed' }]);
  expect(
    await ask(`select account_number from billing.bill b where period = '2026-11' and closing_kopiykas <> (
      select coalesce(sum(case when debit_account = 'receivable' then amount_kopiykas else -amount_kopiykas end), 0)
      from billing.ledger_entry e where e.account_number = b.account_number and period <= '2026-11'
        and 'receivable' in (debit_account, credit_account))`),
  ).toEqual([]);
  // Consumption in the feed-in acts equals the charged consumption.
  expect(
    await ask(`select account_number as account, count(*)::int as acts,
      count(*) filter (where exported_wh = 0)::int as idle, bool_and(consumed_wh = energy_wh) as agrees
      from billing.feed_in_month join billing.bill using (account_number, period) group by account_number`),
  ).toEqual([{ account: '2390002033', acts: 24, idle: 2, agrees: true }]);
  expect(await ask(`select count(*)::int as bills from billing.bill where period = '2026-11'`)).toEqual([
    { bills: 329 },
  ]);
});

test('the data export of every sample account with a tariff adds up to its bills and is valid Green Button', async () => {
  const at = kyivInstant(localDate(day), 0, 30);
  const { run } = createBilling({ db: connected.db as BillingDatabase, clock: fixedClock(at) });
  // The prices of contracts are on their invoices.
  const accounts = await ask<{ account: string }>(`select account_number as account from billing.account
    where account_number not in (select account_number from billing.entity_contract)`);
  expect(accounts).toHaveLength(323);
  for (const { account } of usualPart(accounts, 60)) {
    const input = { accountNumber: account };
    const answered = await run(USAGE_INTERVALS.name, input, { reference: 'test', actor: 'test' });
    if (!answered.ok) throw new Error(`${account}: ${answered.code}`);
    const usage = USAGE_INTERVALS.output.parse(answered.data);
    const ofMonth = Map.groupBy(usage.intervals, ({ period }) => period);
    const counted = usage.bills.map(({ period }) => {
      const intervals = ofMonth.get(period) ?? [];
      const cost = moneyToWire(sumMoney(intervals.map((interval) => moneyFromWire(interval.cost))));
      return [period, intervals.reduce((sum, { energyWh }) => sum + energyWh, 0), cost];
    });
    expect([account, ...counted]).toEqual([
      account,
      ...usage.bills.map(({ period, energyWh, charged }) => [period, energyWh, charged]),
    ]);
    expect(checkEspi(readXml(writeGreenButton(account, usage, at).toString()))).toEqual([]);
  }
});
