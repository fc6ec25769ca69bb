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

/** The first of November: readings are still taken for October, and October may be closed already. */
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

/** Two servers are given a value each for every account, all at once. */
function giveToBoth(
  module: typeof READING_SUBMIT | typeof READING_CORRECT,
  values: readonly [string, string],
): readonly Promise<Answer>[] {
  const servers = [billing.db, other.db as BillingDatabase].map((db) =>
    createBilling({ db, clock: billing.clock }),
  );
  return accounts.flatMap((accountNumber) =>
    servers.map(async (server, index) => {
      const input = {
        accountNumber,
        values: { single: values[index] },
        confirmed: [],
        requestId: newId(),
        reason: 'Misread',
      };
      const answer = await server.run(module.name, input, { reference: newId(), actor: 'person:1' });
      return answer as Answer;
    }),
  );
}

function closeOctober() {
  return closePeriod({
    db: other.db as BillingDatabase,
    pool: other.pool,
    clock: billing.clock,
    period: closing,
  });
}

interface Kept {
  account: string;
  /** Readings by period and state, oldest first: '2026-10 accepted 2101'. */
  readings: string[];
  bill: string;
}

/** What the database has of every account afterwards: readings, and how October was measured. */
async function listKept(): Promise<readonly Kept[]> {
  const { rows } = await sql<Kept>`
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

/** The two answers of each account. */
function byAccount(answers: readonly Answer[]): readonly (readonly [Answer, Answer])[] {
  return accounts.map((_, index) => [answers[2 * index], answers[2 * index + 1]] as [Answer, Answer]);
}

/** A second value that comes after the closing is judged against the first one: it is November's then. */
const oneOfTheRules =
  /^readings\.(accepted|notInCalculation|alreadySubmitted|lowerThanPrevious|valueTooLarge)$/;

test('a reading that races with the closing is in October’s bill or waits for November, and is never lost', async () => {
  const given = giveToBoth(READING_SUBMIT, ['2101', '2102']);
  await Promise.race(given);
  const [closed, ...answers] = await Promise.all([closeOctober(), ...given]);
  expect(closed).toMatchObject({ kind: 'closed', billCount: pairs });
  const kept = await listKept();
  for (const [index, pair] of byAccount(answers).entries()) {
    for (const answer of pair) {
      expect(codeOf(answer)).toMatch(oneOfTheRules);
    }
    // Each answer that was a receipt is a reading, and each reading had one.
    const receipts = pair.flatMap((answer) =>
      answer.ok ? [`${answer.data.receipt.period} accepted ${answer.data.receipt.values.single}`] : [],
    );
    expect(kept[index]?.readings.toSorted()).toEqual(receipts.toSorted());
    expect(receipts).toHaveLength(new Set(receipts.map((receipt) => receipt.slice(0, 7))).size);
    expect(receipts.length).toBeGreaterThan(0);
    const counted = pair.find(isOfOctober);
    expect(kept[index]?.bill).toBe(
      counted?.ok ? `actual ${counted.data.receipt.values.single}` : 'estimated 2103',
    );
  }
  // The closing began after the first answer, which is therefore in its bill.
  expect(answers.some(isOfOctober)).toBe(true);
});

test('a correction that races with the closing changes October’s bill or is refused, and what it replaced is kept', async () => {
  await Promise.all(giveToBoth(READING_SUBMIT, ['2101', '2101']));
  const given = giveToBoth(READING_CORRECT, ['2111', '2112']);
  await Promise.race(given);
  const [closed, ...answers] = await Promise.all([closeOctober(), ...given]);
  expect(closed).toMatchObject({ kind: 'closed', billCount: pairs });
  const kept = await listKept();
  for (const [index, pair] of byAccount(answers).entries()) {
    const { readings, bill } = kept[index] as Kept;
    const taken = pair.filter(({ ok }) => ok);
    for (const answer of pair) {
      expect(codeOf(answer)).toMatch(/^(readings\.accepted|billing\.periodClosing)$/);
    }
    expect(readings).toHaveLength(1 + taken.length);
    expect(readings.filter((reading) => reading.includes('superseded'))).toHaveLength(taken.length);
    const standing = readings.filter((reading) => reading.startsWith('2026-10 accepted '));
    expect(standing).toHaveLength(1);
    expect(bill).toBe(`actual ${standing[0]?.slice(-4)}`);
    if (taken.length === 0) expect(standing).toEqual(['2026-10 accepted 2101']);
  }
  expect(answers.some(isOfOctober)).toBe(true);
  const [late] = await Promise.all(giveToBoth(READING_CORRECT, ['2113', '2114']));
  expect(late && codeOf(late)).toBe('billing.periodClosing');
});

test('of a correction and a first reading that are given at once, both are judged, one after the other', async () => {
  await Promise.all(giveToBoth(READING_SUBMIT, ['2101', '2101']));
  const answers = await Promise.all([
    ...giveToBoth(READING_CORRECT, ['2111', '2111']),
    ...giveToBoth(READING_SUBMIT, ['2101', '2111']),
  ]);
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['readings.accepted', 'readings.alreadySubmitted']));
  for (const { readings } of await listKept()) {
    expect(readings).toEqual(['2026-10 superseded 2101', '2026-10 accepted 2111']);
  }
});
