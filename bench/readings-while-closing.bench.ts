import { startReadingRounds } from '#bench/support/load/reading-rounds.ts';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { seedReadings } from '#bench/support/seed/seed-readings.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { addMonths } from '#domain/time/billing-period.ts';
import { systemClock } from '#platform/clock.ts';
import { median } from './support/median.ts';
import { startClosing } from './support/start-closing.ts';

const warmUps = 3;
/** Rounds during the closing, and as many without it, half before and half after. */
const rounds = 6;

export interface ReadingsWhileClosingOptions {
  readonly accounts?: number;
  readonly perRound?: number;
  readonly log?: (line: string) => void;
}

export interface ReadingsWhileClosingResult {
  /** Milliseconds; medians of the rounds. */
  readonly p99Alone: number;
  readonly p99Beside: number;
  readonly ratio: number;
  /** Rounds that the closing lasted. */
  readonly roundsBeside: number;
}

/**
 * Effect of a closing on submitting readings: readings over HTTP at half of the maximum rate, alone and, in the same
 * minutes, while a separate process closes the previous month for all accounts of the same database.
 */
export async function benchReadingsWhileClosing(
  options: ReadingsWhileClosingOptions = {},
): Promise<ReadingsWhileClosingResult> {
  const { accounts = 100_000, perRound = 4_320, log = () => undefined } = options;
  const database = await openBenchDatabase();
  try {
    const now = systemClock.now();
    const placement = placeReading(now, () => 'open', standardRules.readings.window.person);
    const before = addMonths(placement.period, -1);
    log(`making ${accounts} accounts for ${placement.period}`);
    await seedReadings(database.pool, accounts, placement.period);
    // The previous month is ready for closing: read, but not charged.
    await database.pool.query(`delete from billing.consumption where period = $1`, [before]);
    await database.pool.query(`update billing.period set state = 'open' where period = $1`, [before]);
    await database.pool.query('vacuum analyze billing.consumption');
    const readings = await startReadingRounds({ database, now, placement, perRound });
    try {
      const rates: number[] = [];
      for (let warmUp = 1; warmUp <= warmUps; warmUp++) rates.push((await readings.submit()).perSecond);
      const pace = median(rates) / 2;
      log(`half of the rate: ${pace.toFixed(0)} readings/s`);
      const alone: number[] = [];
      const beside: number[] = [];
      const someAlone = async () => {
        for (let round = 0; round < rounds / 2; round++) alone.push((await readings.submit(pace)).p99);
      };
      await someAlone();
      const closing = startClosing({ url: database.url, period: before });
      let isRunning = true;
      void closing.ended.then(() => {
        isRunning = false;
      });
      while (isRunning && beside.length < rounds) {
        const { p99 } = await readings.submit(pace);
        if (isRunning) beside.push(p99);
      }
      const ended = await closing.ended;
      if (ended?.result.kind !== 'closed') throw new Error(`the closing ended with ${JSON.stringify(ended)}`);
      await someAlone();
      const inMs = (list: readonly number[]) => list.map((p99) => p99.toFixed(1)).join(', ');
      log(
        `p99 alone ${inMs(alone)} ms; beside the closing (${ended.seconds.toFixed(0)} s) ${inMs(beside)} ms`,
      );
      if (beside.length < 2) throw new Error('the closing was over too soon: take more accounts');
      const p99Alone = median(alone);
      const p99Beside = median(beside);
      return { p99Alone, p99Beside, ratio: p99Beside / p99Alone, roundsBeside: beside.length };
    } finally {
      await readings.stop();
    }
  } finally {
    await database.close();
  }
}

/** `node bench/readings-while-closing.bench.ts 100000`. */
if (import.meta.main) {
  const accounts = Number(process.argv[2] ?? 100_000);
  const result = await benchReadingsWhileClosing({ accounts, log: (line) => console.log(line) });
  console.log(
    `readings while a period is closed: p99 ${result.p99Beside.toFixed(1)} ms, alone ${result.p99Alone.toFixed(1)} ms, ratio ${result.ratio.toFixed(2)} over ${result.roundsBeside} rounds`,
  );
}
