import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { seedClosing } from '#bench/support/seed/seed-closing.ts';
import { addMonths, type BillingPeriod, billingPeriod } from '#domain/time/billing-period.ts';
import { median } from './support/median.ts';
import { startClosing } from './support/start-closing.ts';

const FIRST_PERIOD = billingPeriod('2025-10');
/**
 * From this many accounts on a round takes minutes: two rounds are made, with only the history that a closing reads.
 */
const MANY_ACCOUNTS = 200_000;

/** Tables written by a closing, in the order of the foreign keys, with the condition for the rows of a period. */
const written: readonly (readonly [table: string, ofPeriod: string])[] = [
  ['consumption', 'period'],
  ['bill', 'period'],
  ['charge_line', 'period'],
  ['ledger_entry', 'period'],
  ['invoice', 'period'],
  ['invoice_line', 'period'],
  ['invoice_quantity', 'period'],
  ['planned_payment', "to_char((period || '-01')::date - interval '1 month', 'YYYY-MM')"],
  ['outbox_event', "payload ->> 'period'"],
];

export interface ClosingBenchOptions {
  readonly accounts?: number;
  readonly log?: (line: string) => void;
}

export interface ClosingBenchResult {
  readonly accounts: number;
  /** Seconds of each round. */
  readonly pairs: readonly { readonly closing: number; readonly readyMade: number }[];
  /** Median of the rounds' ratios: closing to writing the same rows ready-made. */
  readonly ratio: number;
  readonly accountsPerSecond: number;
  /** Maximum memory of the closing process, MiB. */
  readonly memoryMib: number;
}

/**
 * Closes consecutive periods in a separate process started like `npm run close-period`, against the time PostgreSQL
 * needs to write the same rows ready-made by insert … select: in two identical databases; both sides durable, a
 * checkpoint before each.
 */
export async function benchClosing(options: ClosingBenchOptions = {}): Promise<ClosingBenchResult> {
  const { accounts = 1_000_000, log = () => undefined } = options;
  const isLarge = accounts > MANY_ACCOUNTS;
  const database = await openBenchDatabase();
  const adminUrlOf = (name: string) =>
    Object.assign(new URL(database.adminUrl), { pathname: `/${name}` }).href;
  const twinUrl = adminUrlOf('twin');
  try {
    const periods = Array.from({ length: isLarge ? 2 : 5 }, (_, round) => addMonths(FIRST_PERIOD, round));
    log(`making ${accounts} accounts`);
    await withPool(adminUrlOf('svitlo'), (pool) =>
      seedClosing(pool, { accounts, periods, withContracts: true, historyMonths: isLarge ? 1 : 13 }),
    );
    log('accounts are there, making the twin');
    await withPool(adminUrlOf('postgres'), (pool) =>
      pool.query('create database twin template svitlo strategy file_copy'),
    );
    await withPool(twinUrl, prepareTwin);

    const pairs: { closing: number; readyMade: number }[] = [];
    let memory = 0;
    for (const period of periods) {
      await withPool(adminUrlOf('svitlo'), (pool) => pool.query('checkpoint'));
      const { seconds, rss } = await timeClosing(database.url, period, accounts);
      memory = Math.max(memory, rss);
      await copyRows(database.url, twinUrl, period);
      const readyMade = await timeReadyMade(twinUrl);
      pairs.push({ closing: seconds, readyMade });
      log(
        `${period}: closed in ${seconds.toFixed(2)} s with ${(rss / 2 ** 20).toFixed(0)} MiB, ready-made ${readyMade.toFixed(2)} s, ratio ${(seconds / readyMade).toFixed(2)}`,
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
    await database.close();
  }
}

async function timeClosing(
  url: string,
  period: BillingPeriod,
  accounts: number,
): Promise<{ seconds: number; rss: number }> {
  const closing = startClosing({ url, period });
  const ended = await closing.ended;
  if (ended?.result.kind !== 'closed' || ended.result.billCount !== accounts)
    throw new Error(`the closing ended with ${JSON.stringify(ended)}`);
  return { seconds: ended.seconds, rss: closing.memory() };
}

/** Creates tables besides the real ones for the rows of a round. */
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
        const own =
          table === 'ledger_entry' ? `and kind in ('charge', 'recalculation', 'benefit', 'reactive')` : '';
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
  // A connection that is still ending when the server stops.
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** `node bench/closing.bench.ts 100000`: a quick run with fewer accounts. */
if (import.meta.main) {
  const accounts = Number(process.argv[2] ?? 1_000_000);
  const result = await benchClosing({ accounts, log: (line) => console.log(line) });
  console.log(
    `closing: ${result.accounts} accounts, ratio ${result.ratio.toFixed(2)}, ${result.accountsPerSecond.toFixed(0)} accounts/s, ${result.memoryMib.toFixed(0)} MiB`,
  );
}
