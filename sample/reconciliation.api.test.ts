import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECONCILIATION_GET, RECONCILIATION_MONTHS } from '#billing/api/reconciliation-acts.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import type { TestDatabase } from '#platform/testing/test-database.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

const day = '2026-12-01';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let run: ReturnType<typeof createBilling>['run'];
let accounts: { account: string; first: string; last: string }[];

const context = { reference: 'test', actor: 'test' };

beforeAll(async () => {
  database = await createSampleDatabase(day);
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 6 });
  const clock = fixedClock(kyivInstant(localDate(day), 12, 0));
  const db = connected.db as BillingDatabase;
  ({ run } = createBilling({ db, clock }));
  accounts = await query(`
    select account_number as account, min(period) as first, max(period) as last
    from billing.bill group by 1 order by 1`);
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

async function query<Row>(text: string): Promise<Row[]> {
  return (await connected.pool.query(text)).rows as Row[];
}

async function actOf(accountNumber: string, from: string, to: string, isContinued = false) {
  const input = { accountNumber, from, to, isContinued };
  const result = await run(RECONCILIATION_GET.name, input, context);
  if (!result.ok) throw new Error(`${accountNumber}: ${result.code}`);
  return RECONCILIATION_GET.output.parse(result.data);
}

test('an act over all months of an account has the opening of the first bill and the closing of the last one', async () => {
  expect(accounts.length).toBeGreaterThan(100);
  const sums = await query<{
    account: string;
    opening: string;
    closing: string;
    debit: string;
    credit: string;
  }>(`
    with bill as (
      select account_number, (array_agg(opening_kopiykas order by period))[1] as opening,
        (array_agg(closing_kopiykas order by period desc))[1] as closing, max(period) as last
      from billing.bill group by 1
    )
    select b.account_number as account, (b.opening / 100.0)::numeric(15, 2)::text as opening,
      (b.closing / 100.0)::numeric(15, 2)::text as closing,
      (coalesce(sum(amount_kopiykas) filter (where debit_account = 'receivable'), 0) / 100.0)::numeric(15, 2)::text as debit,
      (coalesce(sum(amount_kopiykas) filter (where credit_account = 'receivable'), 0) / 100.0)::numeric(15, 2)::text
        as credit
    from bill b left join billing.ledger_entry e
      on e.account_number = b.account_number and e.period <= b.last and e.kind <> 'opening'
    group by b.account_number, b.opening, b.closing order by 1`);
  const found = await Promise.all(
    accounts.map(async ({ account, first, last }) => {
      const { opening, closing, turnover } = await actOf(account, first, last);
      return { account, opening, closing, ...turnover };
    }),
  );
  expect(found).toEqual(sums);
});

test('an act of one month has the opening and closing balance of its bill', async () => {
  const bills = await query<{ account: string; period: string; opening: string; closing: string }>(`
    select account_number as account, period, (opening_kopiykas / 100.0)::numeric(15, 2)::text as opening,
      (closing_kopiykas / 100.0)::numeric(15, 2)::text as closing
    from billing.bill where period in ('2026-11', '2026-10', '2026-01') order by 1, 2`);
  expect(bills.length).toBeGreaterThan(accounts.length);
  const found = await Promise.all(
    bills.map(async ({ account, period }) => {
      const { opening, closing } = await actOf(account, period, period);
      return { account, period, opening, closing };
    }),
  );
  expect(found).toEqual(bills);
});

test('acts of consecutive months join without a gap', async () => {
  for (const { account, first, last } of accounts.slice(0, 40)) {
    const middle = addMonths(billingPeriod(first), 7);
    if (middle >= last) continue;
    const whole = await actOf(account, first, last);
    const before = await actOf(account, first, middle);
    const after = await actOf(account, addMonths(middle, 1), last, true);
    expect(after.opening).toBe(before.closing);
    expect([...before.rows, ...after.rows]).toEqual(whole.rows);
    expect(whole.rows.at(-1)?.balance ?? whole.opening).toBe(whole.closing);
  }
});

test('RECONCILIATION_MONTHS ends with the last closed month', async () => {
  const [some] = accounts;
  const result = await run(RECONCILIATION_MONTHS.name, { accountNumber: some?.account }, context);
  expect(result).toMatchObject({ ok: true, data: { first: some?.first, last: '2026-11' } });
});
