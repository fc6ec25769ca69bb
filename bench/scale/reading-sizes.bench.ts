import { parseArgs } from 'node:util';
import { databaseTimes, timeBetween } from '#bench/support/database-times.ts';
import { runLoad } from '#bench/support/load/http-load.ts';
import { createReadingRequests } from '#bench/support/load/reading-requests.ts';
import { median } from '#bench/support/median.ts';
import { type BenchDatabase, openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { seedReadings } from '#bench/support/seed/seed-readings.ts';
import { type BenchServer, startServer } from '#bench/support/start-server.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { systemClock } from '#platform/clock.ts';
import { newKeyRingText } from '#platform/key-ring.ts';

const connections = 32;
const rounds = 5;
const warmUps = 3;

export interface ReadingSizesOptions {
  readonly few?: number;
  readonly many?: number;
  readonly log?: (line: string) => void;
}

export interface ReadingSizesResult {
  readonly few: number;
  readonly many: number;
  /** Readings per second, medians of the rounds. */
  readonly ofFew: number;
  readonly ofMany: number;
  /** Median of the rounds' ratios, many to few. */
  readonly ratio: number;
  /** The same of processor time for a reading, of the server and of PostgreSQL: what other programs of the machine do does not matter. */
  readonly processorRatio: number;
  /** Growth of the larger database by a reading, bytes, with its audit, news and indexes. */
  readonly bytesPerReading: number;
}

/** A database of one size with its server. */
interface Side {
  readonly database: BenchDatabase;
  readonly server: BenchServer;
  /** Distance between the accounts of two requests, so that all of the table is used. */
  readonly step: number;
}

interface Round {
  readonly perSecond: number;
  /** Processor time of the round, milliseconds. */
  readonly processorMs: number;
}

async function sizeOf({ database }: Side): Promise<number> {
  const { rows } = await database.pool.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes);
}

/**
 * Readings over HTTP among many accounts ÷ among few, in turns, each on a database server of its own with 24 months of every account. Every
 * reading is of another account, at equal distances over all of them.
 */
export async function benchReadingSizes(options: ReadingSizesOptions = {}): Promise<ReadingSizesResult> {
  const { few = scaled(10_000), many = scaled(350_000), log = () => undefined } = options;
  const perRound = Math.floor(few / (rounds + warmUps) / connections) * connections;
  if (perRound === 0) throw new Error('too few accounts');
  const sessionKeys = newKeyRingText();
  const now = systemClock.now();
  const placement = placeReading(now, () => 'open', standardRules.readings.window.person);
  const requestOf = createReadingRequests({ sessionKeys, now, placement });
  const sides: Side[] = [];
  const databases: BenchDatabase[] = [];
  try {
    for (const accounts of [few, many]) {
      const database = await openBenchDatabase();
      databases.push(database);
      log(`making ${accounts} accounts for ${placement.period}`);
      await seedReadings(database.pool, accounts, placement.period);
      const server = await startServer({
        DATABASE_URL: database.url,
        SESSION_KEYS: sessionKeys,
        SVITLO_DATA: database.dataFolder,
      });
      sides.push({ database, server, step: Math.floor(accounts / (perRound * (rounds + warmUps))) });
    }
    const [small, large] = sides;
    if (small === undefined || large === undefined) throw new Error('two sides');
    const submitRound = async ({ server, database, step }: Side, round: number): Promise<Round> => {
      const first = round * perRound;
      const [startMs, before] = [await server.processMs(), await databaseTimes(database.pool, 'svitlo')];
      const { perSecond, statuses } = await runLoad({
        url: server.url,
        connections,
        requests: perRound,
        next: (index) => requestOf((first + index) * step),
      });
      if (statuses[200] !== perRound) throw new Error(`answers: ${JSON.stringify(statuses)}`);
      const databaseMs = timeBetween(before, await databaseTimes(database.pool, 'svitlo'));
      return { perSecond, processorMs: (await server.processMs()) - startMs + databaseMs };
    };
    for (let round = 0; round < warmUps; round += 1) for (const side of sides) await submitRound(side, round);
    const sizeBefore = await sizeOf(large);
    const measured: { ofFew: Round; ofMany: Round }[] = [];
    for (let round = warmUps; round < warmUps + rounds; round += 1) {
      // The order alternates, so that a machine that slows down favours neither side.
      const first = await submitRound(round % 2 === 0 ? small : large, round);
      const second = await submitRound(round % 2 === 0 ? large : small, round);
      const [ofFew, ofMany] = round % 2 === 0 ? [first, second] : [second, first];
      measured.push({ ofFew, ofMany });
      log(
        `round ${round - warmUps + 1}: ${few} accounts ${ofFew.perSecond.toFixed(0)}/s, ${many} accounts ${ofMany.perSecond.toFixed(0)}/s, ratio ${(ofMany.perSecond / ofFew.perSecond).toFixed(2)}; by processor time ${(ofFew.processorMs / ofMany.processorMs).toFixed(2)}`,
      );
    }
    return {
      few,
      many,
      ofFew: median(measured.map((pair) => pair.ofFew.perSecond)),
      ofMany: median(measured.map((pair) => pair.ofMany.perSecond)),
      ratio: median(measured.map((pair) => pair.ofMany.perSecond / pair.ofFew.perSecond)),
      processorRatio: median(measured.map((pair) => pair.ofFew.processorMs / pair.ofMany.processorMs)),
      bytesPerReading: ((await sizeOf(large)) - sizeBefore) / (rounds * perRound),
    };
  } finally {
    for (const { server } of sides) await server.stop();
    for (const database of databases) await database.close();
  }
}

/** `node bench/scale/reading-sizes.bench.ts --few 100000 --many 3500000`. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { few: { type: 'string' }, many: { type: 'string' } } });
  const result = await benchReadingSizes({
    ...(values.few !== undefined && { few: Number(values.few) }),
    ...(values.many !== undefined && { many: Number(values.many) }),
    log: (line) => console.log(line),
  });
  console.log(
    `readings among ${result.many} accounts ${result.ofMany.toFixed(0)}/s, among ${result.few} ${result.ofFew.toFixed(0)}/s: ratio ${result.ratio.toFixed(2)}, by processor time ${result.processorRatio.toFixed(2)}, ${result.bytesPerReading.toFixed(0)} bytes a reading`,
  );
}
