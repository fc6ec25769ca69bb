import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { DB } from '#billing/database.gen.ts';
import { closePeriod } from '#billing/modules/charges/public.ts';
import { addMonths, type BillingPeriod, billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { fixedClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { median } from './support/median.ts';
import { seedClosing } from './support/seed-closing.ts';

const ROUNDS = 5;
const FIRST_PERIOD = billingPeriod('2025-10');

/** What a closing writes, in the order of the foreign keys; the rows of a period. */
const written: readonly (readonly [table: string, ofPeriod: string])[] = [
  ['consumption', 'period'],
  ['bill', 'period'],
  ['charge_line', 'period'],
  ['ledger_entry', 'period'],
  ['outbox_event', "payload ->> 'period'"],
];

export interface ClosingBenchOptions {
  readonly accounts?: number;
  readonly say?: (line: string) => void;
}

export interface ClosingBenchResult {
  readonly accounts: number;
  /** Seconds of each round. */
  readonly pairs: readonly { readonly closing: number; readonly readyMade: number }[];
  /** Median of the rounds' ratios: closing to writing the same rows ready-made. */
  readonly ratio: number;
  readonly accountsPerSecond: number;
  /** Most memory the process of the closing had, MiB. */
  readonly memoryMib: number;
}

/**
 * Closing a period against the time PostgreSQL needs to write the same rows ready-made by insert … select: five periods one
 * after another, in two databases that begin alike and stay alike; both sides durable, a checkpoint before each.
 */
export async function benchClosing(options: ClosingBenchOptions = {}): Promise<ClosingBenchResult> {
  const { accounts = 100_000, say = () => undefined } = options;
  const dataFolder = await temporaryDataFolder();
  const database = await startEmbeddedPostgres({ dataFolder: dataFolder.path, databaseName: 'svitlo' });
  const twinUrl = database.url.replace(/\/svitlo$/, '/twin');
  try {
    const folder = join(import.meta.dirname, '..', 'billing/migrations');
    await migrate(database.url, [{ schema: 'billing', folder }]);
    const periods = Array.from({ length: ROUNDS }, (_, round) => addMonths(FIRST_PERIOD, round));
    say(`making ${accounts} accounts`);
    await withPool(database.url, (pool) => seedClosing(pool, accounts, periods));
    await withPool(database.url.replace(/\/svitlo$/, '/postgres'), (pool) =>
      pool.query('create database twin template svitlo strategy file_copy'),
    );
    await withPool(twinUrl, prepareTwin);

    const pairs: { closing: number; readyMade: number }[] = [];
    let memory = 0;
    for (const period of periods) {
      const closing = await timeClosing(database.url, period, accounts, (rss) => {
        memory = Math.max(memory, rss);
      });
      await copyRows(database.url, twinUrl, period);
      const readyMade = await timeReadyMade(twinUrl);
      pairs.push({ closing, readyMade });
      say(
        `${period}: closed in ${closing.toFixed(2)} s, ready-made ${readyMade.toFixed(2)} s, ratio ${(closing / readyMade).toFixed(2)}`,
      );
    }
    return {
      accounts,
      pairs,
      ratio: median(pairs.map((pair) => pair.closing / pair.readyMade)),
      accountsPerSecond: accounts / median(pairs.map((pair) => pair.closing)),
      memoryMib: memory / 2 ** 20,
    };
  } finally {
    await database.stop();
    await dataFolder.remove();
  }
}

async function timeClosing(
  url: string,
  period: BillingPeriod,
  accounts: number,
  onMemory: (rss: number) => void,
): Promise<number> {
  const { db, pool, close } = connectDatabase<DB>({ url, poolSize: 8 });
  try {
    await pool.query('checkpoint');
    const clock = fixedClock(kyivInstant(firstDayAfter(period), 18, 0));
    const started = performance.now();
    const onProgress = () => onMemory(process.memoryUsage.rss());
    const result = await closePeriod({ db, pool, clock, period, onProgress });
    const seconds = (performance.now() - started) / 1000;
    if (result.kind !== 'closed' || result.billCount !== accounts) throw new Error(JSON.stringify(result));
    return seconds;
  } finally {
    await close();
  }
}

/** Tables beside the real ones that hold the rows of a round. */
async function prepareTwin(pool: pg.Pool): Promise<void> {
  await pool.query('create schema ready');
  for (const [table] of written) {
    await pool.query(`create unlogged table ready.${table} (like billing.${table})`);
  }
}

async function copyRows(sourceUrl: string, twinUrl: string, period: BillingPeriod): Promise<void> {
  await withPool(sourceUrl, (sourcePool) =>
    withPool(twinUrl, async (twinPool) => {
      const source = await sourcePool.connect();
      const twin = await twinPool.connect();
      for (const [table, ofPeriod] of written) {
        await twin.query(`truncate ready.${table}`);
        const own = table === 'ledger_entry' ? `and kind in ('charge', 'recalculation')` : '';
        await pipeline(
          source.query(
            to(`copy (select * from billing.${table} where ${ofPeriod} = '${period}' ${own}) to stdout`),
          ),
          twin.query(from(`copy ready.${table} from stdin`)),
        );
      }
      await twin.query('analyze');
      await twin.query('checkpoint');
      source.release();
      twin.release();
    }),
  );
}

async function timeReadyMade(url: string): Promise<number> {
  return withPool(url, async (pool) => {
    const client = await pool.connect();
    const started = performance.now();
    await client.query('begin');
    for (const [table] of written) {
      await client.query(`insert into billing.${table} select * from ready.${table}`);
    }
    await client.query('commit');
    const seconds = (performance.now() - started) / 1000;
    client.release();
    return seconds;
  });
}

async function withPool<Result>(url: string, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

if (import.meta.main) {
  const result = await benchClosing({ say: console.log });
  console.log(
    `closing: ${result.accounts} accounts, ratio ${result.ratio.toFixed(2)}, ${result.accountsPerSecond.toFixed(0)} accounts/s, ${result.memoryMib.toFixed(0)} MiB`,
  );
}
