import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ModuleResult } from '#billing/api/define-module.ts';
import { READING_SUBMIT, type SubmittedReadingData } from '#billing/api/readings.ts';
import { RULE_CHANGE, RULE_LIST } from '#billing/api/rules.ts';
import { TARIFF_PLAN, TARIFF_PLAN_STEP } from '#billing/api/tariffs.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { setPeriodState, testTariffCode } from '#billing/testing/make-supplier.ts';
import { makeSecondPerson } from '#billing/testing/people/make-second-person.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';

const count = 80;
/** 1 November begins in Kyiv. */
const midnight = instantFromIso('2026-10-31T22:00:00.000Z');
/** At the end of September and of November. */
const opening = 2000;
const closing = 2300;

let accounts: AccountHandle[];

const billing = provideTestBilling({ now: '2026-10-20T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  await setPeriodState(billing.db, '2026-09', 'closed');
  await setPeriodState(billing.db, '2026-10', 'open');
  await setPeriodState(billing.db, '2026-11', 'open');
  const history = [
    { period: '2025-09', closing: { single: 900 } },
    { period: '2025-10', closing: { single: 1000 } },
    { period: '2026-08', closing: { single: opening - 100 } },
    { period: '2026-09', closing: { single: opening } },
  ];
  accounts = await Promise.all(Array.from({ length: count }, () => makeAccount(billing.db, { history })));
});

interface Submitted {
  readonly answer: ModuleResult<SubmittedReadingData>;
  /** What the clock said when it was sent and when it was answered. */
  readonly sentAt: Instant;
  readonly answeredAt: Instant;
}

/** Submits a reading of each account by a clock that goes on with each look at it; some come in one turn, nobody waits for answers. */
async function submitAll(
  of: readonly AccountHandle[],
  from: number,
  confirmed: readonly string[],
): Promise<Submitted[]> {
  let at = from;
  const now = () => {
    at += 1;
    return at as Instant;
  };
  const connected = connectDatabase<unknown>({ url: billing.url, poolSize: 4 });
  const server = createBilling({ db: connected.db as BillingDatabase, clock: { now } });
  const submit = async ({ accountNumber }: AccountHandle): Promise<Submitted> => {
    const sentAt = at as Instant;
    const input = { accountNumber, values: { single: '2101' }, confirmed, requestId: newId() };
    const answer = await server.run(READING_SUBMIT.name, input, { reference: newId(), actor: 'person:1' });
    return { answer: answer as Submitted['answer'], sentAt, answeredAt: at as Instant };
  };
  const sent: Promise<Submitted>[] = [];
  for (const [index, account] of of.entries()) {
    sent.push(submit(account));
    if (index % 8 === 7) await nextTurn();
  }
  const submitted = await Promise.all(sent);
  await connected.close();
  return submitted;
}

test('readings that arrive over the midnight of a new rule and a new price are each judged and charged by those of its instant', async () => {
  const author = makeSecondPerson('A', 'Олена');
  const { revision } = await billing.ask(RULE_LIST, {});
  await billing.ask(RULE_CHANGE, {
    requestId: newId(),
    values: [
      { rule: 'readings.deviation.first.percent', value: 0 },
      { rule: 'readings.deviation.first.kwh', value: 0 },
    ],
    validFrom: '2026-11-01',
    revision,
    reason: 'Рішення 12',
    administrator: author,
  });
  const { plan } = await billing.ask(TARIFF_PLAN, {
    ...{ tariffCode: testTariffCode, planId: null, revision: 0, validFrom: '2026-11-01' },
    prices: {
      rule: { kind: 'flat', price: '5.00' },
      zones: { two: { night: '0.5' }, three: { peak: '1.5', night: '0.4' } },
    },
    ...{ act: 'Наказ 7', asRecalculation: false, reason: 'Нові ціни', administrator: author },
  });
  const step = { planId: plan.planId, reason: 'Нові ціни' };
  await billing.ask(TARIFF_PLAN_STEP, { ...step, revision: 1, step: 'ask', administrator: author });
  const second = makeSecondPerson('B', 'Ігор');
  await billing.ask(TARIFF_PLAN_STEP, { ...step, revision: 2, step: 'activate', administrator: second });

  const first = await submitAll(accounts, midnight - 30, []);
  const asked = first.flatMap(({ answer }, index) => (answer.ok ? [] : [accounts[index] as AccountHandle]));
  // There is work for the test on both sides of the midnight.
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.length).toBeLessThan(count - 5);
  for (const { answer, sentAt, answeredAt } of first) {
    if (answer.ok) {
      expect(answer.data.outcome.kind).toBe('accepted');
      expect(sentAt).toBeLessThan(midnight);
    } else {
      expect(answer.code).toBe('readings.deviation');
      expect(answeredAt).toBeGreaterThanOrEqual(midnight);
    }
  }
  const again = await submitAll(asked, midnight + 60_000, ['readings.deviation']);
  expect(again.map(({ answer }) => answer.ok)).toEqual(asked.map(() => true));

  const { rows: stored } = await sql<{
    account: string;
    at: Date;
    day: string;
    early: boolean;
    count: number;
  }>`
    select account_number as account, min(effective_date)::text as day,
      min(submitted_at) < ${new Date(midnight).toISOString()}::timestamptz as early, count(*)::int as count
    from billing.reading where submission_id is not null and status = 'accepted' and value = 2101 and period = '2026-10'
    group by account_number order by account_number`.execute(billing.db);
  const numbers = accounts.map(({ accountNumber }) => accountNumber);
  expect(stored.map(({ account }) => account)).toEqual(numbers.sort());
  const late = new Set(asked.map(({ accountNumber }) => accountNumber));
  for (const { account, early, day, count: readings } of stored) {
    expect(readings).toBe(1);
    // In the window a reading counts as of the 1st, whichever day it came.
    expect([early, day]).toEqual([!late.has(account), '2026-11-01']);
  }

  await closeMonth(billing.url, '2026-10');
  for (const account of accounts) {
    const values = { single: closing };
    await giveReading(billing.db, { ...account, period: '2026-11', effectiveDate: '2026-12-01', values });
  }
  await closeMonth(billing.url, '2026-11');
  // The second way: the energy of each month, from the values of its ends, times the price of the month.
  const { rows: bills } = await sql<{ account: string; charged: bigint; again: bigint; energy: bigint }>`
    select b.account_number as account, sum(b.charged_kopiykas)::bigint as charged, sum(c.closing_value - c.opening_value)::bigint as energy,
      sum((c.closing_value - c.opening_value) * case b.period when '2026-10' then 432 else 500 end)::bigint as again
    from billing.bill b join billing.consumption c using (account_number, period)
    where b.period in ('2026-10', '2026-11') group by b.account_number`.execute(billing.db);
  expect(bills.length).toBe(count);
  for (const { account, charged, again: secondWay, energy } of bills) {
    expect(Number(energy), account).toBe(closing - opening);
    expect(charged, account).toBe(secondWay);
  }
  expect(await checkLedger(billing.db)).toEqual([]);
});
