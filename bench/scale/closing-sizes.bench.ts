import { parseArgs } from 'node:util';
import { median } from '#bench/support/median.ts';
import { type BenchDatabase, openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { seedClosing } from '#bench/support/seed/seed-closing.ts';
import { startClosing } from '#bench/support/start-closing.ts';
import { addMonths, type BillingPeriod, billingPeriod } from '#domain/time/billing-period.ts';

const rounds = 2;
const firstPeriod = billingPeriod('2025-10');

export interface ClosingSizesOptions {
  readonly accounts?: number;
  readonly log?: (line: string) => void;
}

export interface ClosingSizesResult {
  readonly few: number;
  readonly many: number;
  /** Accounts per second, medians of the rounds. */
  readonly ofFew: number;
  readonly ofMany: number;
  /** Median of the rounds' ratios, many to few. */
  readonly ratio: number;
  /** Growth of the larger database by an account and month, bytes. */
  readonly bytesPerAccount: number;
}

interface Side {
  readonly database: BenchDatabase;
  readonly accounts: number;
}

/** Accounts per second of the closing of a period. */
async function closeOne({ database, accounts }: Side, period: BillingPeriod): Promise<number> {
  await database.pool.query('checkpoint');
  const ended = await startClosing({ url: database.url, period }).ended;
  if (ended?.result.kind !== 'closed' || ended.result.billCount !== accounts)
    throw new Error(`the closing ended with ${JSON.stringify(ended)}`);
  return accounts / ended.seconds;
}

async function sizeOf({ database }: Side): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes);
}

/** Closings of 3.5 times as many accounts ÷ of as many, accounts per second, in turns, each on a database server of its own. */
export async function benchClosingSizes(options: ClosingSizesOptions = {}): Promise<ClosingSizesResult> {
  const { accounts: few = scaled(100_000, 10), log = () => undefined } = options;
  const many = Math.round(few * 3.5);
  const periods = Array.from({ length: rounds }, (_, round) => addMonths(firstPeriod, round));
  const sides: Side[] = [];
  try {
    for (const accounts of [few, many]) {
      const side = { database: await openBenchDatabase(), accounts };
      sides.push(side);
      log(`making ${accounts} accounts`);
      await seedClosing(side.database.pool, { accounts, periods, withContracts: true, historyMonths: 1 });
    }
    const [small, large] = sides;
    if (small === undefined || large === undefined) throw new Error('two sides');
    const measured: { few: number; many: number }[] = [];
    const sizeBefore = await sizeOf(large);
    for (const [round, period] of periods.entries()) {
      const rates = new Map<Side, number>();
      // The order alternates, so that a machine that slows down favours neither side.
      for (const side of round % 2 === 0 ? [small, large] : [large, small])
        rates.set(side, await closeOne(side, period));
      const pair = { few: rates.get(small) ?? 0, many: rates.get(large) ?? 0 };
      measured.push(pair);
      log(
        `${period}: ${few} accounts ${pair.few.toFixed(0)}/s, ${many} accounts ${pair.many.toFixed(0)}/s, ratio ${(pair.many / pair.few).toFixed(2)}`,
      );
    }
    return {
      few,
      many,
      ofFew: median(measured.map((pair) => pair.few)),
      ofMany: median(measured.map((pair) => pair.many)),
      ratio: median(measured.map((pair) => pair.many / pair.few)),
      bytesPerAccount: ((await sizeOf(large)) - sizeBefore) / (many * rounds),
    };
  } finally {
    for (const { database } of sides) await database.close();
  }
}

/** `node bench/scale/closing-sizes.bench.ts --accounts 1000000`: 1 and 3.5 million. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { accounts: { type: 'string' } } });
  const result = await benchClosingSizes({
    ...(values.accounts !== undefined && { accounts: Number(values.accounts) }),
    log: (line) => console.log(line),
  });
  console.log(
    `closing ${result.many} accounts ${result.ofMany.toFixed(0)}/s, ${result.few} accounts ${result.ofFew.toFixed(0)}/s: ratio ${result.ratio.toFixed(2)}, ${result.bytesPerAccount.toFixed(0)} bytes an account and month`,
  );
}
