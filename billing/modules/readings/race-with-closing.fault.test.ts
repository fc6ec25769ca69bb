import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModuleResult } from '#billing/api/define-module.ts';
import { READING_CORRECT, READING_SUBMIT, type SubmittedReadingData } from '#billing/api/readings.ts';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { startTestBilling, type TestBilling } from '#billing/testing/start-test-billing.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { type ConnectedDatabase, connectDatabase } from '#platform/database/database.ts';
import { newId } from '#platform/uuid.ts';

const pairs = 200;
const closing = billingPeriod('2026-10');

let billing: TestBilling;
let other: ConnectedDatabase<unknown>;
let accounts: string[];

/** On 1 November readings for October are still accepted, and October may already be closed. */
beforeEach(async () => {
  billing = await startTestBilling('2026-11-01T08:00:00Z');
  other = connectDatabase<unknown>({ url: billing.url, poolSize: 4 });
  await makeSupplier(billing.db);
  await setPeriodState(billing.db, '2026-09', 'closed');
  await setPeriodState(billing.db, '2026-10', 'open');
  const history = [
    { period: '2026-08', closing: { single: 1900 } },
    { period: '2026-09', closing: { single: 2000 } },
  ];
  accounts = await Promise.all(
    Array.from({ length: pairs }, async () => (await makeAccount(billing.db, { history })).accountNumber),
  );
});

afterEach(async () => {
  await other.close();
  await billing.close();
});

type Answer = ModuleResult<SubmittedReadingData>;

/** Submits a value per account to each of two servers, concurrently. */
function submitToBoth(
  module: typeof READING_SUBMIT | typeof READING_CORRECT,
  values: readonly [string, string],
): readonly Promise<Answer>[] {
  const { clock } = billing;
  const servers = [billing.db, other.db as BillingDatabase].map((db) => createBilling({ db, clock }));
  return accounts.flatMap((accountNumber) =>
    servers.map(async (server, index) => {
      const given = { values: { single: values[index] }, confirmed: [], reason: 'Misread' };
      const input = { accountNumber, requestId: newId(), ...given };
      const answer = await server.run(module.name, input, { reference: newId(), actor: 'person:1' });
      return answer as Answer;
    }),
  );
}

function closeOctober() {
  const db = other.db as BillingDatabase;
  return closePeriod({ db, pool: other.pool, clock: billing.clock, period: closing });
}

interface StoredReadings {
  account: string;
  /** Readings by period and state, oldest first: '2026-10 accepted 2101'. */
  readings: string[];
  bill: string;
}

/** Stored readings of every account, and the basis of October. */
async function listStored(): Promise<readonly StoredReadings[]> {
  const { rows } = await sql<StoredReadings>`
    select a.account_number as account,
      coalesce((select json_agg(concat_ws(' ', r.period, r.status, r.value) order by r.reading_id)
        from billing.reading r where r.account_number = a.account_number and r.submission_id is not null), '[]') as readings,
      (select concat_ws(' ', c.basis, c.closing_value) from billing.consumption c
        where c.account_number = a.account_number and c.period = '2026-10') as bill
    from billing.account a order by a.account_number`.execute(billing.db);
  return rows;
}

const codeOf = (answer: Answer) => (answer.ok ? answer.data.outcome.code : answer.code);
const isOfOctober = (answer: Answer) => answer.ok && answer.data.outcome.period === closing;

/** Groups the two answers of each account. */
function byAccount(answers: readonly Answer[]): readonly (readonly [Answer, Answer])[] {
  return accounts.map((_, index) => [answers[2 * index], answers[2 * index + 1]] as [Answer, Answer]);
}

/** A second value after the closing is assessed against the first one: it belongs to November. */
const secondValueRule =
  /^readings\.(accepted|notInCalculation|alreadySubmitted|lowerThanPrevious|valueTooLarge)$/;

test('a reading concurrent with closing is in October’s bill or counts for November, and is never lost', async () => {
  const given = submitToBoth(READING_SUBMIT, ['2101', '2102']);
  await Promise.race(given);
  const [closed, ...answers] = await Promise.all([closeOctober(), ...given]);
  expect(closed).toMatchObject({ kind: 'closed', billCount: pairs });
  const stored = await listStored();
  for (const [index, pair] of byAccount(answers).entries()) {
    for (const answer of pair) {
      expect(codeOf(answer)).toMatch(secondValueRule);
    }
    // Receipts and stored readings correspond one to one.
    const receipts = pair.flatMap((answer) =>
      answer.ok ? [`${answer.data.receipt.period} accepted ${answer.data.receipt.values.single}`] : [],
    );
    expect(stored[index]?.readings.toSorted()).toEqual(receipts.toSorted());
    expect(receipts).toHaveLength(new Set(receipts.map((receipt) => receipt.slice(0, 7))).size);
    expect(receipts.length).toBeGreaterThan(0);
    const counted = pair.find(isOfOctober);
    expect(stored[index]?.bill).toBe(
      counted?.ok ? `actual ${counted.data.receipt.values.single}` : 'estimated 2103',
    );
  }
  // The closing began after the first answer, so its reading is in the bill.
  expect(answers.some(isOfOctober)).toBe(true);
});

test('a correction concurrent with closing changes October’s bill or is refused, and the replaced reading is kept', async () => {
  await Promise.all(submitToBoth(READING_SUBMIT, ['2101', '2101']));
  const given = submitToBoth(READING_CORRECT, ['2111', '2112']);
  await Promise.race(given);
  const [closed, ...answers] = await Promise.all([closeOctober(), ...given]);
  expect(closed).toMatchObject({ kind: 'closed', billCount: pairs });
  const stored = await listStored();
  for (const [index, pair] of byAccount(answers).entries()) {
    const { readings, bill } = stored[index] as StoredReadings;
    const accepted = pair.filter(({ ok }) => ok);
    for (const answer of pair) {
      expect(codeOf(answer)).toMatch(/^(readings\.accepted|billing\.periodClosing)$/);
    }
    expect(readings).toHaveLength(1 + accepted.length);
    expect(readings.filter((reading) => reading.includes('superseded'))).toHaveLength(accepted.length);
    const current = readings.filter((reading) => reading.startsWith('2026-10 accepted '));
    expect(current).toHaveLength(1);
    expect(bill).toBe(`actual ${current[0]?.slice(-4)}`);
    if (accepted.length === 0) expect(current).toEqual(['2026-10 accepted 2101']);
  }
  expect(answers.some(isOfOctober)).toBe(true);
  const [late] = await Promise.all(submitToBoth(READING_CORRECT, ['2113', '2114']));
  expect(late && codeOf(late)).toBe('billing.periodClosing');
});

test('assesses a concurrent correction and first reading one after the other', async () => {
  await Promise.all(submitToBoth(READING_SUBMIT, ['2101', '2101']));
  const answers = await Promise.all([
    ...submitToBoth(READING_CORRECT, ['2111', '2111']),
    ...submitToBoth(READING_SUBMIT, ['2101', '2111']),
  ]);
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['readings.accepted', 'readings.alreadySubmitted']));
  for (const { readings } of await listStored()) {
    expect(readings).toEqual(['2026-10 superseded 2101', '2026-10 accepted 2111']);
  }
});
