import { join } from 'node:path';
import pg from 'pg';
import { type LoadResult, runLoad } from '#bench/support/load/http-load.ts';
import { createReadingRequests } from '#bench/support/load/reading-requests.ts';
import {
  hasPgbench,
  type Statement,
  writeByDriver,
  writeByPgbench,
} from '#bench/support/load/write-one-reading.ts';
import { seedReadings } from '#bench/support/seed/seed-readings.ts';
import { placeReading } from '#domain/readings/submission-window.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { systemClock } from '#platform/clock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { newKeyRingText } from '#platform/key-ring.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { median } from './support/median.ts';
import { startServer } from './support/start-server.ts';

const connections = 32;
const rounds = 5;
/** The server runs for months, so it is measured with compiled code. */
const warmUps = 3;
const sessionKeys = newKeyRingText();

export interface ReadingsBenchOptions {
  readonly accounts?: number;
  readonly perRound?: number;
  readonly log?: (line: string) => void;
}

interface Round {
  readonly http: number;
  readonly own: number;
  readonly bare: number;
}

export interface ReadingsBenchResult {
  /** Client of the other side. */
  readonly against: 'pgbench' | 'pg';
  /** Per second: readings over HTTP; readings written one by one by the server's statement, and by bare inserts. */
  readonly rounds: readonly Round[];
  readonly medianHttp: number;
  readonly medianOwn: number;
  /** Median of the rounds' ratios to the server's statement. */
  readonly ratio: number;
  /** Median of the rounds' ratios to bare inserts of the rows. */
  readonly ratioToBareInserts: number;
  /** Milliseconds at half of the median rate; median of the rounds. */
  readonly p99AtHalfLoad: number;
}

/**
 * Readings submitted over HTTP (session, ownership, all rules, idempotency, durable, audit and outbox rows) against the
 * server's own prepared statement of these writes, issued for one reading at a time, and against bare inserts of the same rows
 *, all over 32 connections, alternating, on the same database of 100,000 accounts with 24 months each.
 * Every reading is from another account and another session.
 */
export async function benchReadings(options: ReadingsBenchOptions = {}): Promise<ReadingsBenchResult> {
  const { accounts = 100_000, perRound = 4_320, log = () => undefined } = options;
  const needed = (4 * rounds + warmUps) * perRound;
  if (accounts < needed) throw new Error(`${needed} accounts are needed`);
  const data = await temporaryDataFolder({ onDisk: true });
  const dataFolder = data.path;
  const database = await startEmbeddedPostgres({ dataFolder, databaseName: 'svitlo' });
  const pool = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  // Stopping the database at the end of the benchmark is not an error.
  pool.on('error', () => undefined);
  try {
    const root = join(import.meta.dirname, '..');
    await migrate(database.url, [
      { schema: 'billing', folder: join(root, 'billing/migrations') },
      { schema: 'portal', folder: join(root, 'portal/migrations') },
    ]);
    const now = systemClock.now();
    const placement = placeReading(now, () => 'open', standardRules.readings.window.person);
    log(`making ${accounts} accounts for ${placement.period}`);
    await seedReadings(pool, accounts, placement.period);
    log('accounts are there');

    const requestOf = createReadingRequests({ sessionKeys, now, placement });
    const server = await startServer({
      DATABASE_URL: database.url,
      SESSION_KEYS: sessionKeys,
      SVITLO_DATA: dataFolder,
    });
    try {
      let nextIndex = 0;
      const submitRound = async (pace?: number): Promise<LoadResult> => {
        const first = nextIndex;
        nextIndex += perRound;
        const requests = Array.from({ length: perRound }, (_, index) => requestOf(first + index));
        const result = await runLoad({
          url: server.url,
          connections,
          requests: perRound,
          next: (index) => requests[index] ?? requestOf(first + index),
          ...(pace !== undefined && { pace }),
        });
        if (result.statuses[200] !== perRound) throw new Error(`answers: ${JSON.stringify(result.statuses)}`);
        return result;
      };
      const usesPgbench = await hasPgbench();
      const writeRound = async (statement: Statement): Promise<number> => {
        const firstIndex = nextIndex;
        nextIndex += perRound;
        const writesPerConnection = perRound / connections;
        const load = {
          statement,
          databaseUrl: database.url,
          period: placement.period,
          firstIndex,
          connections,
          writesPerConnection,
        };
        return usesPgbench ? writeByPgbench(load) : writeByDriver(load);
      };

      for (let warmUp = 1; warmUp <= warmUps; warmUp++) await submitRound();
      const measured: Round[] = [];
      for (let round = 1; round <= rounds; round++) {
        const { perSecond: http, p99 } = await submitRound();
        const own = await writeRound('own');
        const bare = await writeRound('bare');
        measured.push({ http, own, bare });
        log(
          `round ${round}: ${http.toFixed(0)} readings/s (p99 ${p99.toFixed(1)} ms), own statement ${own.toFixed(0)}/s, ratio ${(http / own).toFixed(2)}; bare inserts ${bare.toFixed(0)}/s, ratio ${(http / bare).toFixed(2)}`,
        );
      }
      const medianHttp = median(measured.map(({ http }) => http));
      const p99s: number[] = [];
      for (let round = 1; round <= rounds; round++) p99s.push((await submitRound(medianHttp / 2)).p99);
      log(`p99 at half load: ${p99s.map((p99) => p99.toFixed(1)).join(', ')} ms`);
      const stored = await pool.query<{ count: string }>(
        "select count(*) from billing.reading where source = 'customer' and period = $1",
        [placement.period],
      );
      if (Number(stored.rows[0]?.count) !== nextIndex) throw new Error('readings are missing');
      return {
        against: usesPgbench ? 'pgbench' : 'pg',
        rounds: measured,
        medianHttp,
        medianOwn: median(measured.map(({ own }) => own)),
        ratio: median(measured.map(({ http, own }) => http / own)),
        ratioToBareInserts: median(measured.map(({ http, bare }) => http / bare)),
        p99AtHalfLoad: median(p99s),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await pool.end();
    await database.stop();
    await data.remove();
  }
}

if (import.meta.main) {
  const result = await benchReadings({ log: console.log });
  console.log(
    `readings: ${result.medianHttp.toFixed(0)}/s over HTTP, ${result.medianOwn.toFixed(0)}/s one by one with ${result.against}, ratio ${result.ratio.toFixed(2)}; to bare inserts ${result.ratioToBareInserts.toFixed(2)}; p99 at half load ${result.p99AtHalfLoad.toFixed(1)} ms`,
  );
}
