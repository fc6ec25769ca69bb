import { afterAll, beforeAll, expect, test } from 'vitest';
import { BILL_EXPLAIN } from '#billing/api/bills.ts';
import type { ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleBillExplain } from '#billing/modules/bills/explain-bill.ts';
import { moneyFromWire, moneyToWire, subtractMoney, sumMoney } from '#domain/money.ts';
import { addMonths, type BillingPeriod, billingPeriod } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import type { TestDatabase } from '#platform/testing/test-database.ts';
import { usualPart } from '#platform/testing/usual-part.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

const day = '2026-12-01';

type Explanation = ModuleOutput<typeof BILL_EXPLAIN>;
type Against = ModuleInput<typeof BILL_EXPLAIN>['against'];

const clock = fixedClock(kyivInstant(localDate(day), 12, 0));
const callers = 6;

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;

beforeAll(async () => {
  database = await createSampleDatabase(day);
  connected = connectDatabase<unknown>({ url: database.url, poolSize: callers });
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

async function explain(
  accountNumber: string,
  period: string,
  against: Against,
): Promise<Explanation | string> {
  const handle = handleBillExplain.build({ db: connected.db as BillingDatabase, clock });
  const input = { accountNumber, period, against };
  const result = await handle(input, { reference: '0199f000-0000-7000-8000-000000000001', actor: 'test' });
  return result.ok ? BILL_EXPLAIN.output.parse(result.data) : result.code;
}

/** Non-zero parts: "kwh day +18: 77.76". */
async function explained(account: string, period: string, against: Against = 'previous'): Promise<string[]> {
  const explanation = await explain(account, period, against);
  if (typeof explanation === 'string') return [explanation];
  return explanation.parts
    .filter(({ sum }) => sum !== '0.00')
    .map((part) => `${'zone' in part ? `${part.kind} ${part.zone}` : part.kind} ${part.sum}`);
}

interface Closing {
  readonly account: string;
  readonly period: BillingPeriod;
  readonly closing: bigint;
}

test('explains every bill of the sample to the kopiyka, against the previous bill and the previous year', async () => {
  const { rows } = await connected.pool.query<Closing>(
    `select account_number as account, period, closing_kopiykas as closing
    from billing.bill order by 1, 3`,
  );
  expect(rows.length).toBeGreaterThan(7000);
  const closings = new Map(rows.map((row) => [`${row.account} ${row.period}`, row.closing]));
  const mismatches: string[] = [];
  let explanations = 0;
  const check = async ({ account, period, closing }: Closing, against: Against) => {
    const base = closings.get(`${account} ${addMonths(period, against === 'previous' ? -1 : -12)}`);
    const result = await explain(account, period, against);
    if (typeof result === 'string' || base === undefined) {
      if (result !== 'billing.noComparison')
        mismatches.push(`${account} ${period} ${against}: ${JSON.stringify(result)}`);
      return;
    }
    explanations += 1;
    const sum = moneyToWire(sumMoney(result.parts.map((part) => moneyFromWire(part.sum))));
    const difference = moneyToWire(subtractMoney(closing as never, base as never));
    if (sum !== difference || result.difference !== difference)
      mismatches.push(`${account} ${period} ${against}: ${sum}`);
  };
  const accounts = [...new Set(rows.map(({ account }) => account))];
  const checked = new Set(usualPart(accounts, 120));
  const queue = rows
    .filter(({ account }) => checked.has(account))
    .flatMap((row) => (['previous', 'lastYear'] as const).map((against) => ({ row, against })));
  const walk = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await check(next.row, next.against);
  };
  await Promise.all(Array.from({ length: callers }, walk));
  expect(mismatches).toEqual([]);
  expect(explanations).toBeGreaterThan(20 * checked.size);
}, 180_000);

test('explains a two-zone household by the consumption of each zone and the debt', async () => {
  expect(await explained('2390001111', '2026-11')).toMatchInlineSnapshot(`
    [
      "days -10.80",
      "kwh day 116.64",
      "kwh night 28.08",
      "debt 298.08",
    ]
  `);
});

test('explains electric heating by the season of the tariff', async () => {
  expect(await explained('2390001113', '2026-10')).toMatchInlineSnapshot(`
    [
      "days 77.76",
      "kwh single 1252.80",
      "tariff -1439.76",
    ]
  `);
});

test('counts a replaced meter as one', async () => {
  const explanation = await explain('2390002001', '2026-11', 'previous');
  if (typeof explanation === 'string') throw new Error(explanation);
  expect(explanation.bill.days).toBe(30);
  expect(explanation.parts.filter(({ kind }) => kind === 'kwh')).toHaveLength(1);
});

test('explains an unpaid bill as debt', async () => {
  expect(await explained('2390001130', '2026-11')).toMatchInlineSnapshot(`
    [
      "days -25.92",
      "kwh single 95.04",
      "debt 864.00",
    ]
  `);
});

test('explains the credit of a high estimate as a separate part', async () => {
  expect(await explained('2390002007', '2026-09')).toMatchInlineSnapshot(`
    [
      "days -30.24",
      "kwh single -630.72",
      "recalculation -2047.68",
      "debt 859.68",
    ]
  `);
});

test('refuses the first bill, which has nothing to compare with', async () => {
  const { rows } = await connected.pool.query<{ period: string }>(
    `select min(period) as period from billing.bill where account_number = '2390001111'`,
  );
  const first = billingPeriod(rows[0]?.period ?? '');
  expect(await explained('2390001111', first)).toEqual(['billing.noComparison']);
  expect(await explained('2390001111', addMonths(first, -1))).toEqual(['billing.noCharges']);
});
