import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { seedClosing } from '#bench/support/seed/seed-closing.ts';
import { startClosing } from '#bench/support/start-closing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { addMonths, billingPeriod } from '#domain/time/billing-period.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { copyDatabase } from '#platform/testing/copy-database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { randomOf } from '#sample/random.ts';

const accounts = 1500;
const chunkSize = 25;
const kills = 10;
/** When the closings are killed. */
const random = randomOf('kills of a closing');
const first = billingPeriod('2026-10');
const second = addMonths(first, 1);

let killed: TestDatabase;
let undisturbed: TestDatabase;

beforeAll(async () => {
  killed = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: killed.adminUrl, max: 1 });
  await seedClosing(pool, { accounts, periods: [first, second], withContracts: true, historyMonths: 1 });
  await pool.end();
  undisturbed = await copyDatabase(killed.url, inject('adminUrl'));
});

afterAll(async () => {
  await killed.close();
  await undisturbed.close();
});

/** Rows of each table, but for ids made by chance and when a run wrote: a digest of each month, and how many there are. */
const digests: readonly (readonly [table: string, columns: string])[] = [
  ['consumption', 't.*'],
  ['bill', 't.*'],
  ['charge_line', 't.*'],
  ['ledger_entry', 't.*'],
  ['invoice', 't.*'],
  ['invoice_line', 't.*'],
  ['invoice_quantity', 't.*'],
  ['planned_payment', 't.*'],
  ['volume_correction', 'account_number, eic_code, period, document, kwh, booked_period'],
  ['outbox_event', 'account_number, kind, payload, created_at'],
  ['period', 'period, state, closed_through, started_at, closed_at, accounts_total, accounts_done'],
];

async function booksOf({ url }: TestDatabase) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const found: Record<string, { readonly count: number; readonly digest: string }> = {};
    for (const [table, columns] of digests) {
      const { rows } = await pool.query(
        `select count(*)::int as count, md5(string_agg(kept::text, '|' order by kept::text)) as digest
         from (select ${columns} from billing.${table} t) kept`,
      );
      found[table] = rows[0];
    }
    return found;
  } finally {
    await pool.end();
  }
}

/** Closes until it is through; a lock of a process that was killed may stand for a moment more. */
async function closeThrough({ url }: TestDatabase, period: typeof first) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const ended = await startClosing({ url, period, chunkSize, isHurried: true }).ended;
    if (ended?.result.kind !== 'refused') return ended?.result;
    await wait(50);
  }
  throw new Error('the lock of a killed closing stays');
}

/** Starts a closing and kills it after some chunks, in the middle of whatever it does then. Answers what it had done. */
async function closeAndKill({ url }: TestDatabase, period: typeof first): Promise<number> {
  const chunks = random.between(1, 5);
  let done = 0;
  let seen = 0;
  const closing = startClosing({
    url,
    period,
    chunkSize,
    isHurried: true,
    onChunk(accountsDone) {
      done = accountsDone;
      seen += 1;
      if (seen === chunks) setTimeout(() => closing.process.kill('SIGKILL'), random.next() * 25);
    },
  });
  await closing.ended;
  return done;
}

test('a closing that is killed ten times leaves the books of one that nobody disturbed', async () => {
  const [straight] = await Promise.all([
    closeThrough(undisturbed, first),
    (async () => {
      const progress: number[] = [];
      while (progress.length < kills) {
        const done = await closeAndKill(killed, first);
        // Zero: the lock of the one before was still held, and nothing was under way to be killed.
        if (done > 0) progress.push(done);
      }
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      expect(progress.at(-1)).toBeLessThan(accounts);
    })(),
  ]);
  expect(straight).toMatchObject({ kind: 'closed', billCount: accounts, isResumed: false });
  expect(await closeThrough(killed, first)).toMatchObject({ kind: 'closed', isResumed: true });
  const books = await booksOf(killed);
  expect(books).toEqual(await booksOf(undisturbed));
  expect(Object.entries(books).filter(([, { count }]) => count === 0)).toEqual([]);

  // The month after it recalculates what was estimated in this one.
  const both = [killed, undisturbed].map((one) => closeThrough(one, second));
  expect(await Promise.all(both)).toMatchObject([{ kind: 'closed' }, { kind: 'closed' }]);
  expect(await booksOf(killed)).toEqual(await booksOf(undisturbed));
  const connected = connectDatabase<unknown>({ url: killed.url, poolSize: 2 });
  expect(await checkLedger(connected.db as BillingDatabase, 5)).toEqual([]);
  await connected.close();
}, 120_000);
