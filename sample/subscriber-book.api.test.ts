import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUBSCRIBER_BOOK_GET } from '#billing/api/subscriber-book.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type SubscriberBookData, subscriberBookSchema } from '#contract/values/subscriber-book.ts';
import { moneyFromWire, sumMoney } from '#domain/money.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import type { TestDatabase } from '#platform/testing/test-database.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

const day = '2026-12-01';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
/** All years of all sample accounts. */
const books = new Map<string, SubscriberBookData[]>();
/** Accounts whose prices are on invoices, and whose energy has losses and sub-consumers. */
const contracts = new Set<string>();

beforeAll(async () => {
  database = await createSampleDatabase(day);
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 6 });
  const clock = fixedClock(kyivInstant(localDate(day), 12, 0));
  const db = connected.db as BillingDatabase;
  const { run } = createBilling({ db, clock });
  const ask = async (accountNumber: string, year: number | null) => {
    const answered = await run(
      SUBSCRIBER_BOOK_GET.name,
      { accountNumber, year },
      { reference: 'test', actor: 'test' },
    );
    if (!answered.ok) throw new Error(`${accountNumber}: ${answered.code}`);
    return subscriberBookSchema.parse(answered.data);
  };
  for (const { account } of await query<{ account: string }>(
    'select distinct account_number as account from billing.entity_contract',
  ))
    contracts.add(account);
  for (const { account } of await query<{ account: string }>(
    'select account_number as account from billing.account order by 1',
  )) {
    const latest = await ask(account, null);
    const years = await Promise.all(latest.years.map((year) => ask(account, year)));
    books.set(account, years.reverse());
  }
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

async function query<Row>(text: string): Promise<Row[]> {
  return (await connected.pool.query(text)).rows as Row[];
}

const rowsOf = (account: string) => (books.get(account) ?? []).flatMap(({ rows }) => rows);

test('every month of every book agrees with its bill, and every bill has a month', async () => {
  const expected = await query<{ line: string }>(`
    select concat_ws(' ', account_number, period, energy_wh / 1000, (opening_kopiykas / 100.0)::numeric(15, 2),
      (charged_kopiykas / 100.0)::numeric(15, 2), (recalculated_kopiykas / 100.0)::numeric(15, 2),
      (benefit_kopiykas / 100.0)::numeric(15, 2), (paid_kopiykas / 100.0)::numeric(15, 2), (closing_kopiykas / 100.0)::numeric(15, 2), is_estimated) as line
    from billing.bill order by account_number, period`);
  const found = [...books.keys()].flatMap((account) =>
    rowsOf(account)
      .filter(({ kwh }) => kwh !== null)
      .map((row) => {
        const sums = [row.opening, row.charged, row.recalculated, row.benefit, row.paid, row.closing];
        return [account, row.period, row.kwh, ...sums, row.isEstimated ? 't' : 'f'].join(' ');
      }),
  );
  expect(expected.length).toBeGreaterThan(7000);
  expect(found).toEqual(expected.map(({ line }) => line));
});

test('every month of every book, including the open one, changes the balance as the ledger does', async () => {
  const expected = await query<{ account: string; period: string; moved: bigint; balance: bigint }>(`
    select account_number as account, period, moved::bigint,
      (sum(moved) over (partition by account_number order by period))::bigint as balance
    from (
      select account_number, period, sum(case debit_account when 'receivable' then amount_kopiykas
        else -amount_kopiykas end) as moved
      from billing.ledger_entry where 'receivable' in (debit_account, credit_account) group by 1, 2
    ) month order by 1, 2`);
  const balances = new Map(expected.map(({ account, period, balance }) => [`${account} ${period}`, balance]));
  let months = 0;
  for (const account of books.keys()) {
    const rows = rowsOf(account);
    let balance = moneyFromWire(rows[0]?.opening ?? '0.00');
    for (const row of rows) {
      const name = `${account} ${row.period}`;
      expect(moneyFromWire(row.opening), name).toBe(balance);
      const parts = [row.charged ?? '0.00', row.recalculated, row.benefit].map(moneyFromWire);
      balance = (sumMoney([balance, ...parts]) - moneyFromWire(row.paid)) as typeof balance;
      expect(moneyFromWire(row.closing), name).toBe(balance);
      expect(balance, name).toBe(balances.get(name) ?? balance);
      months += 1;
    }
    const last = expected.findLast((entry) => entry.account === account);
    expect(balance, account).toBe(last?.balance ?? 0n);
  }
  expect(months).toBeGreaterThan(7300);
});

test('readings, prices and payments of a month add up to its sums', () => {
  for (const [account, years] of books) {
    for (const row of years.flatMap(({ rows }) => rows)) {
      const name = `${account} ${row.period}`;
      const counted = row.registers.reduce((kwh, register) => kwh + register.kwh, 0);
      const priced = row.tariffs.reduce((kwh, part) => kwh + part.kwh, 0);
      if (!contracts.has(account)) expect([counted, priced], name).toEqual([row.kwh ?? 0, row.kwh ?? 0]);
      expect(sumMoney(row.payments.map(({ sum }) => moneyFromWire(sum))), name).toBe(moneyFromWire(row.paid));
    }
  }
});

test('the totals of a year are the sums of its months', () => {
  for (const [account, years] of books) {
    for (const { year, rows, totals } of years) {
      const name = `${account} ${year}`;
      for (const sum of ['charged', 'recalculated', 'benefit', 'paid'] as const) {
        const added = sumMoney(rows.map((row) => moneyFromWire(row[sum] ?? '0.00')));
        expect(moneyFromWire(totals[sum]), name).toBe(added);
      }
      expect([totals.opening, totals.closing], name).toEqual([rows[0]?.opening, rows.at(-1)?.closing]);
    }
  }
});
