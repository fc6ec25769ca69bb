import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { loadClosingFacts } from '#billing/modules/charges/closing/combine-closing-facts.ts';
import { loadAccountPast } from '#billing/modules/charges/consumption/load-account-past.ts';
import { loadUsageHistory } from '#billing/modules/charges/consumption/load-usage-history.ts';
import { loadAccountFacts } from '#billing/modules/charges/public.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import type { TestDatabase } from '#platform/testing/test-database.ts';
import { createSampleDatabase } from './testing/sample-database.ts';

const day = '2026-12-01';

let database: TestDatabase;
let connected: ConnectedDatabase<unknown>;
let db: BillingDatabase;

beforeAll(async () => {
  database = await createSampleDatabase(day);
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 6 });
  db = connected.db as BillingDatabase;
});

afterAll(async () => {
  await connected.close();
  await database.close();
});

/** The current month, one in the middle of the history, and the second month, which has no previous year. */
const periods = ['2026-12', '2026-04', '2025-01'].map(billingPeriod);

const all = { after: '', limit: 10_000 };

/** How often the tests of the periods met each kind of fact. */
const found = { lastYear: 0, lastActual: 0, estimates: 0, withoutReading: 0, overpaid: 0 };

function countKinds(
  { opening, registers }: Awaited<ReturnType<typeof loadClosingFacts>>[number],
  facts: Awaited<ReturnType<typeof loadAccountFacts>>,
): void {
  const usages = [...(facts?.history.values() ?? [])];
  const past = facts?.past;
  found.lastYear += usages.filter((usage) => usage.lastYear !== undefined).length;
  found.lastActual += usages.filter((usage) => usage.lastActual !== undefined).length;
  for (const [month, consumptions] of past?.consumptions ?? []) {
    const isEstimated = consumptions.some(({ basis }) => basis === 'estimated');
    if (isEstimated && past?.lines.has(month)) found.estimates += 1;
  }
  found.withoutReading += registers.filter(({ readings }) => readings.length === 0).length;
  if (opening < 0n) found.overpaid += 1;
}

test.each(periods)(
  'a screen charges %s from the facts that the closing of all accounts reads',
  async (period) => {
    const { rows } = await connected.pool.query<{ number: string }>(
      'select account_number as number from billing.account order by 1',
    );
    const numbers = rows.map(({ number }) => number);
    const [closing, history] = await Promise.all([
      loadClosingFacts(db, period, all),
      loadUsageHistory(db, period, numbers),
    ]);
    const pasts = await loadAccountPast(db, { period, accounts: closing, forAnyReading: true });
    expect(closing.length).toBeGreaterThan(290);
    const accounts = new Map(closing.map((account) => [account.accountNumber, account]));
    for (const number of numbers) {
      const account = accounts.get(number);
      const facts = await loadAccountFacts(db, number, period);
      const ofPoints = [...history].filter(([key]) => key.startsWith(`${number} `));
      const past = facts?.past && pasts.get(number);
      expect(facts, number).toEqual(account && { account, history: new Map(ofPoints), past });
      if (account) countKinds(account, facts);
    }
  },
);

test('the sample has every kind of fact', () => {
  expect(
    Object.values(found).every((count) => count > 0),
    JSON.stringify(found),
  ).toBe(true);
});
